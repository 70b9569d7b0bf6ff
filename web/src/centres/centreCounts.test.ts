import { describe, expect, it } from "vitest";
import { makeScene } from "../board/kit";
import { formatChange, groupMarks, listCentres, netChanges, sumCentres, sumRows, tellOutlook, tellSite } from "./centreCounts";

const SPACES = {
  PAR: { name: "Paris", theatre: "Europe", centre: "home" },
  TUN: { name: "Tunis", theatre: "Africa", centre: "neutral" },
  BUR: { name: "Burgundy", theatre: "Europe" },
};

describe("standings", () => {
  it("sums centres by theatre, with those of nobody and what changed", () => {
    const rows = sumCentres(SPACES, { FRANCE: ["PAR"] }, [{ phase: "F1751M", space: "TUN", old_owner: "FRANCE", new_owner: null }], "theatre");
    expect(rows.map((row) => [row.name, row.all])).toEqual([["Africa", 1], ["Europe", 1]]);
    expect(rows[0]?.cells).toEqual({ "": { count: 1, change: 1 }, FRANCE: { count: 0, change: -1 } });
    expect(sumRows(rows, "The World").cells["FRANCE"]).toEqual({ count: 1, change: -1 });
  });

  it("sums by kind", () => {
    expect(sumCentres(SPACES, {}, [], "kind").map((row) => row.name)).toEqual(["Home", "Neutral"]);
  });

  it("forgets a centre that came back to where it was", () => {
    const there = { phase: "F1751M", space: "TUN", old_owner: "FRANCE", new_owner: "SPAIN" };
    const back = { phase: "F1752M", space: "TUN", old_owner: "SPAIN", new_owner: "FRANCE" };
    expect(netChanges([there, back])).toEqual([]);
    expect(netChanges([there])).toEqual([there]);
  });

  it("writes changes with a sign", () => {
    expect([2, -3, 0].map(formatChange)).toEqual(["+2", "−3", ""]);
  });
});

it("marked spaces stand under the title of their kind", () => {
  const marks = {
    NA10: { kind: "colony", text: "young" },
    NA7: { kind: "colony", text: "old" },
    PAR: { kind: "closed", text: "struck" },
  } as const;
  expect(groupMarks(marks).map(({ title, rows }) => [title, rows.map(([space]) => space)])).toEqual([
    ["Colonies", ["NA7", "NA10"]],
    ["Struck by bombs", ["PAR"]],
  ]);
});

it("lists every centre with its owner and the unit in it", () => {
  const scene = makeScene({ centres: { FRANCE: ["PAR"] }, units: { SPAIN: ["F TUN/NC"], FRANCE: ["A BUR"] } });
  expect(listCentres(SPACES, scene)).toEqual([
    { space: "TUN", theatre: "Africa", kind: "Neutral", owner: null, unit: { text: "F Tun/nc", power: "SPAIN" } },
    { space: "PAR", theatre: "Europe", kind: "Home", owner: "FRANCE", unit: null },
  ]);
});

it("says what Winter would bring", () => {
  expect([2, 0, -1].map(tellOutlook)).toEqual(["may build 2", "has nothing to build or remove", "must remove 1"]);
  expect(tellSite(SPACES.PAR, "Armies only.")).toBe("Home, empty. Armies only.");
});
