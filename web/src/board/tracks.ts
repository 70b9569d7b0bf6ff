import { tracks } from "../theme/looks";

/**
 * Tracks: the lines that orders take over the board, as points in px. The same sums as in render/picture/tracks.py;
 * tests/fixtures/drawing.json holds what both must come to.
 */
export type Point = readonly [number, number];
export type Track = readonly Point[];

/** `bend` is how far a line swings out to its left, as a share of its length: a move and its counter-move keep apart. */
const { steps: STEPS, bend: BEND, kept: KEPT, slack: SLACK } = tracks;

/** A gentle curve from one point to the other. */
export function bend([ax, ay]: Point, [bx, by]: Point, swing = BEND): Track {
  const cx = (ax + bx) / 2 + (by - ay) * swing * 2;
  const cy = (ay + by) / 2 - (bx - ax) * swing * 2;
  const points: Point[] = [];
  for (let step = 0; step <= STEPS; step++) {
    const t = step / STEPS;
    const u = 1 - t;
    points.push([u * u * ax + 2 * t * u * cx + t * t * bx, u * u * ay + 2 * t * u * cy + t * t * by]);
  }
  return points;
}

/** A smooth line through all the stops (Catmull and Rom's spline). */
export function through(stops: readonly Point[]): Track {
  const [first, last] = [stops[0], stops[stops.length - 1]];
  if (!first || !last) return [];
  if (stops.length === 2) return bend(first, last);
  const padded = [first, ...stops, last];
  const points: Point[] = [first];
  for (let i = 0; i + 3 < padded.length; i++) {
    const four = padded.slice(i, i + 4) as [Point, Point, Point, Point];
    for (let step = 1; step <= STEPS; step++) points.push(spline(four, step / STEPS));
  }
  return points;
}

function spline([p0, p1, p2, p3]: [Point, Point, Point, Point], t: number): Point {
  const along = (a: number, b: number, c: number, d: number) =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);
  return [along(p0[0], p1[0], p2[0], p3[0]), along(p0[1], p1[1], p2[1], p3[1])];
}

/** Along the line, in px. */
export function lengthOf(track: Track): number {
  let sum = 0;
  for (let i = 1; i < track.length; i++) sum += distance(track[i - 1] as Point, track[i] as Point);
  return sum;
}

/** Between two points, in px. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The point so many px along the line, and the direction there. */
export function walk(track: Track, way: number): [Point, Point] {
  for (let i = 1; i < track.length; i++) {
    const a = track[i - 1] as Point;
    const b = track[i] as Point;
    const part = distance(a, b);
    if (way <= part && part > 0) {
      const t = way / part;
      return [
        [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t],
        [(b[0] - a[0]) / part, (b[1] - a[1]) / part],
      ];
    }
    way -= part;
  }
  const b = track[track.length - 1] ?? [0, 0];
  const a = track[track.length - 2] ?? b;
  const part = distance(a, b) || 1;
  return [b, [(b[0] - a[0]) / part, (b[1] - a[1]) / part]];
}

/** The point at a share of the length, and the direction there. */
export function pointAt(track: Track, share: number): [Point, Point] {
  return walk(track, lengthOf(track) * share);
}

/** The line without so many px at its start and end; a short line keeps a third of itself. */
export function trim(track: Track, head: number, tail: number): Track {
  const total = lengthOf(track);
  if (head + tail > total * KEPT) {
    const shrink = (total * KEPT) / (head + tail);
    head *= shrink;
    tail *= shrink;
  }
  const inner: Point[] = [];
  let way = 0;
  for (let i = 1; i < track.length; i++) {
    way += distance(track[i - 1] as Point, track[i] as Point);
    if (head + SLACK < way && way < total - tail - SLACK) inner.push(track[i] as Point);
  }
  return [walk(track, head)[0], ...inner, walk(track, total - tail)[0]];
}

/** Path data. */
export function pathOf(track: Track): string {
  return "M" + track.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
}

/** One decimal, which is enough on a screen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A point beside another: so far along a direction, so far to its side. */
export function off(place: Point, way: Point, along: number, side: number): Point {
  return [place[0] + way[0] * along - way[1] * side, place[1] + way[1] * along + way[0] * side];
}
