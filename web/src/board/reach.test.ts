import { expect, test } from "vitest";
import { makeBoard } from "./kit";
import { placeReach } from "./reach";
import { makeScale } from "./view";

test("only spaces in sight are placed, each copy of the world on its own", () => {
  const board = makeBoard();
  const marks = ["WES", "EAS", "NOWHERE"].map((space) => ({ space, text: "2", isThreat: false }));
  const scale = makeScale(board, 2, false);
  const all = placeReach(board, marks, scale, [-1000, -1000, 1000, 1000]);
  expect(new Set(all.map(({ mark }) => mark.space))).toEqual(new Set(["WES", "EAS"]));
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  expect(placeReach(board, marks, scale, [0, 5000, 10, 5010])).toEqual([]);
});
