import { expect, test } from "vitest";
import { bend, lengthOf, pathOf, pointAt, through, trim, walk } from "./tracks";

test("a move and its counter-move keep apart", () => {
  const [there] = pointAt(bend([0, 0], [100, 0]), 0.5);
  const [back] = pointAt(bend([100, 0], [0, 0]), 0.5);
  expect(there[1]).toBeLessThan(-5);
  expect(back[1]).toBeGreaterThan(5);
});

test("a line through stops passes each of them", () => {
  const track = through([[0, 0], [50, 40], [100, 0]]);
  expect(track).toContainEqual([50, 40]);
  expect(track[track.length - 1]).toEqual([100, 0]);
});

test("trimming takes px off both ends, but leaves a third of a short line", () => {
  expect(lengthOf(trim([[0, 0], [100, 0]], 10, 20))).toBeCloseTo(70);
  expect(lengthOf(trim([[0, 0], [10, 0]], 10, 20))).toBeCloseTo(3.4);
});

test("walking gives the place and the direction", () => {
  expect(walk([[0, 0], [10, 0], [10, 10]], 15)).toEqual([[10, 5], [0, 1]]);
});

test("paths are written with one decimal", () => {
  expect(pathOf([[0, 0.04], [1.26, 2]])).toBe("M0 0L1.3 2");
});
