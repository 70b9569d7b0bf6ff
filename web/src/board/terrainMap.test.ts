import { expect, test } from "vitest";
import type { Board, Space } from "./boardFile";
import type { Flat } from "./geometry";
import { TerrainMap } from "./terrainMap";

/** Squares of land 10 across in one row, far apart, on a world 400 wide; each notes when its outline is put together. */
function makeSquares(asked: string[], wraps = false): Board {
  const spaces = ["WES", "MID", "EAS"].map((code, number): [string, Space] => {
    const left = 150 * number + 5;
    const ring: Flat = Float64Array.of(left, 5, left + 10, 5, left + 10, 15, left, 15);
    const outline = {
      box: [left, 5, left + 10, 15],
      get rings() {
        asked.push(code);
        return [ring];
      },
    };
    return [code, Object.assign(outline, { code, isSea: false }) as unknown as Space];
  });
  return { width: 400, wraps, spaces: new Map(spaces), closed: new Map(), scenery: [] } as unknown as Board;
}

test("outlines are put together where somebody asks, and once", () => {
  const asked: string[] = [];
  const terrain = new TerrainMap(makeSquares(asked));
  expect(asked).toEqual([]);
  expect(terrain.ownerAt(10, 10)).toBe("WES");
  expect(terrain.holds([7, 7, 13, 13], "WES")).toBe(true);
  expect(terrain.holds([7, 7, 17, 13], "WES")).toBe(false);
  expect(terrain.weigh([0, 6, 10, 14], "WES")).toEqual({ own: 0.5, foreign: 0 });
  expect(asked).toEqual(["WES"]);
  expect(terrain.areaOf("EAS")).toBe(100);
  expect(terrain.weigh([300, 6, 310, 14], "WES")).toEqual({ own: 0, foreign: 0.5 });
  expect(asked).toEqual(["WES", "EAS"]);
});

test("answers do not hang on what was asked before", () => {
  const boxes = [[0, 6, 20, 14], [150, 4, 170, 9], [290, 0, 330, 30], [60, 5, 100, 9]] as const;
  const weigh = (terrain: TerrainMap, order: readonly number[]) => order.map((number) => [number, terrain.weigh(boxes[number] ?? boxes[0], "MID")] as const).sort(([a], [b]) => a - b);
  expect(weigh(new TerrainMap(makeSquares([])), [3, 1, 0, 2])).toEqual(weigh(new TerrainMap(makeSquares([])), [2, 0, 1, 3]));
});

test("a round world is asked about beyond its seam", () => {
  const asked: string[] = [];
  const terrain = new TerrainMap(makeSquares(asked, true));
  expect(terrain.ownerAt(410, 10)).toBe("WES");
  expect(terrain.ownerAt(-90, 10)).toBe("EAS");
  expect(terrain.weigh([395, 6, 410, 14], "WES").own).toBeCloseTo(1 / 3);
  expect(asked).toEqual(["WES", "EAS"]);
});
