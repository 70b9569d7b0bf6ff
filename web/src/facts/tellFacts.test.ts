import { expect, test } from "vitest";
import { makePlaces } from "../game/testBoard";
import { groupNeighbours } from "./tellFacts";

const PLAIN = { by_army: true, by_fleet: false, coasts: [], their_coasts: [], is_difficult: false, condition: "", clause: null };

test("neighbours are grouped by who passes, and coasts and clauses are told", () => {
  const canal = { id: "C7-5", link: "/variants/colonia-vii#C7-5" };
  const groups = groupNeighbours(makePlaces(), [
    { ...PLAIN, space: "BUR" },
    { ...PLAIN, space: "HON", by_fleet: true, coasts: ["NC"] },
    { ...PLAIN, space: "ENG", by_army: false, by_fleet: true, clause: canal },
  ]);
  expect(groups.map(({ label, spaces }) => [label, spaces])).toEqual([
    ["Armies and fleets can move to", ["HON"]],
    ["Armies can move to", ["BUR"]],
    ["Fleets can move to", ["ENG"]],
  ]);
  expect(groups[0]?.notes).toEqual([{ text: "Hon: from nc", clause: null }]);
  expect(groups[2]?.notes).toEqual([{ text: "ENG: by a rule of this variant", clause: canal }]);
});
