import { expect, test } from "vitest";
import { tellHoldings } from "./holdings";

test("one of a kind has no plural", () => {
  expect(tellHoldings(1, 1)).toBe("1 centre, 1 unit");
  expect(tellHoldings(0, 2)).toBe("0 centres, 2 units");
});
