import { tracks } from "../theme/looks";

/**
 * Tracks: the lines of orders across the board, as points in px. The same computation as in render/picture/tracks.py;
 * tests/fixtures/drawing.json contains the results that both must have.
 */
export type Point = readonly [number, number];
export type Track = readonly Point[];

const { steps: STEPS, aside: ASIDE, swings: SWINGS, sample: SAMPLE, good: GOOD, tooNear: TOO_NEAR, kept: KEPT, slack: SLACK } = tracks;
const [FREE = 1, PRICE = 0] = tracks.detour;

/** A gentle curve from one point to the other. */
export function bend([ax, ay]: Point, [bx, by]: Point, swing: number): Track {
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

/** A smooth line through all the points (Catmull and Rom's spline, centripetal: it makes no loops). */
export function curve(points: readonly Point[]): Track {
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last || points.length < 2) return points;
  const padded = [beyond(points[1] as Point, first), ...points, beyond(points[points.length - 2] as Point, last)];
  const found: Point[] = [first];
  for (let i = 0; i + 3 < padded.length; i++) {
    found.push(...segment(...(padded.slice(i, i + 4) as [Point, Point, Point, Point])));
  }
  return found;
}

/**
 * The points shifted to the right, so that a move and its counter-move are apart; the ends and `fixed` stay. Lines
 * of another size are shifted by another distance.
 */
export function keepRight(points: readonly Point[], size: number, fixed: ReadonlySet<number> = new Set()): Point[] {
  return points.map((here, number): Point => {
    const [before, after] = [points[number - 1], points[number + 1]];
    if (!before || !after || fixed.has(number)) return here;
    const [across, down] = [after[0] - before[0], after[1] - before[1]];
    const far = Math.hypot(across, down) || 1;
    return [here[0] - (down / far) * ASIDE * size, here[1] + (across / far) * ASIDE * size];
  });
}

function beyond(before: Point, end: Point): Point {
  return [2 * end[0] - before[0], 2 * end[1] - before[1]];
}

/** The part from the second to the third point, as a cubic with the spline's directions at its ends. */
function segment(p0: Point, p1: Point, p2: Point, p3: Point): Point[] {
  const middle = Math.sqrt(distance(p1, p2));
  if (!middle) return [p2];
  const before = Math.sqrt(distance(p0, p1)) || middle;
  const after = Math.sqrt(distance(p2, p3)) || middle;
  const start = direction(p0, p1, p2, before, middle);
  const end = direction(p1, p2, p3, middle, after);
  const found: Point[] = [];
  for (let step = 1; step <= STEPS; step++) {
    const t = step / STEPS;
    const u = 1 - t;
    const [a, b] = [u * u * (1 + 2 * t), t * t * (3 - 2 * t)];
    const [c, d] = [t * u * u * middle, t * t * u * middle];
    found.push([
      a * p1[0] + b * p2[0] + c * start[0] - d * end[0],
      a * p1[1] + b * p2[1] + c * start[1] - d * end[1],
    ]);
  }
  return found;
}

/** The direction of the spline at the second of three points; the numbers are the spline's steps between them. */
function direction(a: Point, b: Point, c: Point, first: number, second: number): Point {
  const along = (axis: 0 | 1) =>
    (b[axis] - a[axis]) / first - (c[axis] - a[axis]) / (first + second) + (c[axis] - b[axis]) / second;
  return [along(0), along(1)];
}

/**
 * From the first stop to the last: through all of them, straight, in a bow from the last but one or the first, or along a
 * detour, which has other stops between. The best line keeps a distance in px from units and stays in its spaces; `stray` gives the share of a line that does not.
 * A line much longer than the straight one would not help the eye.
 */
export function findLine(
  stops: readonly Point[],
  units: readonly Point[],
  room: number,
  stray: (line: Track) => number,
  detours: readonly (readonly Point[])[] = [],
): Track {
  const straight = Math.max(distance(stops[0] as Point, stops[stops.length - 1] as Point), 1);
  let best: { cost: number; line: Track } = { cost: Infinity, line: stops };
  for (const line of listLines(stops, detours)) {
    const near = Math.min(...units.map((unit) => distanceTo(unit, line)), room);
    const longer = lengthOf(line) / straight - FREE;
    const cost = stray(line) + TOO_NEAR * (1 - near / room) + PRICE * Math.max(0, longer);
    if (cost < GOOD) return line;
    if (cost < best.cost - GOOD / 5) best = { cost, line };
  }
  return best.line;
}

function* listLines(stops: readonly Point[], detours: readonly (readonly Point[])[]): Generator<Track> {
  const [start, last, end] = [stops[0], stops[stops.length - 2], stops[stops.length - 1]] as [Point, Point, Point];
  yield curve(stops);
  yield [start, end];
  for (const swing of SWINGS) {
    yield curve([...stops.slice(0, -1), aside(last, end, swing), end]);
    yield curve([start, aside(start, end, swing), end]);
  }
  for (const way of detours) yield curve(way);
}

/** The point beside the middle of a straight line, to its left. */
function aside([ax, ay]: Point, [bx, by]: Point, swing: number): Point {
  return [(ax + bx) / 2 + (by - ay) * swing, (ay + by) / 2 - (bx - ax) * swing];
}

/** Points along a line, evenly on each of its parts. */
export function* sample(track: Track): Generator<Point> {
  for (let i = 1; i < track.length; i++) {
    const [[ax, ay], [bx, by]] = [track[i - 1] as Point, track[i] as Point];
    const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / SAMPLE));
    for (let step = 0; step < steps; step++) {
      const share = (step + 0.5) / steps;
      yield [ax + (bx - ax) * share, ay + (by - ay) * share];
    }
  }
}

function distanceTo(point: Point, track: Track): number {
  let least = Infinity;
  for (let i = 1; i < track.length; i++) {
    const [a, b] = [track[i - 1] as Point, track[i] as Point];
    const [across, down] = [b[0] - a[0], b[1] - a[1]];
    const square = across * across + down * down;
    const share = square ? ((point[0] - a[0]) * across + (point[1] - a[1]) * down) / square : 0;
    const kept = Math.max(0, Math.min(1, share));
    least = Math.min(least, distance(point, [a[0] + across * kept, a[1] + down * kept]));
  }
  return least;
}

/** Where a support meets a move: at its gate, but at a distance in px from the start and the end of its line. */
export function joinAt(track: Track, gate: Point, before: number, after: number): Point {
  const total = lengthOf(track);
  let [way, along, nearest] = [0, 0, Infinity];
  track.forEach((point, number) => {
    along += distance(track[number - 1] ?? point, point);
    const far = distance(point, gate);
    if (far < nearest) [nearest, way] = [far, along];
  });
  const [low, high] = before + after < total ? [before, total - after] : [total / 2, total / 2];
  return walk(track, Math.max(low, Math.min(high, way)))[0];
}

/** The length along the line, in px. */
export function lengthOf(track: Track): number {
  let sum = 0;
  for (let i = 1; i < track.length; i++) sum += distance(track[i - 1] as Point, track[i] as Point);
  return sum;
}

/** The distance between two points, in px. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** The point at a distance in px along the line, and the direction there. */
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

/** The line shortened by a distance in px at its start and end; a short line keeps a third of its length. */
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

/** A point near another: a distance along a direction, and a distance to its side. */
export function off(place: Point, way: Point, along: number, side: number): Point {
  return [place[0] + way[0] * along - way[1] * side, place[1] + way[1] * along + way[0] * side];
}
