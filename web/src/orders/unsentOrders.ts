/** Changes are stored on this device before they are sent, so that neither a lost connection nor a reload loses them. */
import type { Shelf } from "../api/shelf";
import type { Plan, Sheet, StandingOrders } from "../api/types";
import type { OrderLine } from "../board/types";
import { makeUnread } from "../game/orderLines";

export type PlanName = "A" | "B";
/** Orders that the server may not have. `base` is the version on which they are based. */
export type Kept = {
  turn: number;
  phase: string;
  plan: PlanName;
  base: number | null;
  orders: OrderLine[];
  standing: StandingOrders;
  /** Orders sent without a response, as `listTexts` writes them; the server may have them anyway. */
  sent: string[];
  at: string;
};

const PREFIX = "legation.orders";

function keyFor(game: string, power: string, plan: PlanName): string {
  return `${PREFIX}.${game}.${power}.${plan}`;
}

/** Store changes; false if the device has no storage or no room. */
export function keep(shelf: Shelf, game: string, power: string, kept: Kept): boolean {
  try {
    shelf.setItem(keyFor(game, power, kept.plan), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** The stored changes, if there are any. */
export function recall(shelf: Shelf, game: string, power: string, plan: PlanName): Kept | null {
  try {
    const text = shelf.getItem(keyFor(game, power, plan));
    const value: unknown = text === null ? null : JSON.parse(text);
    return isKept(value) ? { ...value, sent: value.sent ?? [], orders: value.orders.map((order) => readOrder(power, order)) } : null;
  } catch {
    return null;
  }
}

/** Delete the stored changes once the server has them all. */
export function forget(shelf: Shelf, game: string, power: string, plan: PlanName): void {
  try {
    shelf.removeItem(keyFor(game, power, plan));
  } catch {
    // Unavailable storage holds nothing to delete.
  }
}

/** Earlier versions of this page kept only the text of an order. */
function readOrder(power: string, order: OrderLine | string): OrderLine {
  return typeof order === "string" ? makeUnread(power, order) : order;
}

function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Kept> | null;
  return (
    typeof kept === "object" && kept !== null && typeof kept.turn === "number" && Array.isArray(kept.orders) &&
    (kept.plan === "A" || kept.plan === "B")
  );
}

/** What to do with stored changes, compared with the server's sheet. */
export type Fate = "none" | "same" | "send" | "conflict" | "late";

/** Compare stored changes with the server's sheet. */
export function judgeKept(kept: Kept | null, sheet: Sheet): Fate {
  if (!kept) return "none";
  if (kept.turn !== sheet.turn) return "late";
  const plan = kept.plan === "A" ? sheet.plan_a : sheet.plan_b;
  if (isSame(plan?.orders ?? [], kept.orders)) return isSameStanding(plan?.standing, kept.standing) ? "same" : "send";
  // Only the response was lost, not changed by another device: apply later changes on top.
  const isOwn = (plan?.version ?? null) === kept.base || kept.sent.includes(listTexts(listLines(plan)));
  return isOwn ? "send" : "conflict";
}

/** The lines of a plan: the orders, and refused lines as written. */
export function listLines(plan: Plan | null): OrderLine[] {
  return [...(plan?.orders ?? []), ...(plan?.refused ?? []).map((line) => makeUnread(line.power, line.text, line.unit))];
}

/** Orders as one text, independent of their sequence. */
export function listTexts(lines: readonly OrderLine[]): string {
  return lines.map((line) => line.order).sort().join("\n");
}

/** Standing orders are tried one after another, so their sequence matters. Earlier versions stored none. */
function isSameStanding(stored: StandingOrders | undefined, kept: StandingOrders | undefined): boolean {
  const list = (standing: StandingOrders | undefined) => JSON.stringify([standing?.retreats ?? [], standing?.builds ?? []]);
  return kept === undefined || list(stored) === list(kept);
}

/** True if two lists have the same orders in any sequence. */
export function isSame(left: readonly OrderLine[], right: readonly OrderLine[]): boolean {
  return left.length === right.length && listMore(left, right).length === 0;
}

/** Orders in one list but not in the other. */
export function listMore(list: readonly OrderLine[], than: readonly OrderLine[]): OrderLine[] {
  const left = than.map((line) => line.order);
  return list.filter((line) => {
    const here = left.indexOf(line.order);
    if (here < 0) return true;
    left.splice(here, 1);
    return false;
  });
}
