/** Retreats in hand: one dislodged unit after another. */
import type { RetreatOptions } from "../../api/types";
import type { OrderLine, Pick, Targets } from "../../board/types";
import type { Why } from "../../facts/factsState.svelte";
import { makeOrder, showOrder } from "../../game/orderLines";
import { spaceOf, type Places } from "../../game/spaces";
import { announce } from "../../ui/announce.svelte";
import type { OrderBook } from "../orderBook";
import type { OrderInHand } from "../orderInHand";
import { findOrder, setOrder } from "../orderRows";

export type Fleeing = RetreatOptions["units"][number];

export class RetreatChoice implements OrderInHand {
  #unit = $state<string | null>(null);
  choice = $state.raw<OrderLine | null>(null);
  cursor = null;

  units: Fleeing[] = $derived.by(() => {
    const options = this.book.options;
    return options?.kind === "retreats" ? options.units : [];
  });
  /** Why a fleet carries no second army, in variants in which fleets carry retreating armies. */
  ferry: string = $derived.by(() => {
    const options = this.book.options;
    return options?.kind === "retreats" ? (options.ferry?.reason ?? "") : "";
  });
  unit: Fleeing | null = $derived(
    this.units.find((unit) => unit.unit === this.#unit) ?? this.units.find((unit) => !this.orderOf(unit)) ?? this.units[0] ?? null,
  );
  selected: string | null = $derived(this.unit && spaceOf(this.unit.at));
  /** Fleets that already carry another army: each carries one per season. */
  taken: Map<string, string> = $derived(this.#listTaken());

  constructor(
    readonly book: OrderBook,
    readonly places: Places,
  ) {}

  get targets(): Targets {
    const targets: Targets = {};
    for (const { to, via } of this.unit?.to ?? []) targets[spaceOf(to)] ??= { way: via ? "convoy" : "land" };
    return targets;
  }

  get drafts(): OrderLine[] {
    return this.choice ? [{ ...this.choice, state: "draft" }] : [];
  }

  /** The order that was set for a unit. */
  orderOf(unit: Fleeing): OrderLine | null {
    return findOrder(this.book.orders, unit.unit);
  }

  /** Take a dislodged unit in hand. */
  take(unit: string): void {
    this.#unit = unit;
    this.choice = null;
  }

  /** A tap on the board: another unit that must go, or a space for the one in hand. */
  pick(pick: Pick): boolean {
    const other = pick.isDislodged ? this.units.find((unit) => spaceOf(unit.at) === pick.space) : undefined;
    if (other && other !== this.unit) {
      this.take(other.unit);
      return true;
    }
    const target = this.unit?.to.find(({ to, via }) => spaceOf(to) === pick.space && !(via && this.taken.has(via)));
    if (target) this.choose(target.to, target.via);
    return Boolean(target);
  }

  /** Why a space is closed to the unit in hand. */
  whyNot(pick: Pick): Promise<Why | null> | null {
    if (!this.unit) return null;
    const closed = this.unit.closed.find(({ to }) => to === pick.space);
    return Promise.resolve(closed ? { text: closed.reason, clause: closed.clause?.id ?? null } : null);
  }

  /** Choose where it goes; nothing is saved until it is set. */
  choose(to: string, via: string | null): void {
    if (!this.unit) return;
    const { unit, at } = this.unit;
    const seas = via ? [via] : [];
    this.choice = makeOrder(this.book.power, { kind: "retreat", unit, at, to, ...(via && { carried: true, route: seas }) }, seas);
  }

  /** Choose to lose the unit. */
  disband(): void {
    if (this.unit) this.choice = makeOrder(this.book.power, { kind: "disband", unit: this.unit.unit, at: this.unit.at });
  }

  /** Set the choice, and take the next unit without an order in hand. */
  set(): void {
    if (!this.choice) return;
    this.book.change(setOrder(this.book.orders, this.choice));
    announce(`Set: ${showOrder(this.places, this.choice)}.`);
    this.choice = null;
    this.#unit = this.units.find((unit) => !this.orderOf(unit))?.unit ?? this.#unit;
  }

  #listTaken(): Map<string, string> {
    const taken = new Map<string, string>();
    for (const unit of this.units) {
      const via = this.orderOf(unit)?.route?.[0];
      if (via && unit !== this.unit) taken.set(via, unit.unit);
    }
    return taken;
  }
}
