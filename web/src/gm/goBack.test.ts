import { describe, expect, it } from "vitest";
import { isChanged, listChanged, makeGoBackBody, readLines } from "./goBack";

describe("going back to a phase", () => {
  it("reads one order from each line", () => {
    expect(readLines(" A PAR - BUR \n\nA MAR H\n")).toEqual(["A PAR - BUR", "A MAR H"]);
  });

  it("sends the orders of those powers alone that were changed", () => {
    const given = { FRANCE: ["A PAR - BUR"], SPAIN: ["A MAD H"], RUSSIA: [] };
    expect(isChanged(given.FRANCE, "A PAR - BUR\n")).toBe(false);
    expect(listChanged(given, { FRANCE: "A PAR - PIC", SPAIN: "A MAD H\n", RUSSIA: "" })).toEqual({ FRANCE: ["A PAR - PIC"] });
    expect(listChanged(given, { SPAIN: "" })).toEqual({ SPAIN: [] });
  });

  it("says how far it goes only where it is judged again", () => {
    const draft = { phase: "S1901M", orders: {}, changes: [], replays: true, holds: true, until: "F1901M" };
    expect(makeGoBackBody(draft)).toMatchObject({ replay: true, holds: true, until: "F1901M" });
    expect(makeGoBackBody({ ...draft, until: "" })).not.toHaveProperty("until");
    expect(makeGoBackBody({ ...draft, replays: false })).toEqual({
      act: "back", phase: "S1901M", changes: [], orders: {}, whole_sheets: true, replay: false,
    });
  });
});
