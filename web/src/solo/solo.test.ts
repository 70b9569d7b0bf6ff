import { expect, test } from "vitest";
import { nameModule, tellRules } from "./rulesChoice";
import { tellUndone } from "./wayBack";

test("says which phases no longer count", () => {
  expect(tellUndone([])).toBe("Nothing has been judged since.");
  expect(tellUndone(["Fall 1751, orders"])).toBe("Fall 1751, orders is played again.");
  expect(tellUndone(["Fall 1751, orders", "Winter 1751, builds"])).toBe("Fall 1751, orders and Winter 1751, builds no longer count.");
  expect(tellUndone(["a", "b", "c", "d", "e"])).toBe("5 phases no longer count, from a to e.");
});

test("names the rules that were chosen", () => {
  expect(nameModule("gigaton-bomb")).toBe("Gigaton bomb");
  expect(tellRules("2000", [])).toBe("2000");
  expect(tellRules("1971", ["gigaton-bomb"])).toBe("1971, Gigaton bomb");
});
