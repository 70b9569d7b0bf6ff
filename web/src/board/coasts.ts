import { labels as looks } from "../theme/looks";
import type { Board } from "./boardFile";
import type { Box } from "./geometry";
import { Taken } from "./labels";
import { mediumOf, WORLD } from "./levels";
import { copiesOf, type Placed } from "./live";
import { BLOCK } from "./symbols";
import type { Point } from "./tracks";
import type { SpaceCode } from "./types";
import type { UnitView } from "./units";
import type { Scale } from "./view";

/** The name of a coast. */
export type CoastName = { space: SpaceCode; text: string };

/** Letters of the names of coasts, in px. */
export function coastLetters({ isTouch, level, block }: Scale): number {
  const medium = mediumOf(isTouch);
  return Math.max(medium.leastLetters[level] as number, medium.coastLetters * Math.min(1, block / BLOCK));
}

/** The box of the name of a coast. */
export function coastBox([x, y]: Point, scale: Scale): Box {
  const [across = 0, down = 0] = looks.coastBox.map((share) => share * coastLetters(scale));
  return [x - across, y - down, x + across, y + down];
}

/** The middle of a coast's name: in the place of a fleet or, if that is taken, beside it. */
function placeCoast([x, y]: Point, scale: Scale, taken: Taken): Point {
  const places = looks.coastAside.map(([right = 0, below = 0]): Point => [x + right * scale.block, y + below * scale.block]);
  return places.find((place) => taken.isFree(coastBox(place, scale))) ?? [x, y];
}

/** What the names of fleets' coasts avoid: heads of orders; beside a fleet also names, stand-offs and dislodged units, and lines if possible. */
export type CoastCrowding = { heads: readonly Box[]; others: readonly Box[]; lines: readonly Box[] };

/** The middles of the names of fleets' coasts, in px from their units: under the fleet or, if an arrowhead is there, beside it. */
export function placeFleetCoasts(units: readonly UnitView[], crowding: CoastCrowding, scale: Scale): Map<string, Point> {
  const [heads, taken, lines] = [new Taken(scale.turn), new Taken(scale.turn), new Taken(scale.turn)];
  for (const box of crowding.heads) heads.add(box);
  for (const box of crowding.lines) lines.add(box);
  for (const box of [...crowding.heads, ...crowding.others]) taken.add(box);
  const under: Point = [0, looks.coastBelow * scale.block + (looks.baseLine - looks.bentBase) * coastLetters(scale)];
  const beside = looks.coastBeside.map(([right = 0, below = 0]): Point => [right * scale.block, below * scale.block]);
  const place = ({ spot, isDislodged }: UnitView): Point => {
    const boxAt = ([right, below]: Point) => coastBox([spot.x * scale.k + right, spot.y * scale.k + below], scale);
    if (isDislodged || heads.isFree(boxAt(under))) return under;
    const free = beside.filter((away) => taken.isFree(boxAt(away)));
    return free.find((away) => lines.isFree(boxAt(away))) ?? free[0] ?? under;
  };
  return new Map(units.filter(({ coast }) => coast).map((unit) => [unit.key, place(unit)]));
}

/** The names of coasts without a fleet, clear of obstacles if possible. */
export function placeCoasts(board: Board, units: readonly UnitView[], obstacles: readonly Box[], scale: Scale, window: Box): Placed<CoastName>[] {
  if (!scale.hasLabels || scale.level === WORLD) return [];
  const manned = new Set(units.filter((unit) => !unit.isDislodged).map((unit) => unit.location));
  const low = coastLetters(scale) * looks.bentBase;
  const taken = new Taken(board.turn * scale.k || null);
  for (const box of obstacles) taken.add(box);
  return [...board.spaces.values()].flatMap((space) =>
    [...space.coasts].flatMap(([coast, spot]) => {
      if (manned.has(`${space.code}/${coast}`)) return [];
      const item = { space: space.code, text: coast.toLowerCase() };
      const [x, y] = placeCoast([spot.x * scale.k, spot.y * scale.k], scale, taken);
      return copiesOf(item, `coast ${space.code}/${coast}`, x, y + low, 12, window, scale);
    }),
  );
}

/** Notches across the shore where two coasts of a space meet. */
export function placePartings(board: Board, scale: Scale, window: Box): Placed<string>[] {
  if (!scale.hasLabels || scale.level === WORLD) return [];
  return board.partings.flatMap(({ spot, across }, number) => {
    const [x, y] = [spot.x * scale.k, spot.y * scale.k];
    const px = (value: number) => Math.round(value * 10) / 10;
    const [wide, high] = [across.x * looks.notch, across.y * looks.notch];
    return copiesOf("", `parting ${number}`, x, y, 8, window, scale).map((placed) => ({
      ...placed,
      item: `M${px(placed.x - wide)} ${px(y - high)}L${px(placed.x + wide)} ${px(y + high)}`,
    }));
  });
}
