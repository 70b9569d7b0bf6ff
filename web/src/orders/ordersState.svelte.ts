/** The state of the play page: board, position, own orders, and the order in hand. */
import { ApiError, get, tellProblem } from "../api/client";
import { shelf } from "../api/shelf";
import type { Game } from "../api/types";
import type { Board } from "../board/boardFile";
import type { OrderLine, Scene } from "../board/types";
import { loadBoard } from "../game/loadBoard";
import type { News } from "../game/openGame.svelte";
import { showUnit, showUnits, spaceOf } from "../game/spaces";
import { findHome } from "../game/startView";
import { BuildChoice } from "./builds/buildChoice.svelte";
import { Composer } from "./compose/composer.svelte";
import { GameOrders } from "./gameOrders.svelte";
import type { OrderInHand } from "./orderInHand";
import { findOrder } from "./orderRows";
import { RetreatChoice } from "./retreats/retreatChoice.svelte";

/** How many units a question names before "and 3 more". */
const MOST_NAMED = 6;

export type RoomOnView = { room: string | null; letter: number | null };

export class OrdersState {
  board = $state.raw<Board | null>(null);
  scene = $state.raw<Scene | null>(null);
  book = $state.raw<GameOrders | null>(null);
  composer = $state.raw<Composer | null>(null);
  retreating = $state.raw<RetreatChoice | null>(null);
  building = $state.raw<BuildChoice | null>(null);
  problem = $state("");
  /** The state of the panel (tab, press room, typed orders), kept while a phone is turned or a unit is in hand. */
  tab = $state("orders");
  room = $state.raw<RoomOnView>({ room: null, letter: null });
  typed = $state("");
  turn = $state(-1);
  #status = "";

  kind: string = $derived(this.book?.options?.kind ?? "");
  hand: OrderInHand | null = $derived(
    this.kind === "moves" ? this.composer : this.kind === "retreats" ? this.retreating : this.kind ? this.building : null,
  );
  /** The position with the player's own orders drawn in. */
  view: Scene | null = $derived(this.scene && { ...this.scene, orders: this.#listLines() });
  unordered: string[] = $derived(this.#listUnordered());

  constructor(
    /** The server reports that the turn is over. */
    readonly onover: () => void,
  ) {}

  /** Fetch what the page shows; the returned function shows it. */
  async fetch(game: Game, news: News, power: string | null, isForOther: boolean): Promise<() => void> {
    const book = this.#findBook(game, power, isForOther);
    const hasScene = this.#hasScene(game, news);
    const [board, scene, putOrders] = await Promise.all([
      this.board ?? loadBoard(game.board),
      hasScene ? this.scene : this.#fetchScene(game),
      book?.fetch(game.turn, !hasScene),
    ]);
    return () => {
      putOrders?.();
      this.#dropLost();
      this.board = board;
      this.#seat(book, board);
      this.scene = scene;
      this.turn = game.turn;
      this.#status = game.status;
      this.problem = "";
    };
  }

  /** The requested data cannot be shown. */
  refuse(problem: unknown): void {
    this.problem = tellProblem(problem);
  }

  /** The orders to edit; none for a spectator. */
  #findBook(game: Game, power: string | null, isForOther: boolean): GameOrders | null {
    const mayOrder = game.status !== "ended" && (isForOther || game.you?.may.includes("orders"));
    if (!power || !mayOrder) return null;
    const known = this.book?.power === power && this.book.isForOther === isForOther ? this.book : null;
    return known ?? new GameOrders(game.id, power, isForOther, shelf, this.onover);
  }

  /** True if the shown position is the game's current one; orders do not change it. */
  #hasScene(game: Game, news: News): boolean {
    const isSame = this.turn === game.turn && this.#status === game.status;
    return isSame && this.scene !== null && [...news].every((kind) => kind === "orders");
  }

  async #fetchScene(game: Game): Promise<Scene> {
    const scene = await get("/games/{game}/scene", { game: game.id });
    // The position must match the phase of the page; if it does not, the page is out of date and loads again.
    if (scene.phase !== game.phase && game.status !== "ended") throw new ApiError(0, "behind", "The phase has changed.");
    return scene;
  }

