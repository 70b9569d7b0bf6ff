import { expect, it } from "vitest";
import { groupMessages } from "./letterGroups";

const message = (id: number, at: string, phase = "F1756M") => ({ id, room: 1, at, phase, sender: "AUSTRIA", text: "x", is_yours: false, is_blocked: false, sketch: null });

it("heads letters by day and season", () => {
  const now = new Date("2026-11-17T15:00:00Z");
  const groups = groupMessages(
    [message(1, "2026-11-16T09:00:00Z"), message(2, "2026-11-16T10:00:00Z"), message(3, "2026-11-17T10:00:00Z", "F1756R")],
    now,
    "UTC",
  );
  expect(groups.map((group) => [group.heading, group.messages.length])).toEqual([
    ["Monday, Fall 1756", 2],
    ["Today, Fall 1756", 1],
  ]);
});
