import { expect, test } from "vitest";
import { decodeBoard, placeOf, spaceOf, unpack } from "./boardFile";
import { isInside } from "./geometry";
import { makeBoard, makeJson } from "./kit";

test("a packed line is read as steps of tenths", () => {
  expect([...unpack([10, 20, 5, 0, -15, 5])]).toEqual([1, 2, 1.5, 2, 0, 2.5]);
});

test("rings run along their arcs, backwards where the file says so", () => {
  const west = makeBoard().spaces.get("WES");
  expect(west?.box).toEqual([10, 10, 30, 30]);
  expect(isInside(20, 20, west?.rings ?? [])).toBe(true);
  expect(isInside(40, 20, west?.rings ?? [])).toBe(false);
});

test("a space knows its arcs, and whether armies may go there", () => {
  const board = makeBoard();
  expect(board.spaces.get("WES")?.arcs).toEqual([0, 1]);
  expect(board.spaces.get("EAS")?.isClosed).toBe(true);
  expect(board.spaces.get("WES")?.isClosed).toBe(false);
});

test("a unit on a named coast stands there, any other at the anchor", () => {
  const board = makeBoard();
  expect(placeOf(board, "EAS/NC")).toEqual({ x: 40, y: 10.5 });
  expect(placeOf(board, "EAS")).toEqual({ x: 40, y: 18 });
  expect(placeOf(board, "ATLANTIS")).toBeNull();
  expect(spaceOf("EAS/NC")).toBe("EAS");
});

test("the sheet takes in boxes off the board", () => {
  const json = makeJson(false);
  expect(decodeBoard(json).sheet).toEqual([0, 0, 100, 50]);
  expect(decodeBoard({ ...json, boxes: { SEA: [-300, 100, 200, 200] } }).sheet).toEqual([-48, -8, 100, 50]);
});

test("a file of another format is refused by name", () => {
  expect(() => decodeBoard({ ...makeJson(), format: 9 })).toThrow("format 9");
});

test("a ring that names an arc the file lacks is refused", () => {
  const json = makeJson();
  const west = json.spaces["WES"];
  if (west) west.rings = [[[77]]];
  expect(() => decodeBoard(json)).toThrow("arc 77");
});