  /** Where to look first: at what must be decided, or else the reader's units, or else the whole board. */
  get home(): string[] {
    const options = this.book?.options;
    const first = options?.kind === "retreats" ? options.units[0] : undefined;
    if (first) return [first.at, ...first.to.map((way) => way.to)].map(spaceOf);
    const power = this.book?.power ?? "";
    return this.board ? findHome(this.board, this.scene?.units[power] ?? []) : [];
  }

  /** A correction may have taken the unit that is in hand off the board. */
  #dropLost(): void {
    const { composer } = this;
    const unit = composer?.draft?.unit.unit;
    if (unit && !composer.listed.some((other) => other.unit === unit)) composer.letGo();
  }

  /** Switch to a book of orders; the current one keeps its order in hand. */
  #seat(book: GameOrders | null, board: Board): void {
    if (this.book === book) return;
    this.book = book;
    if (!book) return;
    this.composer = new Composer(book, board);
    this.retreating = new RetreatChoice(book, board);
    this.building = new BuildChoice(book, board);
  }

  #listLines(): OrderLine[] {
    const { book } = this;
    if (!book?.sheet) return this.scene?.orders ?? [];
    const drafts = new Set((this.hand?.drafts ?? []).map((line) => line.unit));
    // A refused line has no effect, so nothing is drawn for it.
    const drawn = book.orders.filter((line) => !line.rejected && !drafts.has(line.unit));
    return drawn.map((line) => this.#addRoute({ ...line, state: "set" }, book.orders));
  }

  /** The seas of a carried army, from the fleets ordered to carry it, until the server sends its route. */
  #addRoute(line: OrderLine, orders: readonly OrderLine[]): OrderLine {
    if (line.kind !== "move" || line.route?.length || !line.carried) return line;
    const fleets = orders.filter((other) => other.kind === "convoy" && other.of === line.at && other.to === line.to);
    return fleets.length === 1 ? { ...line, route: fleets.map((fleet) => spaceOf(fleet.at)) } : line;
  }

  /** Units that would hold or be disbanded if the phase were judged now. */
  get missing(): string[] {
    const orders = this.book?.orders ?? [];
    const due = this.kind === "moves" ? this.composer?.units : this.kind === "retreats" ? this.retreating?.units : [];
    return (due ?? []).map(({ unit }) => unit).filter((unit) => !findOrder(orders, unit));
  }

  /** What would happen by default if the phase were judged now; empty if all is decided. */
  get undecided(): string {
    if (this.kind === "adjustments") return this.#tellOpen();
    const { missing } = this;
    if (!missing.length) return "";
    const names = missing.slice(0, MOST_NAMED).map((unit) => (this.board ? showUnit(this.board, unit) : unit));
    const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : "";
    const what = this.kind === "retreats" ? "will be disbanded" : "will hold";
    return `${missing.length === 1 ? "1 unit has" : `${missing.length} units have`} no order and ${what}: ${names.join(", ")}${more}.`;
  }

  /** Builds and removals that are open in Winter. */
  #tellOpen(): string {
    const { building, board } = this;
    if (!building || building.open <= 0) return "";
    const { open, options } = building;
    const what = building.isRemoving ? "removal" : "build";
    const count = `${open} ${what}${open === 1 ? " is" : "s are"}`;
    if (!building.isRemoving) return `${count} neither set nor waived. ${options.default}`;
    // The server's forecast holds for a power that chose nothing.
    if (building.used) return `${count} not chosen, and the rules choose.`;
    return `${count} not chosen. ${board ? showUnits(options.default, (unit) => showUnit(board, unit)) : options.default}`;
  }

  /** Set the order in hand if it is complete: the player clearly means it. */
  setWhole(): void {
    if (this.kind === "moves" && this.composer?.order) this.composer.set();
    else if (this.kind === "retreats" && this.retreating?.choice) this.retreating.set();
    else if (this.kind === "adjustments" && this.building?.choice) this.building.set();
  }

  #listUnordered(): string[] {
    const { book } = this;
    if (book?.options?.kind !== "moves") return [];
    return book.options.units.filter(({ unit }) => !findOrder(book.orders, unit)).map(({ at }) => spaceOf(at));
  }
}
