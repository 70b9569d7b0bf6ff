import { placeOf, spaceOf, type Board } from "./boardFile";
import type { Box, Spot } from "./geometry";
import type { Place } from "./types";

/** The sideways shifts at which a box is visible in a window: copies of a round world, otherwise 0 or none. */
export function shiftsOf(box: Box, window: Box, turn: number | null): number[] {
  if (box[3] < window[1] || box[1] > window[3]) return [];
  if (turn === null) return box[2] >= window[0] && box[0] <= window[2] ? [0] : [];
  const shifts: number[] = [];
  const first = Math.ceil((window[0] - box[2]) / turn);
  const last = Math.floor((window[2] - box[0]) / turn);
  for (let copy = first; copy <= last; copy++) shifts.push(copy * turn || 0);
  return shifts;
}

/** The step from one spot to another, across the seam if that is shorter. */
export function shortStep(board: Pick<Board, "wraps" | "width">, from: Spot, to: Spot): Spot {
  return stepWithin(from, to, board.wraps ? board.width : 0);
}

function stepWithin(from: Spot, to: Spot, turn: number): Spot {
  const x = to.x - from.x;
  return { x: turn ? x - Math.round(x / turn) * turn : x, y: to.y - from.y };
}

/**
 * From anchor to anchor by the gate, without a jump at the seam; the number of spots is odd. Spaces that are not
 * neighbours have their gate halfway; null if the board lacks a place.
 */
export function wayOf(board: Board, start: Place, end: Place): Spot[] | null {
  const here = placeOf(board, start);
  const goal = placeOf(board, end);
  if (!here || !goal) return null;
  const stops = stopsOf(board, start, end);
  if (!stops) {
    const { x, y } = shortStep(board, here, goal);
    return [here, { x: here.x + x / 2, y: here.y + y / 2 }, { x: here.x + x, y: here.y + y }];
  }
  const way = [here];
  let last = here;
  for (const spot of [...stops, goal]) {
    const { x, y } = stepWithin(last, spot, board.turn);
    last = { x: last.x + x, y: last.y + y };
    way.push(last);
  }
  return way;
}

/** By location, otherwise by space: armies have no coasts, and a support need not name one. */
function stopsOf(board: Board, start: Place, end: Place): readonly Spot[] | null {
  for (const a of new Set([start, spaceOf(start)])) {
    for (const b of new Set([end, spaceOf(end)])) {
      const there = board.stopsBetween(a, b);
      if (there) return there;
      const back = board.stopsBetween(b, a);
      if (back) return [...back].reverse();
    }
  }
  return null;
}

/** The copy of x that is nearest to another x. */
export function nearest(x: number, to: number, turn: number | null): number {
  return turn === null ? x : x + Math.round((to - x) / turn) * turn;
}

/** x in the first copy of the world. */
export function atHome(x: number, turn: number | null): number {
  return turn === null ? x : x - Math.floor(x / turn) * turn;
}
