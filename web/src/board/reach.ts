import type { Board } from "./boardFile";
import { ringPath, type Box } from "./geometry";
import { REGION } from "./levels";
import type { ReachMark } from "./types";
import type { Scale } from "./view";
import { shiftsOf } from "./wrap";

/** A visible space in reach: its outline, and the place of its number. */
export type PlacedReach = { key: string; mark: ReachMark; d: string; shift: number; x: number; y: number };

/** The visible spaces in reach, with their numbers at the upper left of the unit's place. */
export function placeReach(board: Board, marks: readonly ReachMark[], scale: Scale, window: Box): PlacedReach[] {
  const { k, turn } = scale;
  const aside = Math.max(9, scale.block * 0.8);
  return marks.flatMap((mark) => {
    const space = board.spaces.get(mark.space);
    if (!space) return [];
    const box: Box = [space.box[0] * k, space.box[1] * k, space.box[2] * k, space.box[3] * k];
    const d = ringPath(scale.level >= REGION ? space.rings : space.light, k);
    const [x, y] = [space.unit.x * k - aside, space.unit.y * k - aside];
    return shiftsOf(box, window, turn).map((shift) => ({ key: `${mark.space}@${shift}`, mark, d, shift, x: x + shift, y }));
  });
}
