import { expect, test } from "vitest";
import { findHome } from "./startView";
import { makePlaces } from "./testBoard";

test("the first view is where most of the own units are", () => {
  expect(findHome(makePlaces(), ["A HON", "A BRI", "F ENG"])).toEqual(["BRI", "ENG"]);
  expect(findHome(makePlaces(), [])).toEqual([]);
});
