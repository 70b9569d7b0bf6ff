/** Orders for tests, written shortly: `move("A BRI", "LON")`. */
import type { OrderLine, RefusedLine, Sheet } from "../api/schema";
import { makeOrder, type OrderParts } from "./orderLines";
import { splitUnit } from "./spaces";

type More = Partial<OrderParts>;

/** An order of France, as the server tells it. */
export function order(kind: OrderParts["kind"], unit: string, more: More = {}): OrderLine {
  const empty = { to: null, of: null, other: null, carried: false, bombs: 0, route: [], rejected: false, state: "set" as const };
  return { ...empty, ...makeOrder("FRANCE", { kind, unit, at: splitUnit(unit)[1], ...more }) } as OrderLine;
}

export const hold = (unit: string) => order("hold", unit);
export const move = (unit: string, to: string, more: More = {}) => order("move", unit, { to, ...more });
export const bomb = (from: string, to: string) => order("bomb", `BOMB ${from}`, { to });
export const convoy = (unit: string, other: string, to: string) =>
  order("convoy", unit, { other, of: splitUnit(other)[1], to });

/** The texts of orders. */
export function textsOf(orders: readonly { order: string }[]): string[] {
  return orders.map((line) => line.order);
}

/** A line that was refused. */
export function refuse(text: string, unit: string, reason: string, hint: string): RefusedLine {
  return { power: "FRANCE", text, unit, reason, hint, clause: null, cite: "", choices: [] };
}

/** A sheet of France with these orders in plan A. */
export function makeSheet(orders: OrderLine[], { version = 1, turn = 4, refused = [] as RefusedLine[] } = {}): Sheet {
  return {
    turn, phase: "F1756M", title: "Fall 1756, orders", power: "FRANCE", is_due: true, plan_b: null, receipt: null,
    changed: [], missing: [], total: 3, unused: 0, is_locked: false, ready: false, state: "saved", late: null,
    last_turn: [], notes: "", hidden: false, refused: [], amended: null, judging: false,
    plan_a: { version, saved_at: null, by: "player", orders, refused, standing: { retreats: [], builds: [] }, warnings: [] },
  };
}
