/** Neighbours and attackers of a space in a few words. */
import type { ClauseLink, SpacePage } from "../api/types";
import { showCode, showUnit, type Places } from "../game/spaces";

type Neighbour = SpacePage["neighbours"][number];
type Attacker = SpacePage["forces"][number]["attackers"][number];
export type NeighbourGroup = { label: string; spaces: string[]; notes: { text: string; clause: ClauseLink | null }[] };

/** The neighbours by who can pass (armies and fleets, only armies, only fleets), with remarks on some. */
export function groupNeighbours(places: Places, neighbours: readonly Neighbour[]): NeighbourGroup[] {
  const kinds: [string, (one: Neighbour) => boolean][] = [
    ["Armies and fleets can move to", (one) => one.by_army && one.by_fleet],
    ["Armies can move to", (one) => one.by_army && !one.by_fleet],
    ["Fleets can move to", (one) => !one.by_army && one.by_fleet],
    ["Closed", (one) => !one.by_army && !one.by_fleet],
  ];
  return kinds.flatMap(([label, fits]) => {
    const found = neighbours.filter(fits);
    return found.length ? [{ label, spaces: found.map(({ space }) => space), notes: found.flatMap((one) => tellNotes(places, one)) }] : [];
  });
}

function tellNotes(places: Places, one: Neighbour): NeighbourGroup["notes"] {
  const said: string[] = [];
  if (one.coasts.length) said.push(`from ${one.coasts.join(", ").toLowerCase()}`);
  if (one.their_coasts.length) said.push(`to ${one.their_coasts.join(", ").toLowerCase()}`);
  if (one.is_difficult) said.push("a difficult border: no strength of its own");
  if (one.condition) said.push(one.condition);
  if (!said.length && !one.clause) return [];
  if (!said.length) said.push("by a rule of this variant");
  return [{ text: `${showCode(places, one.space)}: ${said.join(", ")}`, clause: one.clause }];
}

/** `A Lon over ENG`. */
export function tellApproach(places: Places, one: Attacker): string {
  const unit = showUnit(places, one.unit);
  return one.fleets.length ? `${unit} over ${one.fleets.join(", ")}` : unit;
}
