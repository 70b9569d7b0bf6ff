/** A sandbox: any position, with orders for all powers, judged by any rulebook. It affects no game. */
import { get, post, tellProblem } from "../api/client";
import { session } from "../api/session.svelte";
import type {
  Catalogue, CheckedText, ExamplePage, OrderOptions, PowerId, RequestJson, SandboxOptions, SandboxVerdict, Variant,
} from "../api/types";
import type { Board } from "../board/boardFile";
import type { OrderLine, Scene } from "../board/types";
import { loadBoard } from "../game/loadBoard";
import { BuildChoice } from "../orders/builds/buildChoice.svelte";
import { Composer } from "../orders/compose/composer.svelte";
import type { OrderBook } from "../orders/orderBook";
import type { OrderInHand } from "../orders/orderInHand";
import { setOrder } from "../orders/orderRows";
import { RetreatChoice } from "../orders/retreats/retreatChoice.svelte";
import { moveUnit } from "./editPosition";
import { linkToSandbox, unpackPosition } from "./positionLink";

type ExampleStep = ExamplePage["steps"][number];
/** A position in a link, a stored one, a phase of a game, the start of a variant, or an example of a rule. */
export type Source =
  | { position: string } | { sandbox: string } | { game: string; phase: string | null; own?: boolean } | { variant: string } | { example: string };

/** The orders of one power in a sandbox. */
export class SandboxBook implements OrderBook {
  isLocked = false;
  options = $state.raw<OrderOptions | null>(null);
  orders: readonly OrderLine[] = $derived.by(() => this.box.orders[this.power] ?? []);
  #before: (readonly OrderLine[])[] = [];

  constructor(
    private readonly box: SandboxState,
    readonly power: string,
  ) {}

  change(orders: readonly OrderLine[]): void {
    this.#before.push(this.orders);
    this.box.write(this.power, orders);
  }

  undo(): unknown {
    const before = this.#before.pop();
    if (before) this.box.write(this.power, before);
    return before ?? null;
  }

  check(text: string): Promise<CheckedText> {
    return this.box.check(text);
  }

  /** The options contain the shortest route; the sandbox offers no others. */
  findRoutes(): Promise<string[][] | null> {
    return Promise.resolve(null);
  }

  /** All places to which the army may be carried. */
  async findLandings(_fleet: string, army: string): Promise<string[] | null> {
    const owner = this.box.ownerOf(army);
    const options = owner ? (await this.box.ask(owner))?.options : null;
    if (options?.kind !== "moves") return null;
    return options.units.find((unit) => unit.unit === army)?.convoyed.map((target) => target.to) ?? [];
  }
}

export class SandboxState {
  list = $state.raw<Catalogue | null>(null);
  variant = $state.raw<Variant | null>(null);
  board = $state.raw<Board | null>(null);
  request = $state.raw<RequestJson | null>(null);
  /** The orders of the request as the server understood them, by power. */
  orders = $state.raw<Record<PowerId, readonly OrderLine[]>>({});
  verdict = $state.raw<SandboxVerdict | null>(null);
  book = $state.raw<SandboxBook | null>(null);
  composer = $state.raw<Composer | null>(null);
  retreating = $state.raw<RetreatChoice | null>(null);
  building = $state.raw<BuildChoice | null>(null);
  also = $state.raw<string[]>([]);
  problem = $state("");
  link = $state("");
  /** The example of a rule that this sandbox began with. */
  example = $state.raw<ExamplePage | null>(null);
  /** The position, without orders. */
  base = $state.raw<Scene | null>(null);
  /** The state of the editor: the chosen space, the power of new units, and whether a unit is being moved. */
  editing = $state<{ space: string | null; power: string; isMoving: boolean } | null>(null);
  #past = $state.raw<RequestJson[]>([]);
  #edits = $state.raw<RequestJson[]>([]);
  #lastEdit: Promise<void> = Promise.resolve();

