import { describe, expect, it } from "vitest";
import { joinWords } from "../ui/joinWords";
import { layBar, makePlaces, tellCount, tellPlaces } from "./tally";

describe("tally", () => {
  it("lays blocks end to end in shares of the whole", () => {
    const tally = {
      yes: 39, no: 0, silent: 81, short: 51, with_yours: null, against: [], not_voted: [],
      in_favour: [{ power: "RUSSIA", weight: 22 }, { power: "OTTOMAN", weight: 17 }],
    };
    const bar = layBar({ needed: 90, whole: 120 }, tally);
    expect(bar.needed).toBe(75);
    expect(bar.blocks[1]?.left).toBeCloseTo((100 * 22) / 120);
    expect(bar.yes).toBeCloseTo(32.5);
  });

  it("makes places of numbers and closes gaps", () => {
    expect(makePlaces({ RUSSIA: 1, CHINA: 3, OTTOMAN: 3, SPAIN: 0 })).toEqual([["RUSSIA"], ["CHINA", "OTTOMAN"]]);
  });

  it("says a proposal as a sentence of places", () => {
    expect(tellPlaces([["Russia"], ["Ottoman", "China"]], joinWords)).toBe("First Russia; second, drawn, Ottoman and China.");
    expect(tellPlaces([], joinWords)).toBe("A draw among all who share under the rulebook.");
  });

  it("says how a count came out", () => {
    const count = { yes: 7, whole: 114, needed: 86, short: 79, counts: "centres" as const, carried: false, lapsed: false };
    expect(tellCount(count)).toBe("7 of 114 centres were for it, 86 needed: 79 short.");
    expect(tellCount({ ...count, yes: 90, short: 0, carried: true })).toBe("90 of 114 centres were for it, 86 needed: carried.");
  });
});
