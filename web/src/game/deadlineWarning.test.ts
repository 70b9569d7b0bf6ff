import { expect, it } from "vitest";
import { findWarning } from "./deadlineWarning";

const DEADLINE = "2026-11-20T20:00:00Z";

it("warns at 24 hours, 3 hours and 30 minutes, and is silent otherwise", () => {
  expect(findWarning(DEADLINE, new Date("2026-11-18T20:00:00Z"))).toBeNull();
  expect(findWarning(DEADLINE, new Date("2026-11-20T02:00:00Z"))).toBe("Less than 24 hours to the deadline.");
  expect(findWarning(DEADLINE, new Date("2026-11-20T17:30:00Z"))).toBe("Less than 3 hours to the deadline.");
  expect(findWarning(DEADLINE, new Date("2026-11-20T19:45:00Z"))).toBe("Less than 30 minutes to the deadline.");
  expect(findWarning(DEADLINE, new Date("2026-11-20T20:00:01Z"))).toBeNull();
});
