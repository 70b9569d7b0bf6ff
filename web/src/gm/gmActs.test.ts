import { describe, expect, it } from "vitest";
import type { PowerStatus, OrdersState } from "../api/types";
import { countIn, makeBody, makeDraft } from "./gmActs";

describe("acts of the game master", () => {
  it("sends nothing while something is to be filled in", () => {
    expect(makeBody("deadline", makeDraft())).toBeNull();
    expect(makeBody("seat", makeDraft({ power: "SPAIN" }))).toBeNull();
    expect(makeBody("correct", makeDraft())).toBeNull();
  });

  it("sends what an act asks for, with the note", () => {
    expect(makeBody("extend", makeDraft({ hours: 24, note: " Holidays " }))).toEqual({ act: "extend", hours: 24, note: "Holidays" });
    expect(makeBody("seat", makeDraft({ power: "SPAIN", seat: "bot:steady" }))).toEqual({ act: "seat", power: "SPAIN", bot: "steady", note: "" });
    expect(makeBody("seat", makeDraft({ power: "SPAIN", seat: "account:7" }))).toEqual({ act: "seat", power: "SPAIN", account: 7, note: "" });
    expect(makeBody("pause", makeDraft())).toEqual({ act: "pause", note: "" });
    const until = makeBody("pause", makeDraft({ moment: "2027-01-04T08:00" }));
    expect(until).toEqual({ act: "pause", note: "", until: new Date("2027-01-04T08:00").toISOString() });
  });

  it("counts who is in among those who have something to order", () => {
    const make = (state: OrdersState) => ({ state }) as PowerStatus;
    expect(countIn([make("confirmed"), make("nothing"), make("disorder"), make("not_due"), make("in")])).toEqual({ isIn: 2, due: 3 });
  });
});
