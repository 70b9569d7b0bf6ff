/** The signs of a board in words; a board without colonies says nothing about them. */
import type { Board, CentreKind } from "./boardFile";
import type { Scene, SceneMark } from "./types";
import type { UnitKind } from "./units";

export type Sign = {
  text: string;
  centre?: CentreKind;
  mark?: SceneMark;
  unit?: UnitKind;
  isLaden?: boolean;
  figure?: "bomb" | "burst" | "contested";
};

const CENTRES: readonly [CentreKind, string][] = [
  ["home", "Full disc: home centre"],
  ["colonial", "Hollow circle: colonial centre"],
  ["special", "Lozenge: special centre, builds for some powers"],
  ["neutral", "Circle with a dot: neutral centre, never builds"],
  ["build-only", "Square: builds, but does not count"],
];

/** Every sign that the board has, centres first. */
export function listSigns(board: Pick<Board, "spaces">, scene: Scene): Sign[] {
  const kinds = new Set([...board.spaces.values()].map((space) => space.centre));
  const marks = Object.values(scene.marks ?? {});
  const hasColonies = marks.some((mark) => mark.kind === "colony");
  const units = new Set(Object.values(scene.units).flat().map((unit) => unit.split(" ")[0]));
  const signs: Sign[] = CENTRES.filter(([kind]) => kinds.has(kind)).map(([centre, text]) => ({ centre, text }));
  if (hasColonies) {
    signs.push(
      { centre: "colonial", mark: makeColony(1), text: "Partly filled: a colony, one part for each year" },
      { centre: "colonial", mark: makeColony(3), text: "Disc with a hole: permanent colony" },
    );
  }
  signs.push({ unit: "A", text: "Army" }, { unit: "F", text: "Fleet" });
  if (hasColonies || units.has("TF")) {
    signs.push({ unit: "TF", text: "Transport fleet" }, { unit: "F", isLaden: true, text: "Ship with an army aboard" });
  }
  if (marks.some((mark) => mark.kind === "bomb")) signs.push({ figure: "bomb", text: "Bombs" });
  if (marks.some((mark) => mark.kind === "ruined" || mark.kind === "closed")) {
    signs.push({ figure: "burst", text: "Struck by a bomb: land is destroyed, a sea is closed for a time" });
  }
  return [...signs, { figure: "contested", text: "Stand-off: closed to retreats" }];
}

function makeColony(age: number): SceneMark {
  return { kind: "colony", text: "", age, full_age: 3, counts: true };
}
