/** The order in hand: a unit, its kind of order, and what is still open. The server has listed what is possible. */
import type { UnitToOrder } from "../../api/types";
import type { OrderLine, Pick } from "../../board/types";
import { makeOrder } from "../../game/orderLines";
import { coastOf, showUnit, spaceOf, type Places } from "../../game/spaces";
import { isBomb, nameBomb } from "./bombs";

export type Kind = "move" | "support" | "convoy" | "hold" | "embark" | "bomb";
export type Draft = {
  unit: UnitToOrder;
  kind: Kind;
  /** The location of the unit that is helped or carried. */
  of: string | null;
  /** The target; for a support in place the same as `of`. */
  to: string | null;
  isCarried: boolean;
  /** Coasts to choose from, when two are possible. */
  coasts: string[];
  /** Convoy routes for an army that is carried, and the chosen one. */
  routes: string[][];
  route: number;
  /** Where a fleet can carry the army `of`; null until the server has answered. */
  landings: string[] | null;
};

/** A choice: tapped on the board or as a chip, or typed by its code. */
export type Choice = {
  space: string;
  /** All places meant: two or more are coasts. */
  at: string[];
  way: "land" | "sea" | "landing" | "aboard" | "convoy" | "unit" | "here";
  /** Needs fleets of other powers. */
  isFar: boolean;
  unit: string | null;
  power: string | null;
};

/** Take a unit in hand. */
export function takeUnit(unit: UnitToOrder): Draft {
  const kind: Kind = isBomb(unit.unit) ? "bomb" : unit.moves.length || unit.convoyed.length ? "move" : "hold";
  return { unit, kind, of: null, to: null, isCarried: false, coasts: [], routes: [], route: 0, landings: null };
}

/** Choose the kind of order; earlier choices are dropped. */
export function chooseKind(draft: Draft, kind: Kind): Draft {
  return { ...takeUnit(draft.unit), kind };
}

/** The kinds of order that are possible for the unit in hand. */
export function listKinds(draft: Draft, hasUnit: boolean, hasBomb: boolean): Kind[] {
  if (!hasUnit) return ["bomb"];
  const { convoys, convoyed, embarks } = draft.unit;
  const kinds: Kind[] = ["move", "support"];
  if (convoys.length || convoyed.length) kinds.push("convoy");
  kinds.push("hold");
  if (embarks.length) kinds.push("embark");
  if (hasBomb) kinds.push("bomb");
  return kinds;
}

/** True if 'convoy' means that the unit is carried, not that it carries. */
export function isPassenger(draft: Draft): boolean {
  return draft.kind === "convoy" && !draft.unit.unit.startsWith("F ") && !draft.unit.unit.startsWith("TF ");
}

/** What may be tapped next. */
export function listChoices(draft: Draft): Choice[] {
  if (draft.coasts.length) return draft.coasts.map((at) => makeChoice([at], "sea"));
  if (draft.to !== null) return [];
  switch (draft.kind) {
    case "bomb":
    case "move":
      return [...steps(draft.unit), ...passages(draft.unit)];
    case "support":
      return draft.of === null ? draft.unit.supports.map(unitChoice) : supportedTargets(draft);
    case "convoy":
      if (isPassenger(draft)) return passages(draft.unit);
      if (draft.of === null) return draft.unit.convoys.map(unitChoice);
      return (draft.landings ?? []).map((to) => makeChoice([to], "convoy"));
    case "embark":
      return draft.unit.embarks.map(unitChoice);
    case "hold":
      return [];
  }
}

function steps(unit: UnitToOrder): Choice[] {
  const ways = new Map(unit.moves.map(({ to, way }) => [to, way]));
  return groupCoasts(unit.moves.map((move) => move.to)).map((at) => makeChoice(at, ways.get(at[0] ?? "") ?? "land"));
}

function passages(unit: UnitToOrder): Choice[] {
  const all = unit.convoyed.map((target) => ({ ...makeChoice([target.to], "convoy"), isFar: !target.own }));
  return [...all.filter((choice) => !choice.isFar), ...all.filter((choice) => choice.isFar)];
}

