import { expect, test } from "vitest";
import { curve, findLine, joinAt, keepRight, lengthOf, pathOf, sample, trim, walk, type Track } from "./tracks";

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

test("a support swings round a unit, to the side where there is more room, and past other lands", () => {
  const inside = () => 0;
  const stops = [[0, 0], [50, 20], [100, 0]] as const;
  const straight = [[0, 0], [100, 0]];
  expect(findLine(stops, [], 10, inside)).toEqual(curve(stops));
  expect(findLine(stops, [[50, 20]], 10, inside)).toEqual(straight);
  expect(findLine([[0, 0], [50, 90], [100, 0]], [], 10, inside), "too long a way round").toEqual(straight);
  expect(Math.max(...findLine([[0, 0], [100, 0]], [[50, -5]], 10, inside).map(([, y]) => y))).toBeGreaterThan(4);
  // The gate's way and the straight one lie in another land; so do all bows to the right.
  const left = findLine(stops, [], 10, (line) => Number([...sample(line)].some(([x, y]) => x > 40 && x < 60 && y > -15)));
  expect(Math.min(...left.map(([, y]) => y))).toBeLessThan(-15);
});

test("a support takes a detour where everything else leads through other lands", () => {
  const stray = (line: Track) => Number([...sample(line)].some(([x, y]) => x > 40 && x < 60 && Math.abs(y) < 150));
  const ends = [[0, 0], [100, 0]] as const;
  const around = [[0, 0], [0, 200], [100, 200], [100, 0]] as const;
  expect(stray(findLine(ends, [], 10, stray))).toBe(1);
  expect(findLine(ends, [], 10, stray, [around])).toEqual(curve(around));
  expect(findLine(ends, [], 10, () => 0, [around])).toEqual(curve(ends));
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
