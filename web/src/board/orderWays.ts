import { lines as looks } from "../theme/looks";
import { placeOf, type Board } from "./boardFile";
import { BLOCK } from "./symbols";
import { curve, keepRight, type Point, type Track } from "./tracks";
import type { Place } from "./types";
import type { Scale } from "./view";
import { wayOf } from "./wrap";

/** The line of an order in px, and where it passes its last gate. Moving units go along it too. */
export type Way = { track: Track; gate: Point };

/**
 * The line from stop to stop through the gates; below fleets on the way, so that their hulls stay clear. `shift` is the
 * distance of the copy of the world to the right of the first. Null if the board lacks a place.
 */
export function makeWay(board: Board, scale: Scale, stops: readonly Place[], start: Point | null = null, shift = 0): Way | null {
  const place = placeOf(board, stops[0] ?? "");
  if (!place) return null;
  let here: Point = [place.x * scale.k + shift, place.y * scale.k];
  const points: Point[] = [start ?? here];
  const fleets = new Set<number>();
  let gate = 0;
  let isOnBoard = true;
  for (const [number, stop] of stops.slice(1).entries()) {
    const spots = wayOf(board, stops[number] ?? "", stop);
    const way: Point[] | undefined = spots?.map(({ x, y }) => [x * scale.k, y * scale.k]);
    isOnBoard &&= spots?.every(({ y }) => y >= 0 && y <= board.height) ?? true;
    const [first, last] = [way?.[0], way?.at(-1)];
    if (!way || !first || !last) return null;
    // Each way begins in the first copy of the world.
    const aside: number = here[0] - first[0];
    if (number) {
      fleets.add(points.length);
      points.push([here[0], here[1] + scale.block * looks.belowFleets]);
    }
    gate = points.length + (way.length - 3) / 2;
    for (const [x, y] of way.slice(1, -1)) points.push([x + aside, y]);
    here = [last[0] + aside, last[1]];
  }
  const size = markSize(scale.block);
  const moved = keepRight([...points, here], size, fleets);
  const track = curve(moved);
  // A line to a box leaves the board and runs beside its link.
  return { track: isOnBoard ? keepOffFrame(track, board.height * scale.k, looks.frameRoom * size) : track, gate: moved[gate] ?? here };
}

/** A line kept at a distance in px from the upper and the lower edge of the board; its ends stay. */
function keepOffFrame(track: Track, height: number, room: number): Track {
  const last = track.length - 1;
  return track.map(([x, y], number): Point => (number % last ? [x, Math.max(room, Math.min(height - room, y))] : [x, y]));
}

/** The size of order lines, badges and marks, relative to Region zoom. */
export function markSize(block: number): number {
  return Math.max(looks.leastSize, Math.min(looks.mostSize, block / BLOCK));
}
