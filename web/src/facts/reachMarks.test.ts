import { expect, test } from "vitest";
import type { Scene } from "../board/types";
import { AGAINST_ME, listThreats, tellThreats } from "./reachMarks";

const SCENE: Scene = {
  phase: "S1901M", dislodged: [], influence: {}, contested: [], orders: [],
  units: { FRANCE: ["A PAR", "F SPA/NC"], GERMANY: ["A MUN", "A BUR"], ENGLAND: ["F ENG"] },
  centres: { FRANCE: ["PAR", "BRE"], GERMANY: ["MUN"] },
};
const PAGE = {
  phase: "S1901M",
  powers: {
    FRANCE: { BUR: { units: 1, strength: 1 }, PIC: { units: 1, strength: 1 } },
    GERMANY: { PAR: { units: 1, strength: 2 }, PIC: { units: 1, strength: 1 } },
    ENGLAND: { BRE: { units: 1, strength: 1 } },
  },
  defence: { PAR: 1, SPA: 1, MUN: 1, BUR: 2, ENG: 1 },
};

test("the reach of a power has its strength, and spaces of mine are told apart", () => {
  const found = listThreats(PAGE, SCENE, "GERMANY", "FRANCE");
  expect(found.map(({ space, text, isThreat }) => [space, text, isThreat])).toEqual([["PAR", "2:1", true], ["PIC", "1", false]]);
});

test("all against me: only what is mine, an empty centre defends itself with nothing", () => {
  const found = listThreats(PAGE, SCENE, AGAINST_ME, "FRANCE");
  expect(found.map(({ space, text, isThreat }) => [space, text, isThreat])).toEqual([["PAR", "2:1", true], ["BRE", "1:0", true]]);
  expect(tellThreats(found, (power) => power, (space) => space)).toEqual(["PAR: GERMANY 2 against 1", "BRE: ENGLAND 1 against 0"]);
});

test("one's own reach threatens nothing of one's own", () => {
  expect(listThreats(PAGE, SCENE, "FRANCE", "FRANCE").every(({ isThreat, defence }) => !isThreat && defence === null)).toBe(true);
});
