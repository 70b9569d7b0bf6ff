import { expect, test } from "vitest";
import { hold, move, textsOf } from "../game/testOrders";
import { mergeOrders, pairOrders } from "./mergeOrders";

const MINE = [hold("A PAR"), move("A BRI", "LON"), hold("F ENG")];
const THEIRS = [hold("A PAR"), hold("A BRI"), move("A BUR", "PAR")];

test("two versions are set side by side, unit by unit", () => {
  expect(pairOrders(MINE, THEIRS).map(({ key, mine, theirs, differs }) => [key, mine?.order, theirs?.order, differs])).toEqual([
    ["A PAR", "A PAR H", "A PAR H", false],
    ["A BRI", "A BRI - LON", "A BRI H", true],
    ["F ENG", "F ENG H", undefined, true],
    ["A BUR", undefined, "A BUR - PAR", true],
  ]);
});

test("nothing is put together before every line that differs is chosen; then each comes from where it was chosen", () => {
  const pairs = pairOrders(MINE, THEIRS);
  expect(mergeOrders(pairs, { "A BRI": "theirs", "F ENG": "mine" })).toBeNull();
  expect(textsOf(mergeOrders(pairs, { "A BRI": "theirs", "F ENG": "theirs", "A BUR": "theirs" }) ?? [])).toEqual([
    "A PAR H", "A BRI H", "A BUR - PAR",
  ]);
});
