import { expect, test } from "vitest";
import { clearLine, curve, joinAt, keepRight, lengthOf, pathOf, trim, walk } from "./tracks";

test("a move and its counter-move pass the gate on either side", () => {
  const way = [[0, 0], [50, 0], [100, 0]] as const;
  expect(keepRight(way, 1)).toEqual([[0, 0], [50, 3], [100, 0]]);
  expect(keepRight([...way].reverse(), 1)[1]).toEqual([50, -3]);
  expect(keepRight(way, 1, new Set([1]))).toEqual(way);
});

test("a line through stops passes each of them and makes no loop", () => {
  const track = curve([[0, 0], [4, 4], [100, 0]]);
  expect(track).toContainEqual([4, 4]);
  expect(track[track.length - 1]).toEqual([100, 0]);
  expect(lengthOf(track)).toBeLessThan(106);
});

test("a support swings round a unit, to the side where there is more room", () => {
  const straight = [[0, 0], [100, 0]] as const;
  const through = [[0, 0], [50, 20], [100, 0]] as const;
  expect(clearLine(straight, [], 10)).toEqual(straight);
  expect(clearLine(through, [], 10)).toEqual(through);
  expect(clearLine(through, [[50, 20]], 10)).toEqual(straight);
  expect(clearLine([[0, 0], [50, 90], [100, 0]], [], 10), "too long a way round").toEqual(straight);
  const past = clearLine(straight, [[50, -5]], 10);
  expect(Math.max(...past.map(([, y]) => y))).toBeGreaterThan(4);
});

test("a support meets a move at its gate, but clear of its head", () => {
  const track = [[0, 0], [50, 0], [100, 0]] as const;
  expect(joinAt(track, [50, 2], 7, 17)).toEqual([50, 0]);
  expect(joinAt(track, [100, 2], 7, 17)).toEqual([83, 0]);
  expect(joinAt([[0, 0], [10, 0]], [10, 0], 7, 17)).toEqual([5, 0]);
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
