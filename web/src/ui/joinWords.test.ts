import { expect, it } from "vitest";
import { joinWords } from "./joinWords";

it("joins words as people do", () => {
  expect(joinWords([])).toBe("");
  expect(joinWords(["a"])).toBe("a");
  expect(joinWords(["a", "b"])).toBe("a and b");
  expect(joinWords(["a", "b", "c"])).toBe("a, b and c");
});
