import { expect, test } from "vitest";
import { coastBox, placeCoasts, placeFleetCoasts } from "./coasts";
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

test("the name of a fleet's coast steps aside for the head of an order, and not onto a name", () => {
  const board = makeBoard(false);
  const scale = makeScale(board, 8, false);
  const spot = { x: 40, y: 10 };
  const fleet = { key: "fleet", power: "X", kind: "F", text: "F WES/NC", location: "WES/NC", space: "WES", coast: "NC", spot, isDislodged: false, aboard: null } as const;
  const [x, y] = [spot.x * scale.k, spot.y * scale.k];
  const away = (heads: Box[], others: Box[], lines: Box[] = []) => placeFleetCoasts([fleet], { heads, others, lines }, scale).get("fleet") ?? [0, 0];
  const under = away([], []);
  expect(under[0]).toBe(0);
  expect(under[1]).toBeGreaterThan(0.66 * scale.block);
  const head = coastBox([x, y + under[1]], scale);
  const right = away([head], []);
  expect(right[0]).toBeGreaterThan(scale.block);
  const name = coastBox([x + right[0], y + right[1]], scale);
  expect(away([head], [name])[0]).toBeLessThan(-scale.block);
  expect(away([head], [], [name])[0]).toBeLessThan(-scale.block);
  expect(away([], [head])).toEqual(under);
});
