import { expect, test } from "vitest";
import { NO_INSET } from "./camera";
import { firstCamera, fitRound } from "./firstView";
import { makeBoard } from "./kit";

const size = { width: 400, height: 200 };

function middleOf(camera: { k: number; x: number; y: number }, width = 400, height = 200) {
  return [(width / 2 - camera.x) / camera.k, (height / 2 - camera.y) / camera.k];
}

test("a flat board is shown whole, in the middle", () => {
  const camera = firstCamera(makeBoard(false), [], size, NO_INSET, 3.92);
  expect(camera.k).toBeCloseTo(3.92);
  expect(middleOf(camera)[0]).toBeCloseTo(50);
  expect(middleOf(camera)[1]).toBeCloseTo(25);
});

test("on a phone a flat board fills the height that the sheet leaves, and no more paper is bare than must be", () => {
  const inset = { ...NO_INSET, bottom: 100 };
  const camera = firstCamera(makeBoard(false), [], { width: 120, height: 180 }, inset, 1.2);
  expect(camera.k * 50).toBeCloseTo(80 * 0.98);
  expect(camera.y + camera.k * 25).toBeCloseTo(40);
  expect(firstCamera(makeBoard(false), [], { width: 100, height: 500 }, NO_INSET, 1).k).toBeCloseTo(1.8);
});

test("one's own spaces are shown in the free part of the window", () => {
  const inset = { ...NO_INSET, right: 200 };
  const camera = firstCamera(makeBoard(), ["WES", "EAS"], size, inset, 0.1);
  expect(camera.x + camera.k * 30).toBeCloseTo(100);
  expect(camera.y + camera.k * 18).toBeCloseTo(100);
});

test("spaces on both sides of the seam are neighbours", () => {
  const camera = firstCamera(makeBoard(), ["SEA", "WES"], size, NO_INSET, 0.1);
  // 95 and 20 of the next copy: the middle is 107.5.
  expect(middleOf(camera)[0]).toBeCloseTo(107.5);
});

test("a scale at which the spaces round a spot are in sight, the short way round the world too", () => {
  const board = makeBoard();
  const [west, east] = [board.spaces.get("WES")!.unit, board.spaces.get("EAS")!.unit];
  const k = fitRound(board, west, ["EAS"], size, NO_INSET);
  const across = Math.min(Math.abs(east.x - west.x), board.width - Math.abs(east.x - west.x));
  expect(k * across).toBeLessThan(200);
  expect(k * Math.abs(east.y - west.y)).toBeLessThan(100);
  expect(fitRound(board, west, ["EAS"], size, { ...NO_INSET, bottom: 100 })).toBeLessThanOrEqual(k);
  expect(fitRound(board, west, [], size, NO_INSET)).toBe(Infinity);
});
