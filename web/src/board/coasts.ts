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

/** The middle of a coast's name: in the place of a fleet or, if that is taken, beside it. */
function placeCoast([x, y]: Point, scale: Scale, taken: Taken): Point {
  const [across = 0, down = 0] = looks.coastBox.map((share) => share * coastLetters(scale));
  const places = looks.coastAside.map(([right = 0, below = 0]): Point => [x + right * scale.block, y + below * scale.block]);
  return places.find(([px, py]) => taken.isFree([px - across, py - down, px + across, py + down])) ?? [x, y];
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
