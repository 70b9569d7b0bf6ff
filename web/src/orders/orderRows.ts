/** The list of orders by theatre: one row per unit, with its remarks. */
import type { Plan, RefusedLine, Sheet } from "../api/types";
import type { OrderLine } from "../board/types";
import { tellRefusal } from "../game/refusals";
import { showOrders, showUnit, spaceOf, splitUnit, type Places } from "../game/spaces";
import { isBomb, nameBomb } from "./compose/bombs";

export type Row = {
  unit: string;
  /** An army aboard a ship in the same space. */
  isAboard: boolean;
  order: OrderLine | null;
  note: string;
  /** The order in the receipt, if it differs. */
  was: string | null;
  isWarned: boolean;
  isRefused: boolean;
  isUnsent: boolean;
};
export type Group = { theatre: string; rows: Row[]; ordered: number; missing: string[] };

export type RowFacts = {
  orders: readonly OrderLine[];
  saved: readonly OrderLine[];
  warnings: Plan["warnings"];
  changed: Sheet["changed"];
  refused: readonly RefusedLine[];
};

/** Rows in the order of the server's list of units. */
export function makeGroups(
  places: Places,
  units: readonly { unit: string; theatre: string; aboard?: boolean }[],
  facts: RowFacts,
): Group[] {
  const groups = new Map<string, Group>();
  const keys = listUnits(facts.orders);
  const written = facts.orders.map((order, number) => [keys[number] ?? "", order] as const);
  // A unit may have both an order and refused lines; its row shows the order.
  const byUnit = new Map([...written.filter(([, order]) => order.rejected), ...written.filter(([, order]) => !order.rejected)]);
  for (const { unit, theatre, aboard = false } of units) {
    const group = groups.get(theatre) ?? { theatre, rows: [], ordered: 0, missing: [] };
    const order = byUnit.get(unit) ?? null;
    group.rows.push(makeRow(places, unit, order, facts, aboard));
    if (order) group.ordered += 1;
    else if (!isBomb(unit)) group.missing.push(unit);
    groups.set(theatre, group);
  }
  return [...groups.values()];
}

function makeRow(places: Places, unit: string, order: OrderLine | null, facts: RowFacts, isAboard: boolean): Row {
  const row: Row = { unit, isAboard, order, note: "", was: null, isWarned: false, isRefused: false, isUnsent: false };
  const changed = facts.changed.find((change) => change.unit === unit);
  if (changed?.was) row.was = changed.was;
  if (!order) return { ...row, note: isBomb(unit) ? "ready" : isAboard ? "no order, stays aboard" : "no order, holds" };
  const refused = facts.refused.find((line) => line.text === order.order);
  if (refused) return { ...row, isRefused: true, note: tellRefusal(refused) };
  row.isUnsent = !facts.saved.some((line) => line.order === order.order);
  const warning = facts.warnings.find((one) => one.order === order.order);
  if (warning) return { ...row, isWarned: true, note: showOrders(places, warning.text) };
  return { ...row, note: tellWay(places, order, facts.orders) };
}

/** 'after A Bur leaves', 'by F ENG', 'by convoy'. */
function tellWay(places: Places, order: OrderLine, orders: readonly OrderLine[]): string {
  if (order.kind !== "move" || !order.to) return "";
  if (order.carried) return tellFerry(places, order, orders);
  const target = spaceOf(order.to);
  const leaver = orders.find((other) => other.kind === "move" && spaceOf(other.at) === target);
  return leaver ? `after ${showUnit(places, leaver.unit)} leaves` : "";
}

function tellFerry(places: Places, order: OrderLine, orders: readonly OrderLine[]): string {
  const ferries = orders.filter((other) => other.kind === "convoy" && other.other === order.unit && other.to === order.to);
  return ferries.length ? `by ${ferries.map((fleet) => showUnit(places, fleet.unit)).join(", ")}` : "by convoy";
}

/** Which unit each order is for; bombs of one space are told apart by number. */
function listUnits(orders: readonly OrderLine[]): (string | null)[] {
  const bombs = new Map<string, number>();
  return orders.map((order) => {
    if (order.kind !== "bomb") return order.unit || null;
    const number = bombs.get(order.at) ?? 0;
    bombs.set(order.at, number + 1);
    return nameBomb(order.at, number);
  });
}

/** How many units of a list have orders. */
export function countOrdered(units: readonly { unit: string }[], orders: readonly OrderLine[]): number {
  const ordered = new Set(listUnits(orders));
  return units.filter(({ unit }) => ordered.has(unit)).length;
}

/**
 * Set an order in place of the unit's old one. A bomb without a number is one
 * more; the server reports if there are too many.
 */
export function setOrder(
  orders: readonly OrderLine[],
  order: OrderLine,
  unit = order.kind === "bomb" ? null : order.unit,
): OrderLine[] {
  if (!unit) return [...orders, order];
  const units = listUnits(orders);
  const here = units.indexOf(unit);
  if (here < 0) return [...orders, order];
  // Drop refused lines for the same unit too, because two orders for a unit cancel each other.
  return orders.flatMap((other, number) => (number === here ? [order] : units[number] === unit ? [] : [other]));
}

/** Refused lines that no row shows. */
export function listUnshown<Line extends { text: string }>(groups: readonly Group[], refused: readonly Line[]): Line[] {
  const shown = new Set(groups.flatMap((group) => group.rows.filter((row) => row.isRefused).map((row) => row.order?.order)));
  return refused.filter((line) => !shown.has(line.text));
}

/** Take a unit's order away. */
export function dropOrder(orders: readonly OrderLine[], unit: string): OrderLine[] {
  const units = listUnits(orders);
  return orders.filter((_, number) => units[number] !== unit);
}

/** The order of a unit. */
export function findOrder(orders: readonly OrderLine[], unit: string): OrderLine | null {
  return orders[listUnits(orders).indexOf(unit)] ?? null;
}

/** Where a unit stands. */
export function whereIs(unit: string): string {
  return splitUnit(unit)[1];
}
