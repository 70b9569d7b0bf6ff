import { expect, test } from "vitest";
import { makeBoard, makeScene } from "./kit";
import { listSigns } from "./legend";

test("a board without colonies explains the signs that it has", () => {
  const texts = listSigns(makeBoard(), makeScene()).map((sign) => sign.text);
  expect(texts).toContain("Full disc: home centre; the letter is the power that builds there");
  expect(texts.some((text) => text.includes("colony"))).toBe(false);
});

test("the line that ties islands is explained where there is one", () => {
  const board = makeBoard();
  const tie = { start: { x: 0, y: 0 }, end: { x: 9, y: 0 }, box: [0, 0, 9, 0] as [number, number, number, number] };
  const say = (ties: (typeof tie)[]) => listSigns({ ...board, ties }, makeScene()).map((sign) => sign.text);
  expect(say([tie])).toContain("Dotted line: pieces of one space");
  expect(say([])).not.toContain("Dotted line: pieces of one space");
});

test("colonies, bombs and ruins are explained where there are any", () => {
  const marks = { WES: { kind: "colony", text: "" }, EAS: { kind: "bomb", text: "" }, SEA: { kind: "closed", text: "" } } as const;
  const texts = listSigns(makeBoard(), makeScene({ marks })).map((sign) => sign.text);
  expect(texts).toContain("Disc with a hole: permanent colony");
  expect(texts).toContain("Ship with an army aboard");
  expect(texts).toContain("Bombs");
  expect(texts).toContain("Struck by a bomb: land is destroyed, a sea is closed for a time");
});
