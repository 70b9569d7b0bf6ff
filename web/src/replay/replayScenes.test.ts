import { expect, test } from "vitest";
import type { PhaseList } from "../api/types";
import { findStop, LAST, listStops } from "./replayScenes";

const judged = (phase: string, title: string) => ({ phase, title, entry: 1, hash: "", judged_at: null, kind: "moves" as const });
const list: PhaseList = {
  phases: [judged("S1901M", "Spring 1901, orders"), judged("F1901M", "Fall 1901, orders")],
  now: { phase: "W1901A", title: "Winter 1901, builds" },
};

test("a replay ends with the position after all phases", () => {
  expect(listStops(list, true).map((stop) => stop.title)).toEqual(["Spring 1901, orders", "Fall 1901, orders", "The end"]);
  expect(listStops(list, false).at(-1)).toEqual({ phase: LAST, title: "Now: Winter 1901, builds" });
});

test("it starts where the address says, else at the beginning", () => {
  const stops = listStops(list, true);
  expect(findStop(stops, "F1901M")).toBe(1);
  expect(findStop(stops, " f1901m")).toBe(1);
  expect(findStop(stops, "end")).toBe(2);
  expect(findStop(stops, "S2001M")).toBe(0);
  expect(findStop(stops, null)).toBe(0);
});
