import { expect, test } from "vitest";
import { addDislodged, findAboard, findOwner, findUnit, moveUnit, putUnit, readPhase, setAboard, setOwner, setPhase, takeUnit } from "./editPosition";

const START = {
  phase: "S1901M",
  units: { FRANCE: ["A PAR", "F BRE"], RUSSIA: ["F STP/SC"] },
  centres: { FRANCE: ["BRE", "PAR"], RUSSIA: ["STP"] },
  orders: { FRANCE: ["A PAR - BUR", "F BRE H"], RUSSIA: ["F STP/SC - BOT"] },
};

test("a unit is put where another stood, and orders of units that went go with them", () => {
  const next = putUnit(START, "RUSSIA", "A", "PAR");
  expect(next.units).toEqual({ FRANCE: ["F BRE"], RUSSIA: ["F STP/SC", "A PAR"] });
  expect(next.orders).toEqual({ FRANCE: ["F BRE H"], RUSSIA: ["F STP/SC - BOT"] });
  expect(findUnit(next, "PAR")).toEqual({ power: "RUSSIA", unit: "A PAR" });
});

test("a unit is taken and moved; its coast stays behind", () => {
  expect(takeUnit(START, "STP").units).toEqual({ FRANCE: ["A PAR", "F BRE"], RUSSIA: [] });
  expect(moveUnit(START, "STP", "BOT").units?.["RUSSIA"]).toEqual(["F BOT"]);
  expect(moveUnit(START, "MOS", "BOT")).toBe(START);
});

test("centres change hands, also to nobody", () => {
  expect(findOwner(setOwner(START, "PAR", "RUSSIA"), "PAR")).toBe("RUSSIA");
  expect(setOwner(START, "PAR", "").centres).toEqual({ FRANCE: ["BRE"], RUSSIA: ["STP"] });
});

test("another phase drops orders, and dislodged units where nobody retreats", () => {
  const retreats = addDislodged(setPhase(START, { season: "S", year: 1905, kind: "R" }), "RUSSIA", "A", "PAR");
  expect(retreats).toMatchObject({ phase: "S1905R", orders: {}, dislodged: [{ power: "RUSSIA", unit: "A PAR" }] });
  expect(setPhase(retreats, { season: "F", year: 1905, kind: "M" }).dislodged).toEqual([]);
  expect(readPhase("W12A")).toEqual({ season: "W", year: 12, kind: "A" });
  expect(readPhase("soon")).toBeNull();
});

test("an army goes aboard a ship, moves with it and goes with it", () => {
  const start = { ...START, units: { FRANCE: ["TF MC3"] }, memory: { years: { PAR: 1 } } };
  const loaded = setAboard(start, "MC3", "RUSSIA");
  expect(loaded.memory).toEqual({ years: { PAR: 1 }, cargo: { MC3: { power: "RUSSIA", unit: "A MC3" } } });
  const moved = moveUnit(loaded, "MC3", "MC4");
  expect([findAboard(moved, "MC3"), findAboard(moved, "MC4")]).toEqual(["", "RUSSIA"]);
  expect(findAboard(takeUnit(moved, "MC4"), "MC4")).toBe("");
  expect(setAboard(loaded, "MC3", "").memory).toEqual({ years: { PAR: 1 }, cargo: {} });
});
