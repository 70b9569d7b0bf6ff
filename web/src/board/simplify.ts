import type { Flat } from "./geometry";

/** A line with fewer vertices, nowhere further than a tolerance from the full one (Douglas and Peucker). Ends stay. */
export function simplify(line: Flat, tolerance: number): Flat {
  const last = line.length / 2 - 1;
  if (last < 2) return line;
  const isKept = new Uint8Array(last + 1);
  isKept[0] = isKept[last] = 1;
  const stack: [number, number][] = [[0, last]];
  for (let part = stack.pop(); part; part = stack.pop()) {
    const [from, to] = part;
    const far = farthest(line, from, to);
    if (far.distance <= tolerance * tolerance) continue;
    isKept[far.index] = 1;
    stack.push([from, far.index], [far.index, to]);
  }
  const kept: number[] = [];
  for (let i = 0; i <= last; i++) if (isKept[i]) kept.push(line[2 * i] as number, line[2 * i + 1] as number);
  return Float64Array.from(kept);
}

/** The vertex between two that is farthest from the straight line (or, on a ring, from the point), and the squared distance. */
function farthest(line: Flat, from: number, to: number): { index: number; distance: number } {
  const ax = line[2 * from] as number;
  const ay = line[2 * from + 1] as number;
  const dx = (line[2 * to] as number) - ax;
  const dy = (line[2 * to + 1] as number) - ay;
  const length = dx * dx + dy * dy;
  let index = from;
  let distance = 0;
  for (let i = from + 1; i < to; i++) {
    const px = (line[2 * i] as number) - ax;
    const py = (line[2 * i + 1] as number) - ay;
    const t = length ? Math.max(0, Math.min(1, (px * dx + py * dy) / length)) : 0;
    const away = (px - t * dx) ** 2 + (py - t * dy) ** 2;
    if (away > distance) [index, distance] = [i, away];
  }
  return { index, distance };
}
