import { expect, test } from "vitest";
import { candidatesAt, judgeTap, spaceAt } from "./hit";
import { makeBoard, makeScene } from "./kit";
import type { Scene } from "./types";
import { listUnits } from "./units";
import { makeScale } from "./view";

const board = makeBoard();

function tap(x: number, y: number, isTouch: boolean, units: Partial<Scene>, wanted: string[] | null = null, k = 2) {
  const scale = makeScale(board, k, isTouch);
  const found = candidatesAt(board, listUnits(board, makeScene(units)), scale, x, y);
  return judgeTap(found, scale, wanted && new Set(wanted)).map(({ space, unit }) => unit?.text ?? space);
}

test("the space under a place is found in every copy of the world", () => {
  expect(spaceAt(board, 20, 20)?.code).toBe("WES");
  expect(spaceAt(board, 1020, 20)?.code).toBe("WES");
  expect(spaceAt(board, -60, 20)?.code).toBe("EAS");
  expect(spaceAt(board, 70, 20)?.code).toBe("SEA");
  expect(spaceAt(board, 70, 60)).toBeNull();
});

test("a tap on a unit means the unit", () => {
  expect(tap(20, 18, true, { units: { FRANCE: ["A WES"] } })).toEqual(["A WES"]);
  expect(tap(120, 18, false, { units: { FRANCE: ["A WES"] } })).toEqual(["A WES"]);
});

test("a finger near a unit of the same space means the unit, a mouse means the space", () => {
  expect(tap(20, 26, true, { units: { FRANCE: ["A WES"] } })).toEqual(["A WES"]);
  expect(tap(20, 28, false, { units: { FRANCE: ["A WES"] } })).toEqual(["WES"]);
});

test("a finger between a unit and another space is asked", () => {
  expect(tap(31, 18, true, { units: { FRANCE: ["A WES"] } })).toEqual(["A WES", "EAS"]);
});

test("only what makes sense just now is offered", () => {
  expect(tap(31, 18, true, { units: { FRANCE: ["A WES"] } }, ["EAS"])).toEqual(["EAS"]);
});

test("a victor and the unit it drove out are told apart by asking", () => {
  const units = { units: { FRANCE: ["A WES"] }, dislodged: [{ power: "SPAIN", unit: "A WES", from: "EAS", retreats: [] }] };
  expect(tap(20 + 7, 18 + 4, true, units)).toHaveLength(2);
  expect(tap(20, 18, true, units)).toEqual(["A WES"]);
});

test("beyond the paper there is nothing to pick", () => {
  expect(tap(70, 80, true, {})).toEqual([]);
});

test("a mouse that just misses what is wanted means it, all round; on another unit's symbol it means that unit", () => {
  const units = { units: { FRANCE: ["A WES"] } };
  const scale = makeScale(board, 0.5, false);
  const views = listUnits(board, makeScene(units));
  const click = (dx: number, dy: number, wanted: Set<string> | null): string[] => {
    const spot = views[0]!.spot;
    const found = candidatesAt(board, views, scale, spot.x + dx / scale.k, spot.y + dy / scale.k, wanted);
    return judgeTap(found, scale, wanted).map(({ space }) => space);
  };
  for (const [dx, dy] of [[9, 0], [-9, 0], [0, 9], [0, -9], [6, 6], [-6, -6], [8, -4]] as const) {
    expect(click(dx, dy, new Set(["WES"])), `${dx}, ${dy}`).toEqual(["WES"]);
  }
  expect(click(0, 0, new Set(["EAS"]))).toEqual(["WES"]);
});
