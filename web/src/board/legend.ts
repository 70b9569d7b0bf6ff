/** The signs of a board in words; a board without colonies does not mention them. */
import { base } from "../theme/looks";
import type { Tokens } from "../theme/tokens";
import type { Board, CentreFigure, CentreKind } from "./boardFile";
import type { Stroke } from "./figure";
import type { Scene, SceneMark } from "./types";
import type { UnitKind } from "./units";

export type Sign = {
  text: string;
  centre?: CentreKind;
  mark?: SceneMark;
  unit?: UnitKind;
  isLaden?: boolean;
  ground?: "land" | "water" | "scenery" | "nation" | "tie";
  figure?: "bomb" | "burst" | "contested";
};

const CENTRES: readonly [CentreKind, string][] = [
  ["home", "home centre; the letter is the power that builds there"],
  ["colonial", "colonial centre"],
  ["special", "special centre, builds for some powers"],
  ["neutral", "neutral centre, never builds"],
  ["build-only", "builds, but does not count"],
];
const FIGURES: Readonly<Record<CentreFigure, string>> = {
  disc: "Full disc",
  dot: "Dot",
  ring: "Hollow circle",
  crossed: "Crossed circle",
  "ring-dot": "Circle with a dot",
  lozenge: "Lozenge",
  square: "Square",
};

/** Every sign that the board has, centres first. */
export function listSigns(board: Pick<Board, "spaces" | "centreMarks" | "closed" | "nations" | "ties">, scene: Scene): Sign[] {
  const kinds = new Set([...board.spaces.values()].map((space) => space.centre));
  const marks = Object.values(scene.marks ?? {});
  const hasColonies = marks.some((mark) => mark.kind === "colony");
  const units = new Set(Object.values(scene.units).flat().map((unit) => unit.split(" ")[0]));
  const signs: Sign[] = CENTRES.filter(([kind]) => kinds.has(kind)).map(([centre, text]) => ({
    centre,
    text: `${FIGURES[board.centreMarks[centre]]}: ${text}`,
  }));
  if (hasColonies) {
    signs.push(
      { centre: "colonial", mark: makeColony(1), text: "Partly filled: a colony, one part for each year" },
      { centre: "colonial", mark: makeColony(3), text: "Disc with a hole: permanent colony" },
    );
  }
  const closed = [...board.closed.values()];
  if (board.nations.size) signs.push({ ground: "nation", text: "Thick line: national and colonial boundary" });
  if (closed.some((area) => area.isLand)) signs.push({ ground: "land", text: "Striped: land closed to all" });
  if (closed.some((area) => !area.isLand)) signs.push({ ground: "water", text: "Hatched: sea closed to all" });
  if (board.ties.length) signs.push({ ground: "tie", text: "Dotted line: pieces of one space" });
  signs.push({ ground: "scenery", text: "Plain and dark: scenery, in no space" });
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

/** A swatch of ground, 24 px wide: closed land has stripes of land, closed water lines of the sea. */
export function drawGround(ground: NonNullable<Sign["ground"]>, tokens: Tokens): Stroke[] {
  if (ground === "nation") return [{ d: "M-12 0H12", stroke: tokens.coast, width: base.nation }];
  if (ground === "tie") {
    return [{ d: "M-12 0H12", stroke: tokens.coast, width: base.tie, dash: base.tieDots.join(" "), isRound: true }];
  }
  const swatch = "M-12 -8H12V8H-12Z";
  const rim: Stroke = { d: swatch, stroke: tokens.coast, width: 0.8 };
  if (ground === "scenery") return [{ d: swatch, fill: tokens.scenery }, rim];
  const isLand = ground === "land";
  const lines = isLand ? "M-12 4L-4 -8M-6 8L5 -8M4 8L12 -3" : "M-12 0L-7 -8M-12 7L-2 -8M-8 8L3 -8M-3 8L8 -8M2 8L12 -7M7 8L12 0";
  return [
    { d: swatch, fill: isLand ? tokens.closedLand : tokens.closedSea },
    { d: lines, stroke: isLand ? tokens.closedStripe : tokens.seaBorder, width: isLand ? base.stripeWidth - 1 : base.closedWidth },
    rim,
  ];
}
