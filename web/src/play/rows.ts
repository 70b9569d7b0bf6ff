/** The list of orders by theatre: one row a unit, with whatever is to be said of it. */
import type { Plan, Sheet } from "../api/types";
import { parseOrder, tidyText } from "./orderText";
import { showUnit, spaceOf, splitUnit, type Places } from "./places";

export type Row = {
  unit: string;
  order: string | null;
  note: string;
  /** What the receipt says, where that is something else. */
  was: string | null;
  isWarned: boolean;
  isRefused: boolean;
  isUnsent: boolean;
};
export type Group = { theatre: string; rows: Row[]; ordered: number; missing: string[] };

export type RowFacts = {
  orders: readonly string[];
  saved: readonly string[];
  warnings: Plan["warnings"];
  changed: Sheet["changed"];
  refused: readonly { text: string; reason: string; hint: string | null }[];
};

/** Rows in the sequence of the server's list of units. */
export function makeGroups(
  places: Places,
  units: readonly { unit: string; theatre: string }[],
  facts: RowFacts,
): Group[] {
  const groups = new Map<string, Group>();
  const byUnit = new Map(facts.orders.map((order) => [parseOrder(order)?.unit ?? "", order]));
  for (const { unit, theatre } of units) {
    const group = groups.get(theatre) ?? { theatre, rows: [], ordered: 0, missing: [] };
    const order = byUnit.get(unit) ?? null;
    group.rows.push(makeRow(places, unit, order, facts));
    if (order) group.ordered += 1;
    else group.missing.push(unit);
    groups.set(theatre, group);
  }
  return [...groups.values()];
}

function makeRow(places: Places, unit: string, order: string | null, facts: RowFacts): Row {
  const row: Row = { unit, order, note: "", was: null, isWarned: false, isRefused: false, isUnsent: false };
  const changed = facts.changed.find((change) => (order ? change.order === order : unitOf(change.was) === unit));
  if (changed?.was) row.was = changed.was;
  if (!order) return { ...row, note: "no order, holds" };
  const refused = facts.refused.find((line) => line.text === order);
  if (refused) return { ...row, isRefused: true, note: tidyText(places, refused.hint ?? refused.reason) };
  const warning = facts.warnings.find((one) => one.order === order);
  if (warning) return { ...row, isWarned: true, note: tidyText(places, warning.text), isUnsent: isUnsent(order, facts) };
  return { ...row, note: tellWay(places, order, facts.orders), isUnsent: isUnsent(order, facts) };
}

function unitOf(order: string | null): string | null {
  return order === null ? null : (parseOrder(order)?.unit ?? null);
}

function isUnsent(order: string, facts: RowFacts): boolean {
  return !facts.saved.includes(order);
}

/** 'after A Bur leaves', 'by F ENG', 'by convoy'. */
function tellWay(places: Places, text: string, orders: readonly string[]): string {
  const order = parseOrder(text);
  if (order?.kind !== "move" || !order.to) return "";
  if (order.isCarried) return tellFerry(places, order.unit, order.to, orders);
  const target = spaceOf(order.to);
  const leaver = orders.map(parseOrder).find((other) => other?.kind === "move" && spaceOf(other.at) === target);
  return leaver ? `after ${showUnit(places, leaver.unit)} leaves` : "";
}

function tellFerry(places: Places, unit: string, to: string, orders: readonly string[]): string {
  const ferries = orders
    .map(parseOrder)
    .flatMap((other) => (other?.kind === "convoy" && other.other === unit && other.to === to ? [other.unit] : []));
  return ferries.length ? `by ${ferries.map((fleet) => showUnit(places, fleet)).join(", ")}` : "by convoy";
}

/** How many units of a list have orders. */
export function countOrdered(units: readonly { unit: string }[], orders: readonly string[]): number {
  const ordered = new Set(orders.map((order) => parseOrder(order)?.unit));
  return units.filter(({ unit }) => ordered.has(unit)).length;
}

/** Set an order: it takes the place of the one its unit had; two units never share one. */
export function setOrder(orders: readonly string[], text: string): string[] {
  const unit = unitOf(text);
  if (!unit) return [...orders, text];
  const here = orders.findIndex((order) => unitOf(order) === unit);
  return here < 0 ? [...orders, text] : orders.map((order, number) => (number === here ? text : order));
}

/** Take a unit's order away. */
export function dropOrder(orders: readonly string[], unit: string): string[] {
  return orders.filter((order) => unitOf(order) !== unit);
}

/** The order of a unit. */
export function findOrder(orders: readonly string[], unit: string): string | null {
  return orders.find((order) => unitOf(order) === unit) ?? null;
}

/** Where a unit stands. */
export function whereIs(unit: string): string {
  return splitUnit(unit)[1];
}
