import { expect, test } from "vitest";
import { isWhole, makeCorrection, tellCorrection, type FactDraft } from "./corrections";

const DRAFT: FactDraft = { kind: "put", power: "OCEANIA", place: " na7 ", held: 1, age: 2, bombs: 3 };
const tell = (draft: FactDraft): string => tellCorrection(makeCorrection(draft), (power) => power.toLowerCase());

test("an army aboard, years and bombs are written as the server reads them", () => {
  expect(makeCorrection({ ...DRAFT, kind: "aboard", place: "po7" })).toEqual({ put: "OCEANIA A PO7 aboard" });
  expect(makeCorrection({ ...DRAFT, kind: "aboard", place: "A PO7" })).toEqual({ put: "OCEANIA A PO7 aboard" });
  expect(makeCorrection({ ...DRAFT, kind: "years" })).toEqual({ years: { space: "NA7", held: 1, age: 2 } });
  expect(makeCorrection({ ...DRAFT, kind: "bombs" })).toEqual({ bombs: { space: "NA7", power: "OCEANIA", count: 3 } });
  expect(makeCorrection({ ...DRAFT, kind: "bombs", power: "" })).toEqual({ bombs: { space: "NA7", power: null, count: 0 } });
});

test("a correction reads as a sentence", () => {
  expect(tell({ ...DRAFT, kind: "years" })).toBe("NA7: held for 1, without a battle for 2 years");
  expect(tell({ ...DRAFT, kind: "bombs" })).toBe("Bombs in NA7: 3 of oceania");
  expect(tell({ ...DRAFT, kind: "bombs", power: "" })).toBe("Bombs in NA7: none");
});

test("a unit needs a power, years need only the colony", () => {
  expect(isWhole({ ...DRAFT, kind: "aboard", power: "" })).toBe(false);
  expect(isWhole({ ...DRAFT, kind: "years", power: "" })).toBe(true);
  expect(isWhole({ ...DRAFT, kind: "years", place: " " })).toBe(false);
});
