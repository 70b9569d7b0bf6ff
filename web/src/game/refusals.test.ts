import { expect, test } from "vitest";
import { tellRefusal } from "./refusals";

test("a refusal names the rule that decided; a line that cannot be read breaks none", () => {
  const cite = "1971 rulebook (CV-1)";
  expect(tellRefusal({ reason: "no_such_unit", hint: "No unit stands there.", cite })).toBe(`No unit stands there. ${cite}`);
  expect(tellRefusal({ reason: "unreadable", hint: "Unknown space.", cite })).toBe("Unknown space.");
  expect(tellRefusal({ reason: "no_such_unit", hint: null })).toBe("no_such_unit");
});
