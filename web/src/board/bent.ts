import { labels as looks } from "../theme/looks";
import type { Box } from "./geometry";
import { alongOf, codeSize, codeWidth, widthAlong, type Measure, type Wording } from "./labelText";

export type Point = readonly [number, number];
/** The line on which a name runs along its shape, in px: start, two handles and end of a cubic curve. */
export type Bent = { ends: readonly [Point, Point, Point, Point]; spacing: number };
/** A point of a curve with the length of the way to it. */
type Step = readonly [number, number, number];

const PARTS = 24;

/** Points of a cubic curve. */
export function walk(ends: Bent["ends"]): Step[] {
  const [a, b, c, d] = ends;
  const found: Step[] = [];
  let way = 0;
  for (let number = 0; number <= PARTS; number++) {
    const t = number / PARTS;
    const s = 1 - t;
    const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const;
    const x = weights[0] * a[0] + weights[1] * b[0] + weights[2] * c[0] + weights[3] * d[0];
    const y = weights[0] * a[1] + weights[1] * b[1] + weights[2] * c[1] + weights[3] * d[1];
    const last = found[found.length - 1];
    if (last) way += Math.hypot(x - last[0], y - last[1]);
    found.push([x, y, way]);
  }
  return found;
}

/** The length of a walked curve. */
export function lengthOf(steps: readonly Step[]): number {
  return steps[steps.length - 1]?.[2] ?? 0;
}

/** The point at a distance along a curve, and the direction there, in radians. */
export function pointAt(steps: readonly Step[], way: number): [number, number, number] {
  for (let i = 0; i + 1 < steps.length; i++) {
    const [x, y, before] = steps[i] as Step;
    const [nextX, nextY, after] = steps[i + 1] as Step;
    if (after < way && i + 2 < steps.length) continue;
    const share = (way - before) / (after - before || 1);
    return [x + (nextX - x) * share, y + (nextY - y) * share, Math.atan2(nextY - y, nextX - x)];
  }
  return [0, 0, 0];
}

/** The middle of the code under a curved name, and its turn in radians. */
export function codeSpot(bent: Bent, wording: Wording, size: number): [number, number, number] {
  const steps = walk(bent.ends);
  const [x, y, turn] = pointAt(steps, lengthOf(steps) / 2);
  const away = size * 0.5 + codeSize(wording, size) * 0.62;
  return [x - Math.sin(turn) * away, y + Math.cos(turn) * away, turn];
}

/** Boxes that follow a name along its curve, and one for the code beneath. */
export function* bentBoxes(bent: Bent, wording: Wording, size: number, measure: Measure): Generator<Box> {
  const steps = walk(bent.ends);
  const width = widthAlong(wording, size, measure) + bent.spacing * size * countAlong(wording);
  const half = size * looks.bentHalf;
  const count = Math.max(2, Math.ceil(width / (1.2 * half)));
  const start = (lengthOf(steps) - width) / 2 + half * 0.6;
  for (let number = 0; number < count; number++) {
    const [x, y] = pointAt(steps, start + ((width - 1.2 * half) * number) / (count - 1));
    yield [x - half, y - half, x + half, y + half];
  }
  if (!wording.hasCodeLine) return;
  const letters = codeSize(wording, size);
  const [x, y, turn] = codeSpot(bent, wording, size);
  const wide = codeWidth(wording, size, measure) / 2;
  const across = Math.abs(Math.cos(turn)) * wide + (Math.abs(Math.sin(turn)) * letters) / 2;
  const down = Math.abs(Math.sin(turn)) * wide + Math.abs(Math.cos(turn)) * letters * 0.42;
  yield [x - across, y - down, x + across, y + down];
}

/** The number of letters of a name on one line. */
export function countAlong(wording: Wording): number {
  return alongOf(wording).reduce((sum, run) => sum + run.text.length, 0);
}

/** Path data of the baseline of a curved name: the middle of its letters is on the curve. */
export function bentPath({ ends: [a, b, c, d] }: Bent, size: number, shift: number): string {
  const low = size * looks.bentBase;
  const turn = Math.atan2(d[1] - a[1], d[0] - a[0]);
  const [across, down] = [shift - Math.sin(turn) * low, Math.cos(turn) * low];
  const [start, first, second, end] = [a, b, c, d].map(([x, y]) => `${(x + across).toFixed(1)} ${(y + down).toFixed(1)}`);
  return `M${start}C${first} ${second} ${end}`;
}
