import { expect, test } from "vitest";
import { simplify } from "./simplify";

const line = Float64Array.from([0, 0, 1, 0.05, 2, 0, 3, 2, 4, 0]);

test("what a screen cannot show is left out, what it can show stays", () => {
  expect([...simplify(line, 0.1)]).toEqual([0, 0, 2, 0, 3, 2, 4, 0]);
  expect([...simplify(line, 5)]).toEqual([0, 0, 4, 0]);
});

test("a ring keeps its farthest vertex", () => {
  const ring = Float64Array.from([0, 0, 5, 0, 5, 5, 0, 5, 0, 0]);
  expect(simplify(ring, 0.1).length).toBe(10);
});
