import { expect, test } from "vitest";
import { listLevels, tellLevel, tellMissingLevel } from "./botLevels";

const facts = (level: "easy" | "steady" | "strong" | "master", is_offered = true) => ({ level, is_offered, text: `About ${level}.` });
const LEARNED = { levels: [facts("easy"), facts("steady"), facts("strong"), facts("master")] };
const UNLEARNED = { levels: [facts("easy"), facts("steady"), facts("strong"), facts("master", false)] };

test("offers a master where there is one, and says why where there is none", () => {
  expect(listLevels(LEARNED).map(({ label }) => label)).toEqual(["Easy", "Steady", "Strong", "Master"]);
  expect(tellMissingLevel(LEARNED)).toBe("");
  expect(listLevels(UNLEARNED).map(({ value }) => value)).toEqual(["easy", "steady", "strong"]);
  expect(tellMissingLevel(UNLEARNED)).toBe("About master.");
});

test("offers what bots can play everywhere until the board is known", () => {
  expect(listLevels(null).map(({ value }) => value)).toEqual(["easy", "steady", "strong"]);
});

test("tells how a level plays", () => {
  expect(tellLevel(LEARNED, "strong")).toBe("About strong.");
});
