/** Builds and removals in hand. A waiver is an order like any other. */
import type { AdjustmentOptions } from "../../api/types";
import type { OrderLine, Pick, Targets } from "../../board/types";
import type { Why } from "../../facts/factsState.svelte";
import { makeOrder, showOrder } from "../../game/orderLines";
import { spaceOf, splitUnit, type Places } from "../../game/spaces";
import { announce } from "../../ui/announce.svelte";
import type { OrderBook } from "../orderBook";
import type { OrderInHand } from "../orderInHand";

const NONE: AdjustmentOptions = { kind: "adjustments", count: 0, sites: [], closed: [], removable: [], default: "", waiting_for: null, turn: null };

export class BuildChoice implements OrderInHand {
  /** A unit to build, e.g. `F BDX`, that is not set yet. */
  choice = $state<string | null>(null);
  cursor = null;

  options: AdjustmentOptions = $derived.by(() =>
    this.book.options?.kind === "adjustments" ? this.book.options : NONE,
  );
  isRemoving: boolean = $derived(this.options.count < 0);
  /** The number of removals due, or of builds for which there are sites. */
  total: number = $derived(this.isRemoving ? -this.options.count : Math.min(this.options.count, this.options.sites.length));
  used: number = $derived.by(() => this.book.orders.length);
  /** The number of builds or removals neither set nor waived, as far as there is a site or a unit for them. */
  open: number = $derived.by(() => Math.min(this.total - this.used, this.#countFree()));
  waived: number = $derived.by(() => this.book.orders.filter((order) => order.kind === "waive").length);
  selected: string | null = $derived(this.choice ? spaceOf(splitUnit(this.choice)[1]) : null);

  constructor(
    readonly book: OrderBook,
    readonly places: Places,
  ) {}

  get targets(): Targets {
    if (this.isRemoving) return {};
    return Object.fromEntries(this.options.sites.map((site) => [site.space, { way: "land" }]));
  }

  get drafts(): OrderLine[] {
    return this.choice ? [{ ...this.#make("build", this.choice), state: "draft" }] : [];
  }

  /** True if a unit is among the builds or removals that are set. */
  isSet(unit: string): boolean {
    return this.book.orders.some((order) => order.unit === unit);
  }

  /** What is set on a site. */
  setAt(space: string): string | null {
    return this.book.orders.find((one) => one.kind === "build" && spaceOf(one.at) === space)?.unit ?? null;
  }

  /** A tap on the board: on a site it chooses the first possible build, on a unit the removal. */
  pick(pick: Pick): boolean {
    if (this.isRemoving) {
      const unit = this.options.removable.find((one) => spaceOf(splitUnit(one)[1]) === pick.space);
      if (unit) this.toggleRemoval(unit);
      return Boolean(unit);
    }
    const site = this.options.sites.find((one) => one.space === pick.space);
    const first = site?.units[0];
    if (!site || !first) return false;
    const here = site.units.indexOf(this.choice ?? "");
    // Tapping a site again goes on to the next kind that can be built there.
    this.choose(site.units[(here + 1) % site.units.length] ?? first);
    return true;
  }

  /** Why nothing can be built in a space. */
  whyNot(pick: Pick): Promise<Why | null> | null {
    const closed = this.options.closed.find(({ space }) => space === pick.space);
    return closed ? Promise.resolve({ text: closed.reason, clause: closed.clause?.id ?? null }) : null;
  }

  /** Choose what to build; choosing it again undoes it. */
  choose(unit: string): void {
    if (this.isSet(unit)) this.#change(this.book.orders.filter((order) => order.unit !== unit), "Taken back");
    else this.choice = unit === this.choice ? null : unit;
  }

  /** Set the chosen build; it replaces another one on the same site. */
  set(): void {
    const unit = this.choice;
    if (!unit) return;
    const space = spaceOf(splitUnit(unit)[1]);
    const others = this.book.orders.filter((order) => spaceOf(order.at) !== space);
    const build = this.#make("build", unit);
    this.#change([...this.#makeRoom(others), build], `Set: ${showOrder(this.places, build)}`);
    this.choice = null;
  }

  /** Leave one build unused, by choice. */
  waive(): void {
    this.choice = null;
    this.#change([...this.#makeRoom(this.book.orders), this.#make("waive", "")], "One build waived");
  }

  /** Take a waiver back. */
  unwaive(): void {
    const at = this.book.orders.findIndex((order) => order.kind === "waive");
    this.#change(this.book.orders.filter((_, number) => number !== at), "Taken back");
  }

  /** Remove a unit, or keep it after all. */
  toggleRemoval(unit: string): void {
    const order = this.#make("disband", unit);
    const isThere = this.isSet(unit);
    const rest = this.book.orders.filter((one) => one.unit !== unit);
    if (isThere) this.#change(rest, "Kept");
    else if (rest.length < this.total) this.#change([...rest, order], `Set: ${showOrder(this.places, order)}`);
    else announce(`${this.total} are already chosen. Tap one of them first.`);
  }

  #countFree(): number {
    if (this.isRemoving) return this.options.removable.filter((unit) => !this.isSet(unit)).length;
    return this.options.sites.filter((site) => !this.setAt(site.space)).length;
  }

  #make(kind: "build" | "disband" | "waive", unit: string): OrderLine {
    return makeOrder(this.book.power, { kind, unit, at: splitUnit(unit)[1] });
  }

  /** When all builds are used, a waiver is dropped first, then the earliest build. */
  #makeRoom(orders: readonly OrderLine[]): OrderLine[] {
    if (orders.length < this.total) return [...orders];
    const waiver = orders.findIndex((order) => order.kind === "waive");
    const out = waiver < 0 ? 0 : waiver;
    return orders.filter((_, number) => number !== out);
  }

  #change(orders: OrderLine[], told: string): void {
    this.book.change(orders);
    announce(`${told}. ${this.book.orders.length} of ${this.total}.`);
  }
}
