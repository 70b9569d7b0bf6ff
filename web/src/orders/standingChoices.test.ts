import { expect, test } from "vitest";
import type { UnitToOrder } from "../api/types";
import { makeBoard } from "../board/kit";
import { listBuilds, listRetreats } from "./standingChoices";

const EMPTY = { convoyed: [], supports: [], convoys: [], embarks: [], aboard: false, theatre: "Europe" };

test("a unit may be told beforehand where to retreat, or to be disbanded", () => {
  const bur: UnitToOrder = { ...EMPTY, unit: "A BUR", at: "BUR", moves: [{ to: "PAR", way: "land" }, { to: "ENG", way: "aboard" }] };
  expect(listRetreats([bur, { ...bur, unit: "A ENG", aboard: true }])).toEqual([
    { of: "A BUR", orders: [{ order: "A BUR R PAR", to: "PAR" }, { order: "A BUR D", to: "" }] },
  ]);
});

test("builds are offered in a power's own centres, fleets only at the sea", () => {
  expect(listBuilds(makeBoard(), "FRANCE", [])).toEqual([
    { of: "WES", orders: [{ order: "A WES B", to: "A WES" }, { order: "F WES B", to: "F WES" }] },
  ]);
  expect(listBuilds(makeBoard(), "SPAIN", ["EAS"])).toEqual([]);
});
