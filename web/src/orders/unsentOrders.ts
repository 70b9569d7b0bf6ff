/** Changes are written on this device before they are sent, so that neither a dead line nor a reload loses them. */
import type { Shelf } from "../api/shelf";
import type { Plan, Sheet, StandingOrders } from "../api/types";
import type { OrderLine } from "../board/types";
import { makeUnread } from "../game/orderLines";

export type PlanName = "A" | "B";
/** What the player wants and the server may not have. `base` is the version that it was made from. */
export type Kept = {
  turn: number;
  phase: string;
  plan: PlanName;
  base: number | null;
  orders: OrderLine[];
  standing: StandingOrders;
  /** What was sent and not answered, as `listTexts` writes it: the server may have it all the same. */
  sent: string[];
  at: string;
};

const PREFIX = "legation.orders";

function keyFor(game: string, power: string, plan: PlanName): string {
  return `${PREFIX}.${game}.${power}.${plan}`;
}

/** Put changes on the shelf; false where the device has no room or no shelf. */
export function keep(shelf: Shelf, game: string, power: string, kept: Kept): boolean {
  try {
    shelf.setItem(keyFor(game, power, kept.plan), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** What is on the shelf, if anything can be read there. */
export function recall(shelf: Shelf, game: string, power: string, plan: PlanName): Kept | null {
  try {
    const text = shelf.getItem(keyFor(game, power, plan));
    const value: unknown = text === null ? null : JSON.parse(text);
    return isKept(value) ? { ...value, sent: value.sent ?? [], orders: value.orders.map((order) => readOrder(power, order)) } : null;
  } catch {
    return null;
  }
}

/** Clear the shelf once the server has it all. */
export function forget(shelf: Shelf, game: string, power: string, plan: PlanName): void {
  try {
    shelf.removeItem(keyFor(game, power, plan));
  } catch {
    // A shelf that cannot be reached holds nothing to clear.
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

/** What is to be done with changes found on the shelf, seen beside what the server has. */
export type Fate = "none" | "same" | "send" | "conflict" | "late";

/** Compare the shelf with the server's sheet. */
export function judgeKept(kept: Kept | null, sheet: Sheet): Fate {
  if (!kept) return "none";
  if (kept.turn !== sheet.turn) return "late";
  const plan = kept.plan === "A" ? sheet.plan_a : sheet.plan_b;
  if (isSame(plan?.orders ?? [], kept.orders)) return isSameStanding(plan?.standing, kept.standing) ? "same" : "send";
  // No other device has changed it where only the answer was lost: what was changed since goes on top.
  const isOwn = (plan?.version ?? null) === kept.base || kept.sent.includes(listTexts(listLines(plan)));
  return isOwn ? "send" : "conflict";
}

/** The lines of a plan: the orders, and what was refused as it was written. */
export function listLines(plan: Plan | null): OrderLine[] {
  return [...(plan?.orders ?? []), ...(plan?.refused ?? []).map((line) => makeUnread(line.power, line.text, line.unit))];
}

/** Orders as one text, whatever their sequence. */
export function listTexts(lines: readonly OrderLine[]): string {
  return lines.map((line) => line.order).sort().join("\n");
}

/** Orders given beforehand are tried one after the other, so their sequence counts. Earlier versions kept none. */
function isSameStanding(stored: StandingOrders | undefined, kept: StandingOrders | undefined): boolean {
  const list = (standing: StandingOrders | undefined) => JSON.stringify([standing?.retreats ?? [], standing?.builds ?? []]);
  return kept === undefined || list(stored) === list(kept);
}

/** Whether two lists have the same orders, in whatever sequence. */
export function isSame(left: readonly OrderLine[], right: readonly OrderLine[]): boolean {
  return left.length === right.length && listMore(left, right).length === 0;
}

/** Orders of one list that the other does not have. */
export function listMore(list: readonly OrderLine[], than: readonly OrderLine[]): OrderLine[] {
  const left = than.map((line) => line.order);
  return list.filter((line) => {
    const here = left.indexOf(line.order);
    if (here < 0) return true;
    left.splice(here, 1);
    return false;
  });
}
