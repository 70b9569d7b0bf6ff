/** Chooses the next unit, and the order to offer for it. */
import type { UnitToOrder } from "../../api/types";
import type { OrderLine } from "../../board/types";
import { makeOrder } from "../../game/orderLines";
import { distance, spaceOf, stepBetween, type Places } from "../../game/spaces";

/** The next unit without orders: the nearest in the same theatre, or else in the next theatre that has any. */
export function findNext(
  places: Places,
  units: readonly UnitToOrder[],
  isOrdered: (unit: string) => boolean,
  from: UnitToOrder | null,
): UnitToOrder | null {
  const open = units.filter((unit) => !isOrdered(unit.unit) && unit.unit !== from?.unit);
  if (!from) return open[0] ?? null;
  const theatres = listTheatres(units);
  const start = Math.max(0, theatres.indexOf(from.theatre));
  for (let step = 0; step < theatres.length; step++) {
    const theatre = theatres[(start + step) % theatres.length];
    const here = open.filter((unit) => unit.theatre === theatre);
    if (here.length) return nearest(places, here, from.at);
  }
  return null;
}

/** The previous unit without orders in the list. */
export function findPrevious(
  units: readonly UnitToOrder[],
  isOrdered: (unit: string) => boolean,
  from: UnitToOrder | null,
): UnitToOrder | null {
  const open = units.filter((unit) => !isOrdered(unit.unit) || unit.unit === from?.unit);
  const here = open.findIndex((unit) => unit.unit === from?.unit);
  const before = open[(here <= 0 ? open.length : here) - 1];
  return before && before.unit !== from?.unit ? before : null;
}

/** Theatres in the order of the list. */
export function listTheatres(units: readonly { theatre: string }[]): string[] {
  return [...new Set(units.map((unit) => unit.theatre))];
}

function nearest(places: Places, units: readonly UnitToOrder[], at: string): UnitToOrder | null {
  let best: UnitToOrder | null = null;
  let least = Infinity;
  for (const unit of units) {
    const far = distance(places, at, unit.at);
    if (far < least) [best, least] = [unit, far];
  }
  return best;
}

/** An order by which a unit could help the order just set: support for a move, a convoy, or support in place. */
export function findOffer(power: string, unit: UnitToOrder, set: readonly OrderLine[]): OrderLine | null {
  const base = { unit: unit.unit, at: unit.at };
  for (const order of set) {
    if (order.kind !== "move" || !order.to || order.unit === unit.unit) continue;
    const help = unit.supports.find((support) => support.at === order.at);
    const to = help?.to.find((place) => place === order.to) ?? help?.to.find((place) => spaceOf(place) === spaceOf(order.to ?? ""));
    if (help && to) return makeOrder(power, { ...base, kind: "support_move", of: order.at, other: order.unit, to });
  }
  for (const order of set) {
    const isStill = order.kind === "hold" || order.kind.startsWith("support");
    const help = isStill && unit.supports.find((support) => support.at === order.at && support.hold);
    if (help) return makeOrder(power, { ...base, kind: "support_hold", of: order.at, other: order.unit });
  }
  return null;
}

/** Places round a point: the nearest first, then on clockwise. */
export function sortClockwise(places: Places, from: string, spaces: readonly string[]): string[] {
  if (!spaces.length) return [];
  const angle = (space: string): number => {
    const [x, y] = stepBetween(places, from, space);
    return Math.atan2(y, x);
  };
  const first = [...spaces].sort((a, b) => distance(places, from, a) - distance(places, from, b))[0] ?? "";
  const turn = (space: string): number => (angle(space) - angle(first) + Math.PI * 4) % (Math.PI * 2);
  return [...spaces].sort((a, b) => (a === first ? -1 : b === first ? 1 : turn(a) - turn(b)));
}
