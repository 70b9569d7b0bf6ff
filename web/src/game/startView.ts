import { spaceOf, theatreOf, type Places } from "./spaces";

/** Where to look first: on a world board the player's units are scattered, so begin where most of them are. */
export function findHome(places: Places, units: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const unit of units) {
    const space = spaceOf(unit.slice(unit.indexOf(" ") + 1));
    const theatre = theatreOf(places, space);
    groups.set(theatre, [...(groups.get(theatre) ?? []), space]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}
