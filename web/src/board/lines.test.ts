import { expect, test } from "vitest";
import { decodeBoard } from "./boardFile";
import { makeBoard, makeJson } from "./kit";
import { drawOrders, isSetOff, placeOrders, type LineContext } from "./lines";
import type { OrderLine } from "./types";
import { makeScale } from "./view";

const move: OrderLine = { power: "FRANCE", order: "A WES - EAS", kind: "move", at: "WES", unit: "A WES", to: "EAS" };

function context(k = 2, holders: [string, string][] = []): LineContext {
  const board = makeBoard();
  const powers = { FRANCE: { line: "#00F" }, SPAIN: { line: "#FF0" } };
  const colours = { ink: "#000", pencil: "#555", accent: "#A00", casing: "#FFF", powers };
  return { board, scale: makeScale(board, k, false), colours, holders: new Map(holders), standing: [] };
}

function pointsOf(path = ""): [number, number][] {
  return path.slice(1).split("L").map((pair) => pair.split(" ").map(Number) as [number, number]);
}

test("one's own orders are in ink, results in the power's colour, the order in hand in accent and dashed", () => {
  const [own] = drawOrders(context(), [move]);
  const [judged] = drawOrders(context(), [{ ...move, result: "succeeds" }]);
  const [draft] = drawOrders(context(), [{ ...move, state: "draft" }]);
  expect(own?.strokes[1]).toMatchObject({ stroke: "#000", dash: undefined });
  expect(judged?.strokes[1]).toMatchObject({ stroke: "#00F" });
  expect(draft?.strokes[1]?.stroke).toBe("#A00");
  expect(draft?.strokes[1]?.dash).toBe("6 4");
});

test("a beaten move has an open head against a bar, and the head is kept clear of labels", () => {
  const [line] = drawOrders(context(), [{ ...move, result: "fails" }]);
  expect(line?.over).toHaveLength(4);
  expect(line?.head).not.toBeNull();
  expect(drawOrders(context(), [{ ...move, result: "succeeds" }])[0]?.over).toHaveLength(2);
});

test("a move passes its gate a little to the right, and so does the move that comes from there", () => {
  const [there] = drawOrders(context(), [move]);
  const [back] = drawOrders(context(), [{ ...move, at: "EAS", unit: "A EAS", to: "WES" }]);
  // The gate lies at 60, 50; Westland is to the left of Eastland, so the right of the way there is below it.
  const heights = [there, back].map((line) => Math.max(...pointsOf(line?.strokes[1]?.d).map(([, y]) => y)));
  expect(heights).toEqual([53, 47]);
});

test("a support ends at the gate of the move that it helps, past the units that stand in its way", () => {
  const support: OrderLine = { power: "FRANCE", order: "F SEA S A WES - EAS", kind: "support_move", at: "SEA", unit: "F SEA", of: "WES", to: "EAS" };
  const board = makeBoard(false);
  const far = { ...context(), board, scale: makeScale(board, 2, false) };
  const [free] = drawOrders(far, [support, move]).slice(1);
  expect(free?.over[0]).toMatchObject({ circle: [60, 53, 4] });
  const [past] = drawOrders({ ...far, standing: [{ x: 62.5, y: 33 }] }, [support, move]).slice(1);
  expect(past?.strokes[1]?.d).not.toBe(free?.strokes[1]?.d);
});

test("a line to a box below the board leaves the board, while others keep off its edge", () => {
  const json = makeJson(false);
  const gates = { EAS: { WES: [300, 498] }, BOX: { WES: [300, 500] } };
  const box = { ...json.spaces["SEA"], name: "Box", rings: [], unit: [300, 600] } as (typeof json.spaces)[string];
  const board = decodeBoard({ ...json, gates, boxes: { BOX: [250, 550, 100, 100] }, spaces: { ...json.spaces, BOX: box } });
  const found = { ...context(), board, scale: makeScale(board, 2, false) };
  const lowest = (to: string) => Math.max(...pointsOf(drawOrders(found, [{ ...move, to }])[0]?.strokes[1]?.d).map(([, y]) => y));
  expect(lowest("EAS")).toBeLessThan(100);
  expect(lowest("BOX")).toBeGreaterThan(105);
});

test("a move goes over the seam where that is shorter", () => {
  const [line] = drawOrders(context(), [{ ...move, at: "SEA", unit: "F SEA", to: "WES" }]);
  // From x 95 to x 20 of the next copy: to the right, beyond the edge at 200 px.
  expect(line?.box[2]).toBeGreaterThan(200);
});

test("an order near the seam is drawn in every copy in sight, each with its own key", () => {
  const made = context();
  const drawn = drawOrders(made, [move]);
  const shown = placeOrders(made, [move], drawn, [0, 0, 500, 100]);
  expect(shown).toHaveLength(3);
  expect(new Set(shown.map(({ key }) => key)).size).toBe(3);
  expect(shown[1]?.box[0]).toBeCloseTo((shown[0]?.box[0] ?? 0) + 200);
});

test("a convoyed move is a double rule, a support ends in a ring, a cut support has strokes across", () => {
  const carried = { ...move, order: "A WES - EAS VIA", route: ["SEA"] };
  const support: OrderLine = { power: "FRANCE", order: "F SEA S A WES - EAS", kind: "support_move", at: "SEA", unit: "F SEA", of: "WES", to: "EAS" };
  const lines = drawOrders(context(), [support, carried]);
  expect(lines.map(({ order }) => order.kind)).toEqual(["move", "support_move"]);
  expect(lines[0]?.strokes).toHaveLength(3);
  expect(lines[1]?.over).toHaveLength(1);
  expect(drawOrders(context(), [{ ...support, result: "cut" }])[0]?.over).toHaveLength(4);
});

test("a look at the whole world shows moves only", () => {
  const hold: OrderLine = { power: "FRANCE", order: "A WES H", kind: "hold", at: "WES", unit: "A WES" };
  expect(drawOrders(context(0.5), [hold, move]).map(({ order }) => order.kind)).toEqual(["move"]);
  expect(drawOrders(context(), [hold, move])).toHaveLength(2);
});

test("a unit that was driven out stands beside its victor", () => {
  const hold: OrderLine = { power: "SPAIN", order: "A EAS H", kind: "hold", at: "EAS", unit: "A EAS", result: "dislodged" };
  expect(isSetOff(hold, new Map([["EAS", "FRANCE"]]))).toBe(true);
  expect(isSetOff(hold, new Map([["EAS", "SPAIN"]]))).toBe(false);
  expect(isSetOff({ ...hold, result: "succeeds" }, new Map([["EAS", "FRANCE"]]))).toBe(false);
});

test("an order that names an unknown space is left out, a waived build has no line", () => {
  expect(drawOrders(context(), [{ ...move, to: "ATLANTIS" }])).toEqual([]);
  expect(drawOrders(context(), [{ power: "FRANCE", order: "WAIVE", kind: "waive", at: "", unit: "" }])).toEqual([]);
});

test("a sketch is drawn with a pencil: thin and dashed, the head only outlined", () => {
  const [sketch] = drawOrders(context(), [{ ...move, state: "sketch" }]);
  expect(sketch?.strokes[1]).toMatchObject({ stroke: "#555", dash: "9 4" });
  expect(sketch?.over.at(-1)).toMatchObject({ fill: "#FFF", stroke: "#555" });
});
