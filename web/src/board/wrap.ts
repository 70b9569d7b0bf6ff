import type { Board } from "./boardFile";
import type { Box, Spot } from "./geometry";

/** Sideways steps at which a box shows in a window: copies of a round world, else 0 or none. */
export function shiftsOf(box: Box, window: Box, turn: number | null): number[] {
  if (box[3] < window[1] || box[1] > window[3]) return [];
  if (turn === null) return box[2] >= window[0] && box[0] <= window[2] ? [0] : [];
  const shifts: number[] = [];
  const first = Math.ceil((window[0] - box[2]) / turn);
  const last = Math.floor((window[2] - box[0]) / turn);
  for (let copy = first; copy <= last; copy++) shifts.push(copy * turn || 0);
  return shifts;
}

/** The step from one spot to another, over the seam where that is shorter. */
export function shortStep(board: Pick<Board, "wraps" | "width">, from: Spot, to: Spot): Spot {
  let x = to.x - from.x;
  if (board.wraps) x -= Math.round(x / board.width) * board.width;
  return { x, y: to.y - from.y };
}

/** The copy of x that is nearest to another x. */
export function nearest(x: number, to: number, turn: number | null): number {
  return turn === null ? x : x + Math.round((to - x) / turn) * turn;
}

/** x in the first copy of the world. */
export function atHome(x: number, turn: number | null): number {
  return turn === null ? x : x - Math.floor(x / turn) * turn;
}
