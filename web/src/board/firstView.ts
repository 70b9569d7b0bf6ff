import type { Board } from "./boardFile";
import type { Inset } from "./camera";
import type { Box, Spot } from "./geometry";
import { REGION, scaleOf, zoomFor } from "./levels";
import type { SpaceCode } from "./types";
import type { Camera } from "./view";
import { nearest } from "./wrap";

/** Board units around the reader's own spaces. */
const ROOM = 40;
/** Board units around a target: its unit and most of its name. */
const NEAR = 12;
/** Zoom up to which a round world fills the height of a narrow window. */
const WHOLE_ZOOM = 0.7;
/** The most by which a flat board may exceed its whole view to fill the window. */
const WHOLE_GROWTH = 1.8;

/** The first view: the reader's own spaces, or the whole board. `least` is the smallest scale. */
export function firstCamera(
  board: Board,
  home: readonly SpaceCode[],
  size: { width: number; height: number },
  inset: Inset,
  least: number,
): Camera {
  const spots = home.flatMap((code) => board.spaces.get(code)?.unit ?? []);
  const own = spots.length > 0;
  const [left, top, right, bottom] = own ? boxRound(board, spots) : board.sheet;
  const width = size.width - inset.left - inset.right;
  const height = size.height - inset.top - inset.bottom;
  const fit = Math.min(width / (right - left), height / (bottom - top));
  // The board fills the height; the rest of it is a swipe away.
  const most = board.wraps ? scaleOf(WHOLE_ZOOM, board.unit) : least * WHOLE_GROWTH;
  const whole = Math.min(board.wraps ? height / board.height : (height / (bottom - top)) * 0.98, most);
  const k = Math.max(least, own ? Math.min(fit, scaleOf(zoomFor(REGION), board.unit)) : whole);
  return {
    k,
    x: inset.left + width / 2 - (k * (left + right)) / 2,
    y: inset.top + height / 2 - (k * (top + bottom)) / 2,
  };
}

/** The largest scale at which spaces around a spot are in the free area when the spot is in its middle. */
export function fitRound(board: Board, spot: Spot, spaces: readonly SpaceCode[], size: { width: number; height: number }, inset: Inset): number {
  const width = size.width - inset.left - inset.right;
  const height = size.height - inset.top - inset.bottom;
  const fits = spaces.flatMap((code) => {
    const at = board.spaces.get(code)?.unit;
    if (!at) return [];
    const across = Math.abs(nearest(at.x, spot.x, board.wraps ? board.width : null) - spot.x);
    return [width / 2 / (across + NEAR), height / 2 / (Math.abs(at.y - spot.y) + NEAR)];
  });
  return Math.min(Infinity, ...fits);
}

/** The box around spots, each in the copy of the world nearest to the first. */
function boxRound(board: Board, spots: readonly Spot[]): Box {
  const first = spots[0]?.x ?? 0;
  const xs = spots.map(({ x }) => nearest(x, first, board.wraps ? board.width : null));
  const ys = spots.map(({ y }) => y);
  return [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM, Math.max(...xs) + ROOM, Math.max(...ys) + ROOM];
}
