import { expect, test } from "vitest";
import { groupCentres, idlePart, layFronts, layMatrix, laySpans, pickColumns, sumOrders, tellSpaces, tellTenures } from "./figures";

test("the area of a dot stands for the number, and even one support is seen", () => {
  const cells = layMatrix(
    [
      { giver: "A", helped: "B", ordered: 100, given: 90 },
      { giver: "B", helped: "A", ordered: 25, given: 5 },
      { giver: "B", helped: "B", ordered: 1, given: 0 },
    ],
    16,
  );
  expect(cells.map((cell) => cell.radius)).toEqual([16, 8, 3]);
});

test("fronts of a pair are one row with a cell for each year", () => {
  const rows = layFronts(
    [
      { powers: ["A", "B"], year: 1901, spaces: ["BUR", "BUR", "MUN"] },
      { powers: ["A", "B"], year: 1903, spaces: ["MUN"] },
      { powers: ["B", "C"], year: 1901, spaces: ["TYR"] },
    ],
    9,
  );
  expect(rows.map((row) => [row.powers.join(), row.fights, row.cells.map((cell) => cell.year)])).toEqual([
    ["A,B", 4, [1901, 1903]],
    ["B,C", 1, [1901]],
  ]);
  expect(tellSpaces(["BUR", "BUR", "MUN"], { BUR: "Burgundy", MUN: "Munich" })).toBe("Burgundy twice, Munich");
});

test("orders are added up over their kinds", () => {
  const orders = [
    { power: "A", kind: "move" as const, number: 5, succeeded: 3 },
    { power: "A", kind: "hold" as const, number: 2, succeeded: 2 },
  ];
  expect(sumOrders(["A", "B"], orders, { A: 1 })).toEqual([
    { power: "A", number: 7, succeeded: 5, refused: 1 },
    { power: "B", number: 0, succeeded: 0, refused: 0 },
  ]);
});

test("idle units are a part of all units", () => {
  const idle = [{ power: "A", year: 1901, idle: 3, units: 6 }];
  expect(idlePart(idle, "A", 1901)?.part).toBe(0.5);
  expect(idlePart(idle, "A", 1902)).toBeNull();
});

test("a centre belongs to its taker from the end of the phase on", () => {
  const line = { space: "MUN", theatre: "", tenures: [{ owner: "B", since: null }, { owner: "A", since: "F1901M" }] };
  expect(laySpans(line, ["S1901M", "F1901M", "S1902M", "F1902M"])).toEqual([
    { owner: "B", since: null, from: 0, to: 0.5 },
    { owner: "A", since: "F1901M", from: 0.5, to: 1 },
  ]);
  // Taken in the last phase: the strip is empty, but it is there to be named.
  expect(laySpans(line, ["S1901M", "F1901M"]).map((span) => span.owner)).toEqual(["B", "A"]);
  // Corrected and taken in one phase, which is the last.
  const twice = { ...line, tenures: [...line.tenures, { owner: "C", since: "F1901M" }] };
  expect(laySpans(twice, ["S1901M", "F1901M"]).map((span) => [span.owner, span.from])).toEqual([["B", 0], ["C", 1]]);
  expect(tellTenures(line, (power) => `Power ${power}`)).toBe("Power B; Power A from F1901M");
});

test("centres are grouped by theatre, the busiest first", () => {
  const still = { space: "PAR", theatre: "Europe", tenures: [{ owner: "A", since: null }] };
  const busy = { space: "MUN", theatre: "Europe", tenures: [...still.tenures, { owner: "B", since: "F1901M" }] };
  const found = groupCentres([still, busy, { ...still, space: "X", theatre: "" }], "Board");
  expect(found.map((theatre) => [theatre.name, theatre.lines.map((line) => line.space), theatre.changed])).toEqual([
    ["Board", ["X"], 0],
    ["Europe", ["MUN", "PAR"], 1],
  ]);
});

test("of many years only some are numbered", () => {
  expect(pickColumns([1, 2, 3])).toEqual([1, 2, 3]);
  expect(pickColumns(Array.from({ length: 20 }, (_, number) => 1751 + number))).toHaveLength(10);
});