  kind: string = $derived(this.book?.options?.kind ?? "");
  hand: OrderInHand | null = $derived(
    this.verdict || this.editing ? null : this.kind === "moves" ? this.composer : this.kind === "retreats" ? this.retreating : this.building,
  );
  view: Scene | null = $derived(this.verdict?.scene_before ?? (this.base && { ...this.base, orders: this.#listLines() }));
  /** The example's text about the orders, unless they were changed. */
  lesson: ExampleStep | null = $derived(this.#findLesson());
  mayStepBack: boolean = $derived(this.#past.length > 0);
  mayUndoEdit: boolean = $derived(this.#edits.length > 0);

  /** Load the starting position. */
  async load(source: Source): Promise<void> {
    await this.#try(async () => {
      await session.load();
      this.list ??= await get("/variants");
      if ("example" in source) await this.#openExample(source.example);
      else {
        this.example = null;
        await this.#open(await this.#fetch(source));
      }
    });
  }

  /** Load only the list of variants to choose from. */
  async loadList(): Promise<void> {
    await this.#try(async () => {
      this.list ??= await get("/variants");
    });
  }

  /** Give orders for a power. */
  async choosePower(power: string): Promise<void> {
    if (!this.board || this.book?.power === power) return;
    const asked = this.request;
    const answer = await this.ask(power);
    if (answer && this.request === asked) this.#seat(answer);
  }

  /** Switch to the orders of a power, as the server has read them. */
  #seat(answer: SandboxOptions): void {
    if (!this.board) return;
    const book = new SandboxBook(this, answer.power);
    book.options = answer.options;
    this.orders = answer.orders;
    this.book = book;
    this.composer = new Composer(book, this.board);
    this.retreating = new RetreatChoice(book, this.board);
    this.building = new BuildChoice(book, this.board);
  }

  /** Edit the position; a change that the server refuses is dropped, with its reason shown. */
  edit(change: (request: RequestJson) => RequestJson): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.request;
      if (!before) return;
      await this.#begin(change(before));
      this.#edits = [...this.#edits, before];
    });
  }

  /** Undo the last edit. */
  undoEdit(): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.#edits.at(-1);
      if (!before) return;
      await this.#begin(before);
      this.#edits = this.#edits.slice(0, -1);
    });
  }

  /** Edits wait for each other, so that a quick second one builds on the first and does not undo it. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#lastEdit = this.#lastEdit.then(() => this.#try(act));
    return this.#lastEdit;
  }

  /** Choose a space while editing: to edit it, or as the target of the unit being moved. */
  async editAt(space: string): Promise<void> {
    const { editing } = this;
    if (!editing) return;
    const { space: from, isMoving } = editing;
    editing.space = space;
    editing.isMoving = false;
    if (isMoving && from && from !== space) await this.edit((request) => moveUnit(request, from, space));
  }

  /** Start or stop editing the position. */
  setEditing(isOn: boolean): void {
    this.verdict = null;
    this.composer?.letGo();
    this.editing = isOn ? { space: null, power: this.book?.power ?? "", isMoving: false } : null;
  }

  /** The options of a power; null if the server sends none. */
  async ask(power: string): Promise<SandboxOptions | null> {
    let answer: SandboxOptions | null = null;
    await this.#try(async () => {
      answer = await post("/sandboxes/options", {}, { request: this.request ?? {}, power });
    });
    return answer;
  }

  /** How the server reads a text in this position. */
  async check(text: string): Promise<CheckedText> {
    return await post("/sandboxes/check", {}, { request: this.request ?? {}, text });
  }

  /** The power of a unit. */
  ownerOf(unit: string): string | null {
    const all = [
      ...Object.entries(this.request?.units ?? {}),
      ...(this.request?.dislodged ?? []).map((gone) => [gone.power, [gone.unit]] as const),
    ];
    return all.find(([, units]) => units.includes(unit))?.[0] ?? null;
  }

  /** Write the orders of a power. */
  write(power: string, orders: readonly OrderLine[]): void {
    if (!this.request) return;
    this.orders = { ...this.orders, [power]: orders };
    this.request = { ...this.request, orders: { ...this.request.orders, [power]: orders.map((line) => line.order) } };
    this.link = "";
  }

  /** Add orders that were read as text, each for the power it belongs to. */
  add(orders: readonly OrderLine[]): void {
    for (const order of orders) this.write(order.power, setOrder(this.orders[order.power] ?? [], order));
  }

  /** Judge by this rulebook from now on. */
  chooseRules(rules: string): void {
    if (!this.request) return;
    this.request = { ...this.request, rules };
    this.link = "";
    if (this.verdict) void this.judge();
  }

  /** Rulebooks to compare with. */
  compare(rules: string, isOn: boolean): void {
    this.also = isOn ? [...this.also, rules] : this.also.filter((other) => other !== rules);
    if (this.verdict) void this.judge();
  }

  /** Judge the current orders. */
  async judge(): Promise<void> {
    this.composer?.letGo();
    await this.#try(async () => {
      this.verdict = await post("/sandboxes/judge", {}, { request: this.request ?? {}, also_rules: this.also });
    });
  }

  /** Return to the orders of this phase. */
  change(): void {
    this.verdict = null;
  }

  /** Go on to the next phase with the results. */
  async stepOn(): Promise<void> {
    const { request, verdict } = this;
    if (!request || !verdict) return;
    const past = this.#past;
    await this.#try(async () => {
      this.#past = [...past, request];
      try {
        await this.#begin(this.#goOn(verdict.next));
      } catch (problem) {
        this.#past = past;
        throw problem;
      }
      this.#edits = [];
    });
  }

  /** Go back to the previous phase. */
  async stepBack(): Promise<void> {
    const before = this.#past.at(-1);
    if (!before) return;
    await this.#try(async () => {
      await this.#begin(before);
      this.#past = this.#past.slice(0, -1);
      this.#edits = [];
    });
  }

  /** An address that contains the whole sandbox. */
  async share(): Promise<void> {
    await this.#try(async () => {
      this.link = new URL(await linkToSandbox(this.request ?? {}), location.href).href;
    });
  }

  async #openExample(example: string): Promise<void> {
    this.example = await get("/examples/{example}", { example });
    const [first] = this.example.steps;
    if (first) await this.#open(first.request);
  }

  /** The next phase, with the orders of the example if the position is still the same. */
  #goOn(next: RequestJson): RequestJson {
    const step = this.example?.steps[this.#past.length];
    return step && positionOf(step.request) === positionOf(next) ? step.request : next;
  }

  #findLesson(): ExampleStep | null {
    const step = this.example?.steps[this.#past.length];
    return step && this.request && isSame(step.request, this.request) ? step : null;
  }

  async #fetch(source: Exclude<Source, { example: string }>): Promise<RequestJson> {
    if ("position" in source) return unpackPosition(source.position);
    if ("sandbox" in source) return (await get("/sandboxes/{key}", { key: source.sandbox })).request;
    if ("game" in source) return get("/games/{game}/sandbox", source);
    return get("/variants/{variant}/start", source);
  }

  async #open(request: RequestJson): Promise<void> {
    const edition = request.variant ?? "standard"; // such as colonia-i, or colonia-i@1 for its first edition
    const own = this.list?.variants.find((one) => one.id === edition.split("@")[0]);
    // An uploaded board is only in its owner's list, but anyone who sees a game on it may try it too.
    this.variant = own ?? (await get("/variants/{variant}", { variant: edition }));
    this.board = await loadBoard(edition === this.variant.id ? this.variant.board : `/api/v1/variants/${edition}/board`);
    this.#past = this.#edits = [];
    this.book = null;
    await this.#begin(request);
  }

  /** Show a position once the server has read it; throws if it cannot. */
  async #begin(request: RequestJson): Promise<void> {
    const whole = { ...request, orders: request.orders ?? {} };
    const power = request.dislodged?.[0]?.power ?? this.book?.power ?? this.#firstPower(request);
    const answer = await post("/sandboxes/options", {}, { request: whole, power });
    this.request = whole;
    this.base = answer.scene;
    this.verdict = null;
    this.link = "";
    this.#seat(answer);
  }

  /** The only power with orders, as for a player coming from a game; or else the first with units. */
  #firstPower(request: RequestJson): string {
    const ordered = Object.entries(request.orders ?? {}).filter(([, lines]) => lines.length);
    if (ordered.length === 1 && ordered[0]) return ordered[0][0];
    const units = request.units ?? {};
    return this.variant?.powers.find((power) => units[power.id]?.length)?.id ?? this.variant?.powers[0]?.id ?? "";
  }

  async #try(act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.problem = "";
    } catch (problem) {
      this.problem = tellProblem(problem);
    }
  }

  #listLines(): OrderLine[] {
    const drafts = new Set((this.hand?.drafts ?? []).map((line) => line.unit));
    const drawn = Object.values(this.orders).flat().filter((line) => !line.rejected && !drafts.has(line.unit));
    return drawn.map((line) => (line.power === this.book?.power ? { ...line, state: "set" } : line));
  }
}


/** A request without its orders. */
function positionOf(request: RequestJson): string {
  return JSON.stringify({ ...request, orders: null });
}

/** True if two requests have the same orders. */
function isSame(one: RequestJson, other: RequestJson): boolean {
  const write = ({ orders }: RequestJson) =>
    Object.entries(orders ?? {}).flatMap(([power, lines]) => lines.map((line) => `${power} ${line}`)).sort().join("\n");
  return positionOf(one) === positionOf(other) && write(one) === write(other);
}
