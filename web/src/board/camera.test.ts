import { expect, test } from "vitest";
import { between } from "./camera";
import { cut, join, without } from "./plate";
import { windowOf } from "./view";

test("a glide begins and ends where it should", () => {
  const [from, to] = [{ k: 1, x: 0, y: 0 }, { k: 4, x: -300, y: -90 }];
  expect(between(from, to, 0)).toEqual(from);
  expect(between(from, to, 1)).toEqual(to);
  expect(between(from, to, 0.5).k).toBeCloseTo(2);
});

test("the spot that both ends of a zoom see in one place stays there", () => {
  // Zooming from 1 to 4 about the px 100: the spot 100 of the board lies there before and after.
  const middle = between({ k: 1, x: 0, y: 0 }, { k: 4, x: -300, y: -300 }, 0.4);
  expect(middle.x + middle.k * 100).toBeCloseTo(100);
});

test("a window is told in board units", () => {
  expect(windowOf({ k: 2, x: -100, y: 0 }, 400, 200)).toEqual([50, -0, 250, 100]);
  expect(windowOf({ k: 2, x: -100, y: 0 }, 400, 200, 20)).toEqual([40, -10, 260, 110]);
});

test("a region is painted in pieces that fill it, the middle first", () => {
  const pieces = cut([0, 0, 1400, 1100]);
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.reduce((sum, [left, top, right, bottom]) => sum + (right - left) * (bottom - top), 0)).toBe(1400 * 1100);
  const [first] = pieces;
  expect(first && first[1] < 600 && first[3] > 500).toBe(true);
  expect(cut([0, 0, 10, 10])).toEqual([[0, 0, 10, 10]]);
});

test("what is left of a region beside the window fills the rest of it", () => {
  const left = without([0, 0, 100, 40], [20, -50, 80, 30]);
  expect(left).toEqual([
    [0, 30, 100, 40],
    [0, 0, 20, 30],
    [80, 0, 100, 30],
  ]);
  expect(without([0, 0, 10, 10], [-5, -5, 15, 15])).toEqual([]);
});

test("rows that fill a window are painted in one piece, others one by one", () => {
  expect(join([[0, 0, 10, 5], [0, 5, 10, 9]])).toEqual([[0, 0, 10, 9]]);
  expect(join([[0, 0, 10, 5], [0, 7, 10, 9]])).toEqual([[0, 0, 10, 5], [0, 7, 10, 9]]);
  expect(join([])).toEqual([]);
});
