/** The order in hand on the play page: begun by tap, key or row, set in the book, followed by the next unit. */
import type { UnitToOrder } from "../../api/types";
import type { OrderLine, Pick, Targets } from "../../board/types";
import { showOrder } from "../../game/orderLines";
import type { Why } from "../../facts/factsState.svelte";
import { spaceOf, type Places } from "../../game/spaces";
import { announce } from "../../ui/announce.svelte";
import { joinWords } from "../../ui/joinWords";
import type { OrderBook } from "../orderBook";
import type { OrderInHand } from "../orderInHand";
import { countOrdered, dropOrder, findOrder, setOrder } from "../orderRows";
import { findBomb, isBomb, listBombs } from "./bombs";
import {
  chooseKind, helpOrders, isPassenger, listChoices, listKinds, orderOf, stepBack, takeChoice, takeUnit, tapSpace, tryOrder,
  type Choice, type Draft, type Help, type Kind,
} from "./draftOrder";
import { nameTaken } from "./draftSentence";
import { findNext, findOffer, findPrevious, sortClockwise } from "./nextUnit";

/** How long 'Undo' stays beside the order just set. */
const UNDO_TIME = 10_000;

/** An order that the order in hand needs, and the helping unit's current order. */
export type OfferedHelp = Help & { has: OrderLine | null };

