import { describe, expect, it } from "vitest";
import { makeTerms, tellClock, tellHours, tellOtherDays, tellPress } from "./terms";

describe("terms", () => {
  it("tells a clock of weekdays", () => {
    const clock = { ...makeTerms().clock, zone: "Europe/Berlin" };
    expect(tellClock(clock)).toBe("Thursdays and Sundays at 20:00 (Berlin); retreats 48 h, builds 24 h.");
  });

  it("tells days of their own and holidays", () => {
    const clock = {
      ...makeTerms().clock,
      zone: "Europe/Berlin",
      adjustment_weekdays: ["mon" as const],
      holidays: ["2026-12-24/2027-01-01"],
    };
    expect(tellClock(clock)).toBe(
      "Thursdays and Sundays at 20:00 (Berlin); retreats 48 h, builds on Mondays; nothing is due on 2026-12-24 to 2027-01-01.",
    );
    expect(tellOtherDays(clock)).toBe("own days, 1 holiday");
    expect(tellOtherDays(makeTerms().clock)).toBe("none");
  });

  it("tells a clock of hours, whole days as days", () => {
    const clock = { ...makeTerms().clock, kind: "duration" as const, hours: 72, retreat_hours: 0 };
    expect(tellClock(clock)).toBe("3 days a phase; retreats as moves, builds 24 h.");
    expect(tellHours(36)).toBe("36 h");
  });

  it("tells what may be written", () => {
    const press = makeTerms().press;
    expect(tellPress(press)).toBe("Letters, rooms and public press.");
    expect(tellPress({ ...press, private: false, rooms: false, grey: true })).toBe("Public press, grey press allowed.");
    expect(tellPress({ ...press, private: false, rooms: false, public: false })).toBe("No press.");
  });
});
