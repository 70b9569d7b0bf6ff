/** Edits of a position: each returns a new request. The server checks whether the board allows it. */
import type { RequestJson } from "../api/types";
import { spaceOf, splitUnit } from "../game/spaces";

export type UnitLetter = "A" | "F" | "TF";
export type Phase = { season: "S" | "F" | "W"; year: number; kind: "M" | "R" | "A" };

/** What stands in a space, and whose it is. */
export function findUnit(request: RequestJson, space: string): { power: string; unit: string } | null {
  for (const [power, units] of Object.entries(request.units ?? {})) {
    const unit = units.find((one) => spaceOf(splitUnit(one)[1]) === space);
    if (unit) return { power, unit };
  }
  return null;
}

/** Who owns a space. */
export function findOwner(request: RequestJson, space: string): string {
  return Object.entries(request.centres ?? {}).find(([, spaces]) => spaces.includes(space))?.[0] ?? "";
}

/** Put a unit on the board; what stood in its space goes. `at` may name a coast. */
export function putUnit(request: RequestJson, power: string, letter: UnitLetter, at: string): RequestJson {
  const without = takeUnit(request, spaceOf(at)).units ?? {};
  return dropStrayOrders({ ...request, units: { ...without, [power]: [...(without[power] ?? []), `${letter} ${at}`] } });
}

/** Remove the unit of a space, with any army aboard. */
export function takeUnit(request: RequestJson, space: string): RequestJson {
  const units = Object.entries(request.units ?? {}).map(([power, list]) => [power, list.filter((unit) => spaceOf(splitUnit(unit)[1]) !== space)] as const);
  return setAboard(dropStrayOrders({ ...request, units: Object.fromEntries(units) }), space, "");
}

/** Move a unit to any other space; an army aboard goes along. */
export function moveUnit(request: RequestJson, from: string, to: string): RequestJson {
  const found = findUnit(request, from);
  if (!found) return request;
  const moved = putUnit(takeUnit(request, from), found.power, splitUnit(found.unit)[0] as UnitLetter, to);
  return setAboard(moved, spaceOf(to), findAboard(request, from));
}

type Cargo = Record<string, { power: string; unit: string }>;

function readCargo(request: RequestJson): Cargo {
  return (request.memory?.["cargo"] ?? {}) as Cargo;
}

/** Whose army is aboard the ship in a space. */
export function findAboard(request: RequestJson, space: string): string {
  return readCargo(request)[space]?.power ?? "";
}

/** Put an army of a power aboard the ship in a space, or take it off. */
export function setAboard(request: RequestJson, space: string, power: string): RequestJson {
  if (power === findAboard(request, space)) return request;
  const { [space]: _, ...others } = readCargo(request);
  return { ...request, memory: { ...request.memory, cargo: power ? { ...others, [space]: { power, unit: `A ${space}` } } : others } };
}

/** Give a centre to a power, or to nobody. */
export function setOwner(request: RequestJson, space: string, power: string): RequestJson {
  const centres = Object.entries(request.centres ?? {}).map(([owner, spaces]) => [owner, spaces.filter((one) => one !== space)] as const);
  const free = Object.fromEntries(centres);
  return { ...request, centres: power ? { ...free, [power]: [...(free[power] ?? []), space].sort() } : free };
}

/** Add a dislodged unit to a space, beside the one that stands there; the server computes its retreats. */
export function addDislodged(request: RequestJson, power: string, letter: UnitLetter, at: string): RequestJson {
  return { ...takeDislodged(request, spaceOf(at)), dislodged: [...(takeDislodged(request, spaceOf(at)).dislodged ?? []), { power, unit: `${letter} ${at}` }] };
}

/** Remove the dislodged unit of a space. */
export function takeDislodged(request: RequestJson, space: string): RequestJson {
  return { ...request, dislodged: (request.dislodged ?? []).filter(({ unit }) => spaceOf(splitUnit(unit)[1]) !== space) };
}

/** Change the phase: drops the orders and all data of a retreat phase. */
export function setPhase(request: RequestJson, phase: Phase): RequestJson {
  const next = { ...request, phase: `${phase.season}${phase.year}${phase.kind}`, orders: {} };
  return phase.kind === "R" ? next : { ...next, dislodged: [], contested: [] };
}

/** The parts of a code such as `S1901M`; null if it is malformed. */
export function readPhase(text: string): Phase | null {
  const found = /^([SFW])(\d+)([MRA])$/.exec(text);
  return found ? { season: found[1] as Phase["season"], year: Number(found[2]), kind: found[3] as Phase["kind"] } : null;
}

/** Drop the orders of units that are no longer there. */
function dropStrayOrders(request: RequestJson): RequestJson {
  const orders = Object.entries(request.orders ?? {}).map(([power, lines]) => {
    const units = new Set(request.units?.[power] ?? []);
    return [power, lines.filter((line) => /^BOMB /.test(line) || units.has(line.split(" ").slice(0, 2).join(" ")))] as const;
  });
  return { ...request, orders: Object.fromEntries(orders) };
}