function supportedTargets(draft: Draft): Choice[] {
  const helped = draft.unit.supports.find((support) => support.at === draft.of);
  if (!helped) return [];
  const targets = groupCoasts(helped.to).map((at) => makeChoice(at, "land"));
  return helped.hold ? [makeChoice([helped.at], "here"), ...targets] : targets;
}

function unitChoice(other: { unit: string; at: string; power?: string | null }): Choice {
  return { ...makeChoice([other.at], "unit"), unit: other.unit, power: other.power ?? null };
}

function makeChoice(at: string[], way: Choice["way"]): Choice {
  return { space: spaceOf(at[0] ?? ""), at, way, isFar: false, unit: null, power: null };
}

function groupCoasts(locations: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const location of locations) {
    const space = spaceOf(location);
    groups.set(space, [...(groups.get(space) ?? []), location]);
  }
  return [...groups.values()];
}

/** Take a choice: the next draft. */
export function takeChoice(draft: Draft, choice: Choice): Draft {
  if (choice.way === "unit") return takeOther(draft, choice);
  const [at = ""] = choice.at;
  if (choice.at.length > 1) return { ...draft, coasts: choice.at };
  return { ...draft, to: at, coasts: [], isCarried: choice.way === "convoy" && draft.of === null };
}

function takeOther(draft: Draft, choice: Choice): Draft {
  const next: Draft = { ...draft, of: choice.at[0] ?? null };
  if (draft.kind === "embark") return { ...next, to: draft.unit.at };
  const targets = draft.kind === "support" ? listChoices(next) : [];
  // If a unit can only be supported in place, there is nothing left to ask.
  return targets.length === 1 && targets[0]?.way === "here" ? { ...next, to: next.of } : next;
}

/** What a tap on a space does to the order in hand; null if nothing. */
export function tapSpace(draft: Draft, space: string): Draft | null {
  const choices = listChoices(draft).filter((choice) => choice.space === space);
  const choice = choices.find((one) => one.way !== "convoy") ?? choices[0];
  if (choice) return takeChoice(draft, choice);
  if (space === spaceOf(draft.unit.at) && draft.kind === "move" && draft.to === null) return chooseKind(draft, "hold");
  return draft.to === null ? null : retarget(draft, space);
}

/** Choosing another target works like going back one step first. */
function retarget(draft: Draft, space: string): Draft | null {
  const back = stepBack(draft);
  return back && listChoices(back).some((choice) => choice.space === space) ? tapSpace(back, space) : null;
}

/** One step back; null if the only step left is to drop the unit. */
export function stepBack(draft: Draft): Draft | null {
  if (draft.coasts.length) return { ...draft, coasts: [] };
  if (draft.to !== null) {
    const isWhole = draft.kind === "embark" || (draft.kind === "support" && draft.to === draft.of && !hasTargets(draft));
    return { ...draft, to: null, isCarried: false, routes: [], route: 0, ...(isWhole && { of: null }) };
  }
  if (draft.of !== null) return { ...draft, of: null, landings: null };
  const first = takeUnit(draft.unit);
  return draft.kind === first.kind ? null : first;
}

function hasTargets(draft: Draft): boolean {
  return listChoices({ ...draft, to: null }).length > 1;
}

/** The order, or null while it is incomplete. */
export function orderOf(power: string, draft: Draft): OrderLine | null {
  const { of, to } = draft;
  const base = { unit: draft.unit.unit, at: draft.unit.at };
  if (draft.kind === "hold") return makeOrder(power, { ...base, kind: "hold" });
  if (to === null) return null;
  // Bombs of one space have numbers here, but not in orders.
  if (draft.kind === "bomb") return makeOrder(power, { kind: "bomb", unit: nameBomb(base.at, 0), at: base.at, to });
  const other = findOther(draft);
  if (other === null || of === null) return makeMove(power, draft, to);
  const helped = { ...base, of, other };
  switch (draft.kind) {
    case "support":
      return makeOrder(power, to === of ? { ...helped, kind: "support_hold" } : { ...helped, kind: "support_move", to });
    case "embark":
      return makeOrder(power, { ...helped, kind: "embark" });
    default:
      return makeOrder(power, { ...helped, kind: "convoy", to });
  }
}

