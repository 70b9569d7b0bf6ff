import { describe, expect, it } from "vitest";
import type { DeskPower, DeskState } from "../api/types";
import { countIn, makeBody, makeDraft } from "./gmActs";

describe("desk", () => {
  it("sends nothing while something is to be filled in", () => {
    expect(makeBody("deadline", makeDraft())).toBeNull();
    expect(makeBody("seat", makeDraft({ power: "SPAIN" }))).toBeNull();
    expect(makeBody("correct", makeDraft())).toBeNull();
  });

  it("sends what an act asks for, with the note", () => {
    expect(makeBody("extend", makeDraft({ hours: 24, note: " Holidays " }))).toEqual({ hours: 24, note: "Holidays" });
    expect(makeBody("seat", makeDraft({ power: "SPAIN", seat: "bot:steady" }))).toEqual({ power: "SPAIN", bot: "steady", note: "" });
    expect(makeBody("seat", makeDraft({ power: "SPAIN", seat: "account:7" }))).toEqual({ power: "SPAIN", account: 7, note: "" });
    expect(makeBody("pause", makeDraft())).toEqual({ note: "" });
  });

  it("counts who is in among those who have something to order", () => {
    const make = (state: DeskState) => ({ state }) as DeskPower;
    expect(countIn([make("confirmed"), make("nothing"), make("disorder"), make("not_due"), make("in")])).toEqual({ isIn: 2, due: 3 });
  });
});
