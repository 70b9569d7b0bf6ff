import { expect, test } from "vitest";
import type { Board, Space } from "../board/boardFile";
import type { Scene } from "../board/types";
import { listFacts, tellSpace } from "./spaceFacts";

const scene = { centres: { FRANCE: ["NAP"] }, units: {}, influence: {}, contested: [], dislodged: [] } as unknown as Scene;

function tellCentre(centre: string, powers: string[]): string | undefined {
  const space = { name: "Naples", centre, powers, coasts: new Map(), theatre: "Europe" } as unknown as Space;
  const board = { spaces: new Map([["NAP", space]]) } as unknown as Board;
  return listFacts(board, scene, "NAP", (power) => power[0] + power.slice(1).toLowerCase()).find(({ label }) => label === "Centre")?.text;
}

test("a special centre names those for whom it builds", () => {
  expect(tellCentre("special", ["AUSTRIA", "SPAIN"])).toBe("Special: builds for Austria and Spain only");
  expect(tellCentre("build-only", ["RUSSIA"])).toBe("Builds for Russia only, and does not count");
});

test("a neutral centre counts and never builds", () => {
  expect(tellCentre("neutral", [])).toBe("Neutral centre: counts, never builds");
  expect(tellCentre("home", ["FRANCE"])).toBe("Home centre of France");
});

test("colonies, bombs and armies aboard are told", () => {
  const space = { name: "Emigrants' Sea", isSea: true, centre: null, powers: [], coasts: new Map(), theatre: "Ocean" } as unknown as Space;
  const board = { spaces: new Map([["PO7", space]]) } as unknown as Board;
  const marks = { PO7: { kind: "closed", text: "Struck by a bomb." } };
  const told = { ...scene, units: { KHOUFAX: ["TF PO7"] }, cargo: { PO7: "A PO7 OCEANIA" }, marks } as unknown as Scene;
  const facts = new Map(listFacts(board, told, "PO7", (power) => power.toLowerCase()).map(({ label, text }) => [label, text]));
  expect(facts.get("Unit")).toBe("Transport fleet of khoufax; army of oceania aboard");
  expect(facts.get("Struck")).toBe("Struck by a bomb.");
  expect(tellSpace(board, told, "PO7")).toBe("Emigrants' Sea (PO7)\nAn army is aboard the ship.\nStruck by a bomb.");
});
