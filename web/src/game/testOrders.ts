/** Orders for tests, written shortly: `move("A BRI", "LON")`. */
import type { OrderLine } from "../api/types";
import { makeOrder, type OrderParts } from "./orderLines";
import { splitUnit } from "./spaces";

type More = Partial<OrderParts>;

/** An order of France. */
export function order(kind: OrderParts["kind"], unit: string, more: More = {}): OrderLine {
  return makeOrder("FRANCE", { kind, unit, at: splitUnit(unit)[1], ...more });
}

export const hold = (unit: string) => order("hold", unit);
export const move = (unit: string, to: string, more: More = {}) => order("move", unit, { to, ...more });
export const bomb = (from: string, to: string) => order("bomb", `BOMB ${from}`, { to });
export const convoy = (unit: string, other: string, to: string) =>
  order("convoy", unit, { other, of: splitUnit(other)[1], to });

/** The texts of orders. */
export function textsOf(orders: readonly OrderLine[]): string[] {
  return orders.map((line) => line.order);
}
