import { expect, test } from "vitest";
import { atHome, nearest, shiftsOf, shortStep } from "./wrap";

test("a flat board shows a box once or not at all", () => {
  expect(shiftsOf([10, 0, 20, 10], [0, 0, 50, 50], null)).toEqual([0]);
  expect(shiftsOf([60, 0, 70, 10], [0, 0, 50, 50], null)).toEqual([]);
});

test("a round world shows a box in every copy in sight, however far one has gone", () => {
  expect(shiftsOf([10, 0, 20, 10], [0, 0, 250, 50], 100)).toEqual([0, 100, 200]);
  expect(shiftsOf([10, 0, 20, 10], [-1005, 0, -985, 50], 100)).toEqual([-1000]);
  expect(shiftsOf([10, 60, 20, 70], [0, 0, 250, 50], 100)).toEqual([]);
});

test("steps go over the seam where that is shorter", () => {
  const from = { x: 95, y: 0 };
  expect(shortStep({ wraps: true, width: 100 }, from, { x: 5, y: 3 })).toEqual({ x: 10, y: 3 });
  expect(shortStep({ wraps: false, width: 100 }, from, { x: 5, y: 3 })).toEqual({ x: -90, y: 3 });
});

test("the nearest copy and the first copy of a place", () => {
  expect(nearest(5, 1004, 100)).toBe(1005);
  expect(nearest(5, 1004, null)).toBe(5);
  expect(atHome(-5, 100)).toBe(95);
  expect(atHome(205, 100)).toBe(5);
});
