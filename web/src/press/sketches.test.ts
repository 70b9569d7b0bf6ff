import { expect, it } from "vitest";
import type { OrderLine } from "../board/types";
import { linkToSketch, readLetterWord, toBody, toDrawn } from "./sketches";

const MOVE: OrderLine = { power: "FRANCE", order: "A PAR - BUR", kind: "move", at: "PAR", unit: "A PAR", to: "BUR" };
const HOLD: OrderLine = { power: "GERMANY", order: "A MUN H", kind: "hold", at: "MUN", unit: "A MUN" };

it("sends the lines of each power", () => {
  expect(toBody({ phase: "S1901M", title: "", orders: [MOVE, HOLD] })).toEqual({
    phase: "S1901M",
    orders: { FRANCE: ["A PAR - BUR"], GERMANY: ["A MUN H"] },
  });
  expect(toBody({ phase: "S1901M", title: "", orders: [] })).toBeNull();
});

it("is shown on the board of its own phase", () => {
  const game = { id: "abc", phase: "F1901M" };
  expect(linkToSketch(game, "F1901M", 12, 3)).toBe("/g/abc?sketch=12-3");
  expect(linkToSketch(game, "S1901M", 12, 3)).toBe("/g/abc/results/S1901M?sketch=12-3");
  expect(readLetterWord("12-3")).toEqual({ room: 12, letter: 3 });
  expect(readLetterWord("12")).toBeNull();
});

it("is drawn as a sketch, without lines that cannot be read", () => {
  expect(toDrawn([MOVE, { ...HOLD, rejected: true }])).toEqual([{ ...MOVE, state: "sketch" }]);
});
