import { describe, expect, it } from "vitest";
import type { GuideTask } from "../api/types";
import { findNextTask, isTaskDone, listPointed, listSpaces } from "./tasks";

function makeTask(...orders: Partial<GuideTask["orders"][number]>[]): GuideTask {
  return { text: "", hint: "", orders: orders as GuideTask["orders"] };
}

const move = { kind: "move", unit: "A YOR", at: "YOR", to: "NWY", of: null } as const;
const convoy = { kind: "convoy", unit: "F NTH", at: "NTH", of: "YOR", to: "NWY" } as const;
const support = { kind: "support_move", unit: "A FIN", at: "FIN", of: "NTH", to: "NWY" } as const;

describe("tasks of a lesson", () => {
  it("are done by an order that says the same, whatever else it says", () => {
    expect(isTaskDone(makeTask(move), [{ ...move, rejected: false }])).toBe(true);
    expect(isTaskDone(makeTask(move), [{ kind: "move", unit: "A YOR", to: "NWY" }])).toBe(true);
    expect(isTaskDone(makeTask({ kind: "retreat", unit: "A NWY", to: "STP" }), [{ kind: "retreat", unit: "A NWY", to: "STP/NC" }])).toBe(true);
    expect(isTaskDone(makeTask(convoy), [convoy])).toBe(true);
  });

  it("are not done by another target, another kind, or a line that was refused", () => {
    expect(isTaskDone(makeTask(move), [{ ...move, to: "DEN" }])).toBe(false);
    expect(isTaskDone(makeTask(convoy), [{ ...convoy, of: "LON" }])).toBe(false);
    expect(isTaskDone(makeTask(support), [{ ...support, kind: "support_hold", to: null }])).toBe(false);
    expect(isTaskDone(makeTask(move), [{ ...move, rejected: true }])).toBe(false);
  });

  it("are done by any of several orders", () => {
    expect(isTaskDone(makeTask(move, { ...move, to: "LON" }), [{ ...move, to: "LON" }])).toBe(true);
  });

  it("come one after the other", () => {
    const tasks = [makeTask(move), makeTask(convoy)];
    expect(findNextTask(tasks, [])).toBe(tasks[0]);
    expect(findNextTask(tasks, [move])).toBe(tasks[1]);
    expect(findNextTask(tasks, [move, convoy])).toBeNull();
  });

  it("point at the unit first, and then at what its order names", () => {
    expect(listPointed(makeTask(support), null)).toEqual(["FIN"]);
    expect(listPointed(makeTask(support), "FIN")).toEqual(["NTH", "NWY"]);
    expect(listPointed(makeTask({ kind: "hold", unit: "A NWY", at: "NWY" }), "NWY")).toEqual(["NWY"]);
    expect(listPointed(null, "FIN")).toEqual([]);
  });

  it("name every space they are about once", () => {
    expect(listSpaces([makeTask(move), makeTask(convoy), makeTask({ kind: "build", unit: "F STP/NC", at: "STP/NC" })])).toEqual(["YOR", "NWY", "NTH", "STP"]);
  });
});
