import type { Arc, Board } from "./boardFile";

type Grounds = Pick<Board, "spaces" | "closed">;

/** A true coast, with the lining of water: where water meets playable or closed land, not scenery. */
export function isLined(board: Grounds, arc: Arc): boolean {
  if (arc.kind === "scenery") return arc.sides.some((side) => board.spaces.get(side)?.isSea === false);
  if (arc.kind === "closed") return arc.sides.filter((side) => isDry(board, side)).length === 1;
  return arc.kind === "coast";
}

/** Between the open sea and water that is closed. */
export function isClosedWater(board: Grounds, arc: Arc): boolean {
  return arc.kind === "closed" && !arc.sides.some((side) => isDry(board, side));
}

/** Between land and land that is closed; two closed lands have no line between them. */
export function isBarred(board: Grounds, arc: Arc): boolean {
  return arc.kind === "closed" && arc.sides.every((side) => isDry(board, side)) && !arc.sides.every((side) => board.closed.has(side));
}

/** Whether a side of a line is land: of a space, closed, or scenery. */
function isDry(board: Grounds, side: string): boolean {
  return board.closed.get(side)?.isLand ?? !board.spaces.get(side)?.isSea;
}