/** The order names the seas only if the player chose one of several routes. */
function makeMove(power: string, draft: Draft, to: string): OrderLine {
  const base = { kind: "move" as const, unit: draft.unit.unit, at: draft.unit.at, to };
  if (!draft.isCarried) return makeOrder(power, base);
  const route = routeOf(draft);
  const parts = { ...base, carried: true, ...(route.length && { route }) };
  return makeOrder(power, parts, draft.routes.length > 1 ? route : []);
}

/** The seas on the route of the order in hand, for drawing. */
export function routeOf(draft: Draft): string[] {
  return draft.isCarried ? (draft.routes[draft.route] ?? []) : [];
}

/** The order that a tap would have meant if it were possible; empty if none. */
export function tryOrder(draft: Draft, { space, unit }: Pick): string {
  const [own, there, other] = [draft.unit.unit, unit ?? `A ${space}`, findOther(draft)];
  switch (draft.kind) {
    case "move":
      return `${own} - ${space}`;
    case "support":
      return other ? `${own} S ${other} - ${space}` : `${own} S ${there}`;
    case "convoy":
      if (isPassenger(draft)) return `${own} - ${space}`;
      if (other) return `${own} C ${other} - ${space}`;
      return there.startsWith("A ") && unit ? "" : `${own} C ${there} - ${space}`;
    case "embark":
      return `${own} E ${there}`;
    default:
      return "";
  }
}

/** The unit that is helped or carried. */
export function findOther(draft: Draft): string | null {
  const { supports, convoys, embarks } = draft.unit;
  const pool = draft.kind === "support" ? supports : draft.kind === "convoy" ? convoys : embarks;
  return pool.find((other) => other.at === draft.of)?.unit ?? null;
}

/** An order that another own unit needs so that the order in hand can succeed. */
export type Help = { unit: string; order: OrderLine };

/** Orders that own units need for the army in hand: fleets that convoy it, ships that take it aboard or land it. */
export function helpOrders(power: string, draft: Draft, own: readonly UnitToOrder[]): Help[] {
  const { to, unit } = draft;
  if (to === null || (draft.kind !== "move" && !isPassenger(draft))) return [];
  const helped = { of: unit.at, other: unit.unit };
  const helps: OrderLine[] = [];
  for (const sea of routeOf(draft)) {
    const fleet = own.find((other) => spaceOf(other.at) === sea && other.convoys.some((army) => army.at === unit.at));
    if (fleet) helps.push(makeOrder(power, { kind: "convoy", unit: fleet.unit, at: fleet.at, ...helped, to }));
  }
  const carrier = unit.aboard ? own.find((other) => !other.aboard && spaceOf(other.at) === spaceOf(unit.at)) : null;
  if (carrier) helps.push(makeOrder(power, { kind: "hold", unit: carrier.unit, at: carrier.at }));
  const ship = own.find((other) => spaceOf(other.at) === spaceOf(to) && other.embarks.some((army) => army.unit === unit.unit));
  if (ship && !draft.isCarried) helps.push(makeOrder(power, { kind: "embark", unit: ship.unit, at: ship.at, ...helped }));
  return helps.map((order) => ({ unit: order.unit, order }));
}

/** `Order TF MC3 to take it aboard as well`. */
export function tellHelp(places: Places, { unit, order }: Help): string {
  const act = { embark: "take it aboard", hold: "hold, so that the army can leave the ship" }[order.kind as "embark" | "hold"] ?? "convoy it";
  return `Order ${showUnit(places, unit)} to ${act}${order.kind === "hold" ? "" : " as well"}`;
}

/** The coast of a place in words. */
export function describeCoast(location: string): string {
  const words: Record<string, string> = { nc: "north coast", sc: "south coast", ec: "east coast", wc: "west coast" };
  return words[coastOf(location)] ?? coastOf(location);
}
