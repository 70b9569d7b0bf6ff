import { expect, test } from "vitest";
import { makeBoard, makeScene } from "./kit";
import { listSigns } from "./legend";

test("a board without colonies explains the signs that it has", () => {
  const texts = listSigns(makeBoard(), makeScene()).map((sign) => sign.text);
  expect(texts).toContain("Full disc: home centre; the letter is the power that builds there");
  expect(texts.some((text) => text.includes("colony"))).toBe(false);
});

test("colonies, bombs and ruins are explained where there are any", () => {
  const marks = { WES: { kind: "colony", text: "" }, EAS: { kind: "bomb", text: "" }, SEA: { kind: "closed", text: "" } } as const;
  const texts = listSigns(makeBoard(), makeScene({ marks })).map((sign) => sign.text);
  expect(texts).toContain("Disc with a hole: permanent colony");
  expect(texts).toContain("Ship with an army aboard");
  expect(texts).toContain("Bombs");
  expect(texts).toContain("Struck by a bomb: land is destroyed, a sea is closed for a time");
});
