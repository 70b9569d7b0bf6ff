import { units as looks } from "../theme/looks";
import { placeOf, spaceOf, type Board } from "./boardFile";
import type { Spot } from "./geometry";
import type { Power, Scene, SpaceCode } from "./types";

export type UnitKind = "A" | "F" | "TF";
/** A unit on the board; `dx`, `dy` are the distance in px of a dislodged one from its victor, at an 18 px block. */
export type UnitView = {
  key: string;
  power: Power;
  kind: UnitKind;
  /** `A PAR`, `F STP/SC`. */
  text: string;
  location: string;
  space: SpaceCode;
  coast: string;
  spot: Spot;
  isDislodged: boolean;
  /** The power of the army on its deck. */
  aboard: Power | null;
};

/** Kind and location of `F STP/SC`; null for any other text. */
export function parseUnit(text: string): { kind: UnitKind; location: string } | null {
  const found = /^(A|F|TF) (\S+)$/.exec(text);
  return found ? { kind: found[1] as UnitKind, location: found[2] as string } : null;
}

/** Every unit of a scene whose place is on the board: first by space, then the dislodged ones. */
export function listUnits(board: Board, scene: Scene): UnitView[] {
  const units: UnitView[] = [];
  for (const [power, texts] of Object.entries(scene.units)) {
    for (const text of texts) {
      const unit = makeUnit(board, power, text, false);
      if (unit) units.push({ ...unit, aboard: powerAboard(scene, unit.space) });
    }
  }
  // The order in which pictures draw them.
  units.sort((a, b) => (a.space < b.space ? -1 : 1));
  for (const found of scene.dislodged) {
    const unit = makeUnit(board, found.power, found.unit, true);
    if (unit) units.push({ ...unit, aboard: found.aboard ?? null });
  }
  return units;
}

function makeUnit(board: Board, power: Power, text: string, isDislodged: boolean): UnitView | null {
  const parsed = parseUnit(text);
  const spot = parsed && placeOf(board, parsed.location);
  if (!parsed || !spot) return null;
  const [space = "", coast = ""] = parsed.location.split("/");
  const key = `${power} ${text}${isDislodged ? " out" : ""}`;
  return { key, power, ...parsed, text, space, coast, spot, isDislodged, aboard: null };
}

/** The power of the army aboard the ship in a space: `A LON FRANCE` names it last. */
export function powerAboard(scene: Pick<Scene, "cargo">, space: SpaceCode): Power | null {
  return scene.cargo?.[space]?.split(" ").at(-1) ?? null;
}

/** The distance in px from a unit's place to where it is drawn: a dislodged one is to the lower right of its victor. */
export function setOff(block: number): readonly [number, number] {
  const away = (looks.setOff * block) / looks.block;
  const [across = 0, down = 0] = looks.setOffWay;
  return [away * across, away * down];
}

/** The power of the unit in each space. */
export function holdersOf(units: readonly UnitView[]): Map<SpaceCode, Power> {
  return new Map(units.filter((unit) => !unit.isDislodged).map((unit) => [unit.space, unit.power]));
}

/** The owner of each centre. */
export function ownersOf(scene: Scene): Map<SpaceCode, Power> {
  const owners = new Map<SpaceCode, Power>();
  for (const [power, spaces] of Object.entries(scene.centres)) for (const space of spaces) owners.set(spaceOf(space), power);
  return owners;
}

/** The last occupant of each land without a centre. */
export function heldOf(board: Board, scene: Scene): Map<SpaceCode, Power> {
  const held = new Map<SpaceCode, Power>();
  for (const [code, power] of Object.entries(scene.influence)) {
    const space = board.spaces.get(code);
    if (space && !space.centre && !space.isSea) held.set(code, power);
  }
  return held;
}
