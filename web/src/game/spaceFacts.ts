import type { Board, Space } from "../board/boardFile";
import type { MarkKind, Scene } from "../board/types";
import { powerAboard } from "../board/units";
import { joinWords } from "../ui/joinWords";
import { spaceOf, splitUnit } from "./spaces";

export type Fact = { label: string; text: string };

const KINDS: Record<string, string> = {
  home: "Home centre", neutral: "Neutral centre: counts, never builds", colonial: "Colonial centre",
};

const MARKS: Record<MarkKind, string> = { colony: "Colony", bomb: "Bombs", ruined: "Struck", closed: "Struck" };
const UNITS: Record<string, string> = { A: "Army", F: "Fleet", TF: "Transport fleet" };

/** The facts about a space in a position, as labelled texts; `known` is what the server adds. */
export function listFacts(
  board: Board,
  scene: Scene,
  code: string,
  nameOf: (power: string) => string,
  known: { owner_text: string; notes: string[] } | null = null,
): Fact[] {
  const space = board.spaces.get(code);
  if (!space) return [];
  const facts: Fact[] = [{ label: "Kind", text: tellTerrain(space) }];
  const owner = Object.entries(scene.centres).find(([, spaces]) => spaces.includes(code))?.[0];
  if (space.centre) facts.push({ label: "Centre", text: tellCentre(space, nameOf) });
  if (space.centre) facts.push({ label: "Owner", text: known?.owner_text || (owner ? nameOf(owner) : "Nobody") });
  facts.push({ label: "Unit", text: tellUnits(scene, code, nameOf) });
  const last = scene.influence[code];
  if (last && !space.isSea) facts.push({ label: "Last stood here", text: nameOf(last) });
  if (scene.contested.includes(code)) facts.push({ label: "Retreats", text: "Closed: left empty by a stand-off" });
  const mark = scene.marks?.[code];
  if (mark) facts.push({ label: MARKS[mark.kind], text: mark.text });
  const more = (known?.notes ?? []).filter((note) => !mark?.text.includes(note));
  if (more.length) facts.push({ label: "Note", text: more.join(" ") });
  return facts;
}

/** The unit and the marks of a space in one line, shown on hover. */
export function tellSpace(board: Board, scene: Scene, code: string): string {
  const space = board.spaces.get(code);
  const army = scene.cargo?.[code] ? "An army is aboard the ship." : "";
  return [space ? `${space.name} (${code})` : code, army, scene.marks?.[code]?.text ?? ""].filter(Boolean).join("\n");
}

function tellTerrain(space: Space): string {
  const kind = space.isSea ? "Sea" : space.isIsland ? "Island" : space.coasts.size ? `Land, coasts ${[...space.coasts.keys()].join(", ").toLowerCase()}` : "Land";
  return `${kind}, ${space.theatre}${space.isClosed ? ", closed to armies" : ""}`;
}

function tellCentre(space: Space, nameOf: (power: string) => string): string {
  const powers = joinWords(space.powers.map(nameOf));
  if (space.centre === "special") return `Special: builds for ${powers} only`;
  if (space.centre === "build-only") return `Builds for ${powers} only, and does not count`;
  const kind = KINDS[space.centre ?? ""] ?? "Centre";
  return powers ? `${kind} of ${powers}` : kind;
}

function tellUnits(scene: Scene, code: string, nameOf: (power: string) => string): string {
  const here: string[] = [];
  for (const [power, units] of Object.entries(scene.units)) {
    for (const unit of units) {
      if (spaceOf(splitUnit(unit)[1]) === code) here.push(`${UNITS[splitUnit(unit)[0]] ?? "Unit"} of ${nameOf(power)}`);
    }
  }
  const aboard = tellAboard(scene, code, nameOf);
  if (aboard) here.push(aboard);
  for (const gone of scene.dislodged) {
    if (spaceOf(splitUnit(gone.unit)[1]) === code) here.push(`${gone.unit.startsWith("A ") ? "army" : "fleet"} of ${nameOf(gone.power)}, dislodged`);
  }
  return here.length ? here.join("; ") : "None";
}

/** `army of France aboard`, or nothing. */
export function tellAboard(scene: Scene, code: string, nameOf: (power: string) => string): string {
  const power = powerAboard(scene, code);
  return power ? `army of ${nameOf(power)} aboard` : "";
}

/** `A BRI` or nothing: what stands in a space. */
export function tellUnitAt(scene: Scene | null, code: string): string {
  const all = Object.values(scene?.units ?? {}).flat();
  return all.find((unit) => spaceOf(splitUnit(unit)[1]) === code) ?? "";
}
