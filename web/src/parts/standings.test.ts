import { describe, expect, it } from "vitest";
import { formatChange, netChanges, sumCentres, sumRows } from "./standings";

const SPACES = {
  PAR: { name: "Paris", theatre: "Europe", centre: "home" },
  TUN: { name: "Tunis", theatre: "Africa", centre: "neutral" },
  BUR: { name: "Burgundy", theatre: "Europe" },
};

describe("standings", () => {
  it("sums centres by theatre, with those of nobody and what changed", () => {
    const rows = sumCentres(SPACES, { FRANCE: ["PAR"] }, [{ phase: "F1751M", space: "TUN", from: "FRANCE", to: null }], "theatre");
    expect(rows.map((row) => [row.name, row.all])).toEqual([["Africa", 1], ["Europe", 1]]);
    expect(rows[0]?.cells).toEqual({ "": { count: 1, change: 1 }, FRANCE: { count: 0, change: -1 } });
    expect(sumRows(rows, "The World").cells["FRANCE"]).toEqual({ count: 1, change: -1 });
  });

  it("sums by kind", () => {
    expect(sumCentres(SPACES, {}, [], "kind").map((row) => row.name)).toEqual(["Home", "Neutral"]);
  });

  it("forgets a centre that came back to where it was", () => {
    const there = { phase: "F1751M", space: "TUN", from: "FRANCE", to: "SPAIN" };
    const back = { phase: "F1752M", space: "TUN", from: "SPAIN", to: "FRANCE" };
    expect(netChanges([there, back])).toEqual([]);
    expect(netChanges([there])).toEqual([there]);
  });

  it("writes changes with a sign", () => {
    expect([2, -3, 0].map(formatChange)).toEqual(["+2", "−3", ""]);
  });
});
