import { expect, test } from "vitest";
import { blockOf, levelOf, scaleOf, zoomFor, zoomOf, type Level } from "./levels";

test("levels begin at 0.8, 1.5 and 3 px a board unit", () => {
  expect([0.79, 0.8, 1.49, 1.5, 2.99, 3].map(levelOf)).toEqual([0, 1, 1, 2, 2, 3]);
});

test("a board with fewer spaces shows more at the same scale", () => {
  expect(levelOf(zoomOf(1.2, 5))).toBe(1);
  expect(levelOf(zoomOf(1.2, 7))).toBe(2);
  expect(zoomOf(scaleOf(1.9, 7), 7)).toBeCloseTo(1.9);
});

test("going to a level by name ends in that level", () => {
  for (const level of [0, 1, 2, 3] as Level[]) expect(levelOf(zoomFor(level))).toBe(level);
});

test("blocks keep their size inside a level, and are larger for fingers", () => {
  expect([0.7, 1, 2, 4].map((zoom) => blockOf(zoom, false))).toEqual([9, 14, 18, 21]);
  expect(blockOf(2, true)).toBe(22);
  expect(blockOf(0.16, false)).toBeLessThan(4);
});
