import type { Arc, Board } from "./boardFile";

type Grounds = Pick<Board, "spaces" | "closed">;

/** A true coast, with the lining of water: where water meets playable or closed land, not scenery. */
export function isLined(board: Grounds, arc: Arc): boolean {
  if (arc.kind === "scenery") return arc.sides.some((side) => board.spaces.get(side)?.isSea === false);
  if (arc.kind === "closed") return arc.sides.filter((side) => isDry(board, side)).length === 1;
  return arc.kind === "coast";
}

/** A line between the open sea and closed water. */
export function isClosedWater(board: Grounds, arc: Arc): boolean {
  return arc.kind === "closed" && !arc.sides.some((side) => isDry(board, side));
}

/** A line between open and closed land; two closed lands have none between them. */
export function isBarred(board: Grounds, arc: Arc): boolean {
  return arc.kind === "closed" && arc.sides.every((side) => isDry(board, side)) && !arc.sides.every((side) => board.closed.has(side));
}

/** True if a side of a line is land: of a space, closed, or scenery. */
function isDry(board: Grounds, side: string): boolean {
  return board.closed.get(side)?.isLand ?? !board.spaces.get(side)?.isSea;
}
