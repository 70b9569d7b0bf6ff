import { expect, test } from "vitest";
import { groupNeighbours } from "./tellFacts";

const PLAIN = { by_army: true, by_fleet: false, coasts: [], their_coasts: [], is_difficult: false, condition: "", clause: null };

test("neighbours are grouped by who passes, and coasts and clauses are told", () => {
  const canal = { id: "C7-5", link: "/variants/colonia-vii#C7-5" };
  const groups = groupNeighbours([
    { ...PLAIN, space: "BUR" },
    { ...PLAIN, space: "GAS", by_fleet: true, coasts: ["NC"] },
    { ...PLAIN, space: "MAO", by_army: false, by_fleet: true, clause: canal },
  ]);
  expect(groups.map(({ label, spaces }) => [label, spaces])).toEqual([
    ["Armies and fleets go to", ["GAS"]],
    ["Armies go to", ["BUR"]],
    ["Fleets go to", ["MAO"]],
  ]);
  expect(groups[0]?.notes).toEqual([{ text: "GAS: from nc", clause: null }]);
  expect(groups[2]?.notes).toEqual([{ text: "MAO: by a rule of the sheet", clause: canal }]);
});
