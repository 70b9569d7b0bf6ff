import { expect, test } from "vitest";
import fixture from "../../../tests/fixtures/drawing.json";
import { decodeBoard, type BoardJson } from "./boardFile";
import { LIGHT } from "../theme/tokens";
import { litGround, placeHighlights } from "./highlights";
import { makeScale } from "./view";

const board = decodeBoard(fixture.board as unknown as BoardJson);
const scale = makeScale(board, 2, false);
const window = [0, 0, board.width * 2, board.height * 2] as const;

/** Pieces of a rim that run along the seam: on either side of the sheet, straight up or down. */
function alongSeam(rim: string): string[] {
  const found: string[] = [];
  for (const stretch of rim.split("M").slice(1)) {
    const points = stretch.replace("Z", "").split("L").map((pair) => pair.split(" ").map(Number));
    for (const [number, [x]] of points.entries()) {
      const after = points[number + 1];
      if (after && x === after[0] && (x === 0 || x === window[2])) found.push(`${x} ${points[number]} ${after}`);
    }
  }
  return found;
}

test("a sea that goes on over the seam has no frontier there when it is lit, though its area reaches it", () => {
  const crossing = [...board.spaces.values()].filter(({ box }) => box[0] <= 0 || box[2] >= board.width).map(({ code }) => code);
  expect(crossing.length).toBeGreaterThan(1);
  const targets = Object.fromEntries(crossing.map((code) => [code, { way: "sea" }]));
  const found = placeHighlights(board, { selected: null, targets, focus: null }, scale, window);
  expect(new Set(found.map(({ space }) => space))).toEqual(new Set(crossing));
  for (const { rim } of found) {
    expect(alongSeam(rim)).toEqual([]);
    expect(rim).toContain("L");
  }
});

test("the halo of a name is of the ground as it is lit", () => {
  expect(litGround("#AABBCC", undefined, LIGHT)).toBe("#AABBCC");
  expect(litGround("#AABBCC", "target", LIGHT)).toBe(`color-mix(in srgb, ${LIGHT.leaf} 42%, #AABBCC)`);
});
