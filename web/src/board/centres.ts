import { labels as labelLooks, marks as looks } from "../theme/looks";
import type { Board, CentreKind, Space } from "./boardFile";
import type { Box } from "./geometry";
import { Taken, type Label } from "./labels";
import { REGION, WORLD } from "./levels";
import { copiesOf, type Placed } from "./live";
import { BLOCK } from "./symbols";
import { terrainOf } from "./terrainMap";
import type { Point } from "./tracks";
import type { Scene, SceneMark, SpaceCode } from "./types";
import type { UnitView } from "./units";
import type { Scale } from "./view";

export type CentreView = { space: SpaceCode; kind: CentreKind; mark: SceneMark | null; size: number; initial: string };

/**
 * What marks of centres avoid: they must not be under `tops` (heads, bars, brackets, badges, stand-offs, dislodged
 * units), nor on names, and preferably not on lines.
 */
export type Crowding = { tops: readonly Box[]; names: readonly Box[]; lines: readonly Box[] };

/** A mark for every visible centre: at the upper right of a unit, otherwise above the name; aside if an order ends there. */
export function placeCentres(
  board: Board,
  scene: Scene,
  units: readonly UnitView[],
  labels: ReadonlyMap<SpaceCode, Label>,
  crowding: Crowding,
  scale: Scale,
  window: Box,
): Placed<CentreView>[] {
  const placer = new Placer(board, units, labels, crowding, scale);
  const placed: Placed<CentreView>[] = [];
  for (const space of board.spaces.values()) {
    const mark = scene.marks?.[space.code] ?? null;
    // A bomb has destroyed the centre.
    if (!space.centre || mark?.kind === "ruined" || mark?.kind === "closed") continue;
    const [x, y] = placer.find(space);
    const home = scale.level >= REGION ? space.powers[0] : undefined;
    const initial = (home && board.powers[home]?.initial) ?? "";
    const item = { space: space.code, kind: space.centre, mark, size: placer.size, initial };
    placed.push(...copiesOf(item, space.code, x, y, 8, window, scale));
  }
  return placed;
}

/** The side of its unit on which a centre is marked: 1 for the right, -1 for the left. */
export function centreSide(space: Pick<Space, "mark" | "unit">): 1 | -1 {
  return space.mark.x < space.unit.x ? -1 : 1;
}

/** Finds the places of marks in the first copy of the world, in px. */
class Placer {
  readonly size: number;
  #board: Board;
  #labels: ReadonlyMap<SpaceCode, Label>;
  #scale: Scale;
  #standing: ReadonlyMap<SpaceCode, UnitView>;
  #tops: Taken;
  #names: Taken;
  #lines: Taken;

  constructor(board: Board, units: readonly UnitView[], labels: ReadonlyMap<SpaceCode, Label>, crowding: Crowding, scale: Scale) {
    this.#board = board;
    this.#labels = labels;
    this.#scale = scale;
    this.#standing = new Map(units.filter((unit) => !unit.isDislodged).map((unit) => [unit.space, unit]));
    const take = (boxes: readonly Box[]) => {
      const taken = new Taken(scale.turn);
      for (const box of boxes) taken.add(box);
      return taken;
    };
    [this.#tops, this.#names, this.#lines] = [take(crowding.tops), take(crowding.names), take(crowding.lines)];
    const share = scale.level === WORLD ? looks.centreWorld : 1;
    this.size = Math.max(looks.centreLeast, Math.min(1, (scale.block / BLOCK) * share));
  }

  /** The place of a space's mark: its usual place unless that is taken. */
  find(space: Space): Point {
    const [usual, ...others] = this.#listSpots(space) as [Point, ...Point[]];
    if (this.#tops.isFree(this.#box(usual))) return usual;
    const free = others.filter((spot) => this.#isFree(space, this.#box(spot)));
    return free.find((spot) => this.#lines.isFree(this.#box(spot))) ?? free[0] ?? usual;
  }

  #isFree(space: Space, box: Box): boolean {
    if (!this.#tops.isFree(box) || !this.#names.isFree(box)) return false;
    const { k } = this.#scale;
    const [left, top, right, bottom] = box;
    return terrainOf(this.#board).weigh([left / k, top / k, right / k, bottom / k], space.code).foreign <= labelLooks.foreign;
  }

  #box([x, y]: Point): Box {
    const half = looks.centreRoom * this.size;
    return [x - half, y - half, x + half, y + half];
  }

  #listSpots(space: Space): Point[] {
    const { k, block } = this.#scale;
    const [aside = 0, above = 0] = looks.centre;
    const unit = this.#standing.get(space.code);
    if (unit) {
      const across = centreSide(space) * (block / 2 + aside * this.size);
      const down = block / 2 + above * this.size;
      return looks.centreBesideUnit.map(([right = 0, below = 0]) => [unit.spot.x * k + right * across, unit.spot.y * k + below * down]);
    }
    const [x, middle] = [space.unit.x * k, space.unit.y * k];
    const y = space.isDisc ? middle : aboveName(this.#labels.get(space.code), x, middle, block);
    return looks.centreBesideName.map(([right = 0, below = 0]) => [x + right * block, y + below * block]);
  }
}

/** Above the name if the name is under the unit, otherwise in the place of the unit. */
function aboveName(label: Label | undefined, x: number, y: number, block: number): number {
  if (!label || Math.abs(label.x - x) >= block) return y;
  const [reach = 0, above = 0] = looks.aboveName;
  return label.y > y && label.y - y < reach * block ? label.box[1] - above : y;
}
