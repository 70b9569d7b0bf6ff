import { expect, test } from "vitest";
import type { ResultLine, Results } from "../api/types";
import { order as makeLine } from "../game/testOrders";
import { keyOfLine, markOf } from "../game/outcomes";
import { filterLines, findLine, placeOfLine, tellCounts } from "./outcomes";

function line(power: string, order: string, result: ResultLine["result"], rejected = false): ResultLine {
  const more = { reason: "", text: "", because_of: [], clause: null, cite: "", hint: null, order_result: null };
  return { ...makeLine("move", "A PAR"), ...more, power, order, result, rejected };
}

const RESULTS: Results = {
  phase: "F1756M",
  entry: 3,
  hash: "0".repeat(64),
  title: "Fall 1756, orders",
  judged_at: "2026-11-15T18:40:00Z",
  counts: { succeeds: 1, fails: 1, cut: 1, void: 1 },
  concerns: ["A HAN S A RHI", "A BUR - RHI"],
  orders: [
    line("NETHERLANDS", "A HAN S A RHI", "cut"),
    line("FRANCE", "A BUR - RHI", "succeeds"),
    line("FRANCE", "A BRI - LON VIA", "fails"),
    line("SPAIN", "A MAD S F VAL - ARG", "void"),
    line("ENGLAND", "F NRG - EDI", "illegal", true),
  ],
  destroyed: [],
  notes: [],
  tallies: [],
  events: [],
  changes: [],
};

test("own orders come first among those that concern a power", () => {
  expect(filterLines(RESULTS, "concerns", "FRANCE").map((one) => one.order)).toEqual(["A BUR - RHI", "A HAN S A RHI"]);
});

test("filters take results by kind, and a refused order is illegal whatever it says", () => {
  expect(filterLines(RESULTS, "all").length).toBe(5);
  expect(filterLines(RESULTS, "beaten").map((one) => one.result)).toEqual(["cut", "fails"]);
  expect(filterLines(RESULTS, "void").length).toBe(1);
  expect(filterLines(RESULTS, "illegal").map((one) => one.order)).toEqual(["F NRG - EDI"]);
});

test("a mark tells the outcome by its shape", () => {
  expect(RESULTS.orders.map(markOf)).toEqual(["cut", "succeeds", "beaten", "void", "illegal"]);
});

test("counts are told in words", () => {
  expect(tellCounts(RESULTS)).toBe("5 orders: 1 succeed, 1 fail, 1 cut, 1 void");
});

test("a refused order and the hold in its place are two rows", () => {
  expect(keyOfLine(line("FRANCE", "A PAR H", "succeeds"))).not.toBe(keyOfLine(line("FRANCE", "A PAR H", "illegal", true)));
});

test("after a phase a unit that moved is found where it went, and one that was driven out where it lies", () => {
  const moved = { ...line("FRANCE", "A PAR - BUR", "succeeds"), at: "PAR", to: "BUR" };
  const beaten = { ...line("SPAIN", "A MAR - BUR", "fails"), at: "MAR", to: "BUR" };
  const driven = { ...line("GERMANY", "A BUR H", "dislodged"), kind: "hold" as const, at: "BUR", to: null };
  const lines = [driven, moved, beaten];
  expect(lines.map((one) => placeOfLine(one, "after"))).toEqual(["BUR", "BUR", "MAR"]);
  expect(lines.map((one) => placeOfLine(one, "before"))).toEqual(["BUR", "PAR", "MAR"]);
  expect(findLine(lines, "BUR", false, "after")).toBe(moved);
  expect(findLine(lines, "BUR", true, "after")).toBe(driven);
  expect(findLine(lines, "PAR", false, "after")).toBe(moved);
});
