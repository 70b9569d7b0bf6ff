import { expect, test } from "vitest";
import { NO_INSET } from "./camera";
import { firstCamera } from "./firstView";
import { makeBoard } from "./kit";

const size = { width: 400, height: 200 };

function middleOf(camera: { k: number; x: number; y: number }, width = 400, height = 200) {
  return [(width / 2 - camera.x) / camera.k, (height / 2 - camera.y) / camera.k];
}

test("a flat board is shown whole, in the middle", () => {
  const camera = firstCamera(makeBoard(false), [], size, NO_INSET, 3.9);
  expect(camera.k).toBe(3.9);
  expect(middleOf(camera)).toEqual([50, 25]);
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
