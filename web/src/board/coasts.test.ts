import { expect, test } from "vitest";
import { placeCoasts } from "./coasts";
import type { Box } from "./geometry";
import { makeBoard } from "./kit";
import { makeScale } from "./view";

test("the name of a coast steps aside for the head of an order", () => {
  const board = makeBoard(false);
  const scale = makeScale(board, 8, false);
  const window: Box = [-1000, -1000, 2000, 2000];
  const [free] = placeCoasts(board, [], [], scale, window);
  const head: Box = [314, 78, 326, 90];
  const [aside] = placeCoasts(board, [], [head], scale, window);
  expect(free?.item.text).toBe("nc");
  expect(free?.x).toBe(320);
  // Below the place of a fleet, which is the first to be tried.
  expect(aside?.x).toBe(320);
  expect((aside?.y ?? 0) - (free?.y ?? 0)).toBeCloseTo(0.6 * scale.block);
});
