import { describe, expect, it } from "vitest";
import { findTo, hasReader, kindOf, makeKey, nameRoom, tellReaders, tellSilent, tellTo } from "./rooms";

describe("rooms", () => {
  it("names a room by its members, whoever writes", () => {
    expect(makeKey(["SPAIN", "AUSTRIA"], "FRANCE")).toBe("AUSTRIA+FRANCE+SPAIN");
    expect(makeKey("all", "FRANCE")).toBe("all");
    expect(makeKey("gm", "FRANCE")).toBe("gm:FRANCE");
    expect(makeKey(["FRANCE"], null)).toBe("gm:FRANCE");
  });

  it("finds to whom a letter goes", () => {
    expect(findTo("AUSTRIA+FRANCE", "FRANCE")).toEqual(["AUSTRIA"]);
    expect(findTo("gm:FRANCE", "FRANCE")).toBe("gm");
    expect(findTo("gm:FRANCE", null)).toEqual(["FRANCE"]);
  });

  it("tells rooms, powers and public press apart", () => {
    expect(kindOf("AUSTRIA+FRANCE", "FRANCE")).toBe("power");
    expect(kindOf("AUSTRIA+FRANCE+SPAIN", "FRANCE")).toBe("room");
    expect(kindOf("all", "FRANCE")).toBe("public");
  });

  it("says who reads it", () => {
    expect(tellReaders("AUSTRIA+FRANCE", "FRANCE")).toBe("only you two read this");
    expect(tellReaders("AUSTRIA+FRANCE+SPAIN", "FRANCE")).toBe("only you 3 read this");
    expect(nameRoom("AUSTRIA+FRANCE+SPAIN", "FRANCE", (power) => power.toLowerCase())).toBe("austria, spain");
  });

  it("calls a room by its name, and the field by whom one writes to", () => {
    const name = (power: string): string => power.charAt(0) + power.slice(1).toLowerCase();
    expect(nameRoom("AUSTRIA+FRANCE+SPAIN", "FRANCE", name, "The Atlantic")).toBe("The Atlantic");
    expect(tellTo("all", "FRANCE", name)).toBe("all powers");
    expect(tellTo("AUSTRIA+FRANCE+SPAIN", "FRANCE", name)).toBe("Austria and Spain");
    expect(tellTo("gm:FRANCE", "FRANCE", name)).toBe("the game master");
  });

  it("says which powers are bots that read nothing", () => {
    const reads = (power: string): boolean => power !== "AUSTRIA";
    expect(tellReaders("AUSTRIA+FRANCE", "FRANCE", reads)).toBe("a bot: nobody reads this");
    expect(tellReaders("AUSTRIA+FRANCE+SPAIN", "FRANCE", reads)).toBe("only you two read this");
    expect(hasReader("AUSTRIA+FRANCE", "FRANCE", reads)).toBe(false);
    expect(hasReader("gm:AUSTRIA", null, reads)).toBe(false);
    expect(hasReader("gm:FRANCE", "FRANCE", () => false)).toBe(true);
    expect(hasReader("all", "FRANCE", () => false)).toBe(true);
    expect(tellSilent(["AUSTRIA"], (power) => power, 1)).toBe("A bot; reads no letters");
    expect(tellSilent(["AUSTRIA"], (power) => power, 2)).toBe("AUSTRIA: a bot; reads no letters");
  });
});
