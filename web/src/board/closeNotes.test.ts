import { expect, test } from "vitest";
import { noteOf } from "./closeNotes";
import { makeScene } from "./kit";

const land = { code: "WES", centre: null, powers: [], isSea: false };

test("a centre says for whom it builds", () => {
  expect(noteOf({ ...land, centre: "home", powers: ["FRANCE"] }, makeScene())).toBe("home of France");
  expect(noteOf({ ...land, centre: "special", powers: ["AUSTRIA", "SPAIN"] }, makeScene())).toBe("builds for Austria, Spain");
  expect(noteOf({ ...land, centre: "neutral" }, makeScene())).toBe("never builds");
});

test("land that is no centre says who stood there last, a sea says nothing", () => {
  const scene = makeScene({ influence: { WES: "SPAIN" } });
  expect(noteOf(land, scene)).toBe("last held by Spain");
  expect(noteOf({ ...land, isSea: true }, scene)).toBe("");
  expect(noteOf(land, makeScene())).toBe("");
});
