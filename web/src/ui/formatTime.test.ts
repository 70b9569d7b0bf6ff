import { describe, expect, it } from "vitest";
import { formatDay, formatLong, formatMoment, formatSpan, formatWait, formatWhen, formatZone, isSameTime } from "./formatTime";

const BERLIN = "Europe/Berlin";
const NOW = new Date("2026-11-17T15:00:00Z");

describe("moments", () => {
  it("names day and time in the zone asked for", () => {
    expect(formatMoment("2026-11-20T19:00:00Z", BERLIN)).toBe("Fri 20 Nov, 20:00");
    expect(formatLong("2026-11-20T19:00:00Z", BERLIN)).toBe("Friday 20 November, 20:00");
  });

  it("says how long from now, in the two largest parts", () => {
    expect(formatWait("2026-11-19T19:00:00Z", NOW)).toBe("in 2 d 4 h");
    expect(formatWait("2026-11-17T15:00:20Z", NOW)).toBe("now");
    expect(formatWait("2026-11-17T14:48:00Z", NOW)).toBe("12 min ago");
    expect(formatSpan(3 * 3_600_000)).toBe("3 h");
  });

  it("says when something was, shorter the nearer it is", () => {
    expect(formatWhen("2026-11-17T13:02:00Z", NOW, { zone: BERLIN })).toBe("Today 14:02");
    expect(formatWhen("2026-11-16T20:14:00Z", NOW, { zone: BERLIN })).toBe("Mon 21:14");
    expect(formatWhen("2026-11-08T19:00:00Z", NOW, { zone: BERLIN })).toBe("8 Nov 20:00");
    expect(formatWhen("2025-11-08T19:00:00Z", NOW, { zone: BERLIN, isBrief: true })).toBe("8 Nov 2025");
  });

  it("heads a day of letters", () => {
    expect(formatDay("2026-11-17T01:00:00Z", NOW, BERLIN)).toBe("Today");
    expect(formatDay("2026-11-15T12:00:00Z", NOW, BERLIN)).toBe("Sunday");
    expect(formatDay("2026-11-02T12:00:00Z", NOW, BERLIN)).toBe("2 November");
  });

  it("compares zones by what they show, not by their names", () => {
    expect(isSameTime(NOW, BERLIN, "Europe/Paris")).toBe(true);
    expect(isSameTime(NOW, BERLIN, "Europe/London")).toBe(false);
    expect(formatZone("America/New_York")).toBe("New York");
  });
});
