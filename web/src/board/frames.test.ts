import { render } from "svelte/server";
import { expect, test } from "vitest";
import fixture from "../../../tests/fixtures/drawing.json";
import { LIGHT } from "../theme/tokens";
import { decodeBoard, type BoardJson } from "./boardFile";
import LiveLayer from "./LiveLayer.svelte";
import { makePaint } from "./paint";
import type { Scene } from "./types";
import { listUnits } from "./units";
import { makeScale } from "./view";

const board = decodeBoard(fixture.board as unknown as BoardJson);

function drawFrames(scene: Partial<Scene>, selected: string): string[] {
  const whole: Scene = { phase: "", units: {}, dislodged: [], centres: {}, influence: {}, contested: [], orders: [], ...scene };
  const scale = makeScale(board, 2, false);
  const props = {
    board, scene: whole, units: listUnits(board, whole), orders: [], selected, targets: {}, focusSpace: null,
    unordered: new Set<string>(), scale, window: [0, 0, board.width * 2, board.height * 2] as const,
    paint: makePaint(board, whole, { name: "light", tokens: LIGHT, isStrong: false, isForced: false }),
    tokens: LIGHT, theme: "light" as const, measure: null,
  };
  const frames = /<g class="frames[^"]*">(.*?)<g class="labels/s.exec(render(LiveLayer, { props }).body)?.[1] ?? "";
  return [...frames.matchAll(/data-frame="([^"]+)".*?<rect x="([\d.]+)"/gs)].map(([, unit, x]) => `${unit} ${Math.round(Number(x))}`);
}

test("the unit in hand has the frame; of two in a space it is the one that was driven out", () => {
  const units = { FRANCE: ["A BET"], SPAIN: ["A GAM"] };
  const [plain] = drawFrames({ units }, "BET");
  expect(plain).toMatch(/^A BET/);
  const dislodged = [{ power: "SPAIN", unit: "A BET", from: "ALP", retreats: [] }];
  const framed = drawFrames({ units, dislodged }, "BET");
  expect(framed).toHaveLength(1);
  // It stands to the right of its victor.
  expect(Number(framed[0]?.split(" ")[2])).toBeGreaterThan(Number(plain?.split(" ")[2]) + 15);
});
