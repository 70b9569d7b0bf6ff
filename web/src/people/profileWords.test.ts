import { expect, it } from "vitest";
import { tellOrdinal, tellPlace, tellReliability } from "./profileWords";

it("counts places", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101].map(tellOrdinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st"]);
});

it("tells a place, a shared place and none", () => {
  expect(tellPlace({ is_over: true, place: 1, sharing: 1 })).toBe("1st place");
  expect(tellPlace({ is_over: true, place: 2, sharing: 3 })).toBe("2nd place, shared by 3");
  expect(tellPlace({ is_over: true, place: null, sharing: null })).toBe("Ended");
  expect(tellPlace({ is_over: false, place: null, sharing: null })).toBe("Running");
});

it("tells what stands behind a share", () => {
  const none = { phases: 1, in_time: 1, late: 0, missed: 0, percent: 100, given_up: 0 };
  expect(tellReliability(none)).toBe("of 1 phase");
  expect(tellReliability({ ...none, phases: 9, late: 1, missed: 2, given_up: 1 })).toBe("of 9 phases, 1 late, 2 missed, 1 power given up");
});