export class Composer implements OrderInHand {
  draft = $state.raw<Draft | null>(null);
  /** The target chosen by keys. */
  cursor = $state<string | null>(null);
  /** Orders set last, while they can be undone beside the next unit. */
  just = $state.raw<OrderLine[]>([]);
  /** Units that the player wants to help although they have another order, or not to help. */
  #ticks = $state.raw<Record<string, boolean>>({});
  #last = $state.raw<OrderLine[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  units: UnitToOrder[] = $derived.by(() => {
    const options = this.book.options;
    return options?.kind === "moves" ? options.units : [];
  });
  /** Bombs that can be launched, where the game has any. */
  bombs: UnitToOrder[] = $derived.by(() => {
    const options = this.book.options;
    return options?.kind === "moves" ? listBombs(this.places, options.launches) : [];
  });
  /** Units by theatre and then the bombs, for the list. */
  listed: { unit: string; theatre: string; aboard?: boolean }[] = $derived([
    ...this.units,
    ...this.bombs.map(({ unit }) => ({ unit, theatre: "Bombs" })),
  ]);
  choices: Choice[] = $derived(this.draft ? listChoices(this.draft) : []);
  order: OrderLine | null = $derived.by(() => this.draft && orderOf(this.book.power, this.draft));
  offer: OrderLine | null = $derived(this.#findOffer());
  /** The orders that other own units need for the order in hand. */
  helps: OfferedHelp[] = $derived(this.#listHelps());
  kinds: Kind[] = $derived(this.draft ? listKinds(this.draft, this.hasUnit, this.hasBomb) : []);
  ordered: number = $derived.by(() => countOrdered(this.units, this.book.orders));
  launched: number = $derived.by(() => countOrdered(this.bombs, this.book.orders));
  ownSpaces: Set<string> = $derived(new Set(this.units.map((unit) => spaceOf(unit.at))));

  selected: string | null = $derived(this.draft && spaceOf(this.draft.unit.at));

  constructor(
    readonly book: OrderBook,
    readonly places: Places,
  ) {}

  /** The order in hand and those of the units that help it, as dashed lines. */
  get drafts(): OrderLine[] {
    if (!this.order) return [];
    const helps = this.helps.filter((help) => this.isTicked(help)).map((help) => help.order);
    return [this.order, ...helps].map((line) => ({ ...line, state: "draft" }));
  }

  /** ', 2 bombs' after a count of orders; empty if none was ordered. */
  get bombText(): string {
    return this.launched ? `, ${this.launched} ${this.launched === 1 ? "bomb" : "bombs"}` : "";
  }

  /** True if a unit is in hand, or a bomb that lies with one. */
  get hasUnit(): boolean {
    return this.selected !== null && this.ownSpaces.has(this.selected);
  }

  /** True if a bomb is in hand, or a unit that stands with one. */
  get hasBomb(): boolean {
    return this.selected !== null && this.bombs.some((bomb) => bomb.at === this.selected);
  }

  /** The spaces to highlight; a bomb reaches all of them. */
  get targets(): Targets {
    const targets: Targets = {};
    if (this.draft?.kind === "bomb") return targets;
    for (const choice of this.choices) {
      const isDashed = choice.way === "convoy" && !targets[choice.space];
      if (choice.isFar && targets[choice.space]) continue;
      targets[choice.space] ??= { way: isDashed ? "convoy" : "land" };
    }
    return targets;
  }

  /** True if a helping unit is to be ordered as well: by default if it has no order. */
  isTicked(help: OfferedHelp): boolean {
    return this.#ticks[help.unit] ?? help.has === null;
  }

  /** Tick or clear one of the units that help. */
  tick(unit: string, isTicked: boolean): void {
    this.#ticks = { ...this.#ticks, [unit]: isTicked };
  }

  /** Take a unit in hand. */
  take(unit: string): void {
    const options = [...this.units, ...this.bombs].find((other) => other.unit === unit);
    if (!options || this.book.isLocked) return;
    this.#put(takeUnit(options));
  }

  /** A tap on the board; false if it did nothing, and the order in hand stays. */
  pick(pick: Pick): boolean {
    const draft = this.draft;
    if (draft) {
      const isHeldAgain = draft.kind === "hold" && pick.space === spaceOf(draft.unit.at);
      if (isHeldAgain) return this.set();
      const next = tapSpace(draft, pick.space);
      if (next) return this.#put(next);
    }
    const own = this.#findOwn(pick);
    if (own && own.unit !== draft?.unit.unit) {
      this.take(own.unit);
      return true;
    }
    return false;
  }

  /** Why a space is no target of the order in hand, as the server refuses it. */
  whyNot(pick: Pick): Promise<Why | null> | null {
    return this.draft && this.#ask(tryOrder(this.draft, pick));
  }

  async #ask(order: string): Promise<Why | null> {
    const line = order ? (await this.book.check(order).catch(() => null))?.lines[0] : null;
    if (!line?.message) return null;
    return { text: line.message, clause: line.clause };
  }

  /** Choose Move, Support, Convoy, Hold, or the bomb that lies in the same space. */
  chooseKind(kind: Kind): void {
    const draft = this.draft;
    if (!this.kinds.includes(kind)) return;
    if (!draft || kind === "bomb") return draft ? this.takeBomb(spaceOf(draft.unit.at)) : undefined;
    const unit = isBomb(draft.unit.unit) ? this.units.find((own) => spaceOf(own.at) === draft.unit.at) : draft.unit;
    if (unit) this.#put(chooseKind({ ...draft, unit }, kind));
  }

  /** Take the bomb of a space in hand. */
  takeBomb(space: string): void {
    const bomb = findBomb(this.bombs, space, (unit) => this.#hasOrder(unit));
    if (bomb) this.take(bomb.unit);
  }

  /** Choose a chip. */
  choose(choice: Choice): void {
    if (this.draft) this.#put(takeChoice(this.draft, choice));
  }

  /** Choose one of several convoy routes. */
  chooseRoute(route: number): void {
    if (this.draft) this.#put({ ...this.draft, route });
  }

  /** Set the order in hand (or an offered one), and the orders of units that help it. */
  set(offered: OrderLine | null = null): boolean {
    const order = offered ?? this.order;
    const from = this.draft?.unit ?? null;
    if (!order || !from) return false;
    const extra = offered ? [] : this.helps.filter((help) => this.isTicked(help)).map((help) => help.order);
    const set = [order, ...extra];
    this.book.change(extra.reduce((orders, other) => setOrder(orders, other), setOrder(this.book.orders, order, from.unit)));
    this.#show(set);
    announce(`Set: ${joinWords(set.map((line) => showOrder(this.places, line)))}. ${this.ordered} of ${this.units.length}${this.bombText}.`);
    this.next(from);
    return true;
  }

  /** Remove the order of the unit in hand. */
  clear(): void {
    const unit = this.draft?.unit.unit;
    if (unit) this.book.change(dropOrder(this.book.orders, unit));
  }

  /** Take the next unit without orders in hand. */
  next(from: UnitToOrder | null = this.draft?.unit ?? null): void {
    // A unit that stood with the bomb comes before all others.
    const beside = from && isBomb(from.unit) ? this.units.find(({ unit, at }) => spaceOf(at) === from.at && !this.#hasOrder(unit)) : null;
    const next = beside ?? findNext(this.places, this.units, (unit) => this.#hasOrder(unit), from);
    if (next) this.take(next.unit);
    else this.letGo();
  }

  /** Take the previous unit without orders in hand. */
  previous(): void {
    const before = findPrevious(this.units, (unit) => this.#hasOrder(unit), this.draft?.unit ?? null);
    if (before) this.take(before.unit);
  }

  /** One step back; from the first step, drop the unit. */
  back(): void {
    const before = this.draft && stepBack(this.draft);
    if (before) this.#put(before);
    else this.letGo();
  }

  /** Return to an earlier state of the order in hand. */
  restore(draft: Draft | null): void {
    if (draft && draft !== this.draft) this.#put(draft);
  }

  /** Drop the unit without a change. */
  letGo(): void {
    this.draft = null;
    this.cursor = null;
  }

  /** Undo the last change. */
  undo(): void {
    const change = this.book.undo();
    this.just = this.#last = [];
    if (change) announce("Undone.");
  }

  /** Step through the targets by key, clockwise from the nearest. */
  step(way: 1 | -1): void {
    const draft = this.draft;
    if (!draft) return;
    const spaces = sortClockwise(this.places, draft.unit.at, [...new Set(this.choices.map((choice) => choice.space))]);
    if (!spaces.length) return;
    const here = spaces.indexOf(this.cursor ?? "");
    this.cursor = spaces[here < 0 ? (way > 0 ? 0 : spaces.length - 1) : (here + way + spaces.length) % spaces.length] ?? null;
    if (this.cursor) announce(this.places.spaces.get(this.cursor)?.name ?? this.cursor);
  }

  /** Choose the target reached by keys. */
  takeCursor(): boolean {
    const next = this.draft && this.cursor ? tapSpace(this.draft, this.cursor) : null;
    return next ? this.#put(next) : false;
  }

  /** The player's unit at a tapped space, or a bomb if there is no unit; an army aboard shares its space with the ship. */
  #findOwn(pick: Pick): UnitToOrder | null {
    const here = this.units.filter((unit) => spaceOf(unit.at) === pick.space);
    const unit = here.find((unit) => unit.unit === pick.unit) ?? here[0];
    return unit ?? findBomb(this.bombs, pick.space, (bomb) => this.#hasOrder(bomb));
  }

  #put(draft: Draft): true {
    const isNewUnit = draft.unit.unit !== this.draft?.unit.unit;
    if (isNewUnit) this.#ticks = {};
    this.draft = draft;
    this.cursor = null;
    if (isNewUnit) announce(`${nameTaken(this.places, draft.unit)}.`);
    void this.#fill(draft);
    return true;
  }

  /** Fetch what the server lists only on demand: convoy routes, and where a fleet can land an army. */
  async #fill(draft: Draft): Promise<void> {
    if (draft.isCarried && draft.to !== null && !draft.routes.length) await this.#fillRoutes(draft);
    const isCarrying = draft.kind === "convoy" && !isPassenger(draft);
    if (isCarrying && draft.of !== null && draft.landings === null) await this.#fillLandings(draft);
  }

  async #fillRoutes(draft: Draft): Promise<void> {
    const known = draft.unit.convoyed.find((target) => target.to === draft.to)?.fleets ?? [];
    if (known.length) this.draft = { ...draft, routes: [known] };
    const routes = await this.book.findRoutes(draft.unit.unit, draft.to ?? "");
    if (!routes || !this.#isStill(draft)) return;
    this.draft = { ...draft, routes: routes.length ? routes : known.length ? [known] : [] };
  }

  async #fillLandings(draft: Draft): Promise<void> {
    const army = draft.unit.convoys.find((other) => other.at === draft.of)?.unit ?? "";
    const landings = await this.book.findLandings(draft.unit.unit, army);
    if (landings && this.#isStill(draft)) this.draft = { ...draft, landings };
  }

  #isStill(draft: Draft): boolean {
    const now = this.draft;
    return now?.unit.unit === draft.unit.unit && now.kind === draft.kind && now.to === draft.to && now.of === draft.of;
  }

  #hasOrder(unit: string): boolean {
    return findOrder(this.book.orders, unit) !== null;
  }

  #listHelps(): OfferedHelp[] {
    if (!this.draft) return [];
    return helpOrders(this.book.power, this.draft, this.units).flatMap((help) => {
      const has = findOrder(this.book.orders, help.unit);
      return has?.order === help.order.order ? [] : [{ ...help, has }];
    });
  }

  #findOffer(): OrderLine | null {
    const draft = this.draft;
    if (!draft || !this.#last.length || draft.to !== null || draft.of !== null || draft.kind === "hold") return null;
    return this.#hasOrder(draft.unit.unit) ? null : findOffer(this.book.power, draft.unit, this.#last);
  }

  #show(set: OrderLine[]): void {
    this.just = this.#last = set;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.just = []), UNDO_TIME);
  }
}
