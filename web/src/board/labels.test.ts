import { expect, test } from "vitest";
import { holds, touches, type Box } from "./geometry";
import { makeBoard, makeScene } from "./kit";
import { LabelPlacer, listTheatres, Taken, unitBox } from "./labels";
import { heightOf, shortCode, widthOf, wordSpace, type Measure } from "./labelText";
import { placeTheatres } from "./live";
import { listUnits } from "./units";
import { makeScale } from "./view";

const measure: Measure = (text, size) => text.length * size * 0.5;

function place(k: number, lowered: string[] = [], lines: Box[] = [], busy: string[] = []) {
  const board = makeBoard();
  const scale = makeScale(board, k, false);
  const placer = new LabelPlacer(board, scale, measure, { lowered: new Set(lowered), busy: new Set(busy), boxes: [], lines });
  placer.place(board.spaces.values());
  return { board, scale, labels: placer.labels, placer };
}

test("a name carries its code in bold, or is followed by it", () => {
  const [burgundy] = wordSpace({ code: "BUR", name: "Burgundy", isSea: false });
  expect(burgundy?.lines[0]).toEqual([{ text: "Bur", isBold: true }, { text: "gundy", isBold: false }]);
  const [bordeaux] = wordSpace({ code: "BDX", name: "Bordeaux", isSea: false });
  expect(bordeaux?.lines[0]?.map(({ text }) => text)).toEqual(["Bordeaux ", "Bdx"]);
});

test("a sea has its code beneath, and little words stay with the next one", () => {
  const words = wordSpace({ code: "BIS", name: "Bay of Biscay", isSea: true });
  expect(words[0]?.lines.map((runs) => runs[0]?.text)).toEqual(["Bay", "of Biscay", "BIS"]);
  expect(words[words.length - 1]?.isName).toBe(false);
});

test("codes with figures stay as they are", () => {
  expect([shortCode("PAR"), shortCode("NA7")]).toEqual(["Par", "NA7"]);
});

test("labels hold what they measure", () => {
  const [name] = wordSpace({ code: "WES", name: "Westland", isSea: false });
  if (!name) throw new Error("no wording");
  expect(widthOf(name, 10, measure)).toBe(40);
  expect(heightOf(name, 10)).toBeCloseTo(8.2);
});

test("no label lies over another or over a unit's place", () => {
  const { labels, scale, board } = place(6);
  const boxes = [...labels.values()].map(({ box }) => box);
  for (const [number, box] of boxes.entries()) {
    for (const other of boxes.slice(0, number)) expect(touches(box, other)).toBe(false);
    for (const { unit } of board.spaces.values()) {
      expect(touches(box, unitBox(unit.x * scale.k, unit.y * scale.k, scale.block))).toBe(false);
    }
  }
});

test("where there is no room beside the place of a unit, a code takes it, or lies across the unit that stands there", () => {
  const { labels, board, scale } = place(1.5);
  const { x, y } = board.spaces.get("WES")?.unit ?? { x: 0, y: 0 };
  expect(labels.get("WES")).toMatchObject({ isWorn: false });
  expect(labels.get("WES")?.x).toBeCloseTo(x * scale.k);
  const worn = place(1.5, [], [], ["WES"]).labels.get("WES");
  expect(worn).toMatchObject({ isWorn: true });
  expect(worn && touches(worn.box, unitBox(x * scale.k, y * scale.k, scale.block))).toBe(true);
  expect(worn?.box[1]).toBeGreaterThan(y * scale.k);
});

test("names are written at Region zoom inside their space, codes at Theatre zoom, nothing at World zoom", () => {
  const region = place(6).labels.get("WES");
  expect(region?.wording.isName).toBe(true);
  expect(region && holds([60, 60, 180, 180], region.box)).toBe(true);
  expect(place(1.2).labels.get("WES")?.wording.isName).toBe(false);
  expect(place(0.5).labels.size).toBe(0);
});

test("a label gives way to a plinth", () => {
  const plain = place(6).labels.get("WES");
  const lowered = place(6, ["WES"]).labels.get("WES");
  expect(lowered?.y).toBeCloseTo((plain?.y ?? 0) + 9);
});

test("a name keeps clear of an order line, but is written all the same where lines are everywhere", () => {
  const box = place(6).labels.get("WES")?.box ?? [0, 0, 0, 0];
  const line: Box = [(box[0] + box[2]) / 2 - 1, box[1] - 30, (box[0] + box[2]) / 2 + 1, box[3] + 30];
  const moved = place(6, [], [line]).labels.get("WES");
  expect(moved && touches(moved.box, line)).toBe(false);
  expect(place(6, [], [[0, 0, 2000, 2000]]).labels.get("WES")?.box).toEqual(box);
});

test("a label once placed stays where it is", () => {
  const { placer, board } = place(6);
  const before = placer.labels.get("WES");
  placer.place(board.spaces.values());
  expect(placer.labels.get("WES")).toBe(before);
});

test("what is taken at one edge of a round world is taken at the other", () => {
  const taken = new Taken(200);
  taken.add([190, 0, 210, 10]);
  expect(taken.isFree([0, 0, 5, 5])).toBe(false);
  expect(taken.isFree([20, 0, 30, 5])).toBe(true);
});

test("a theatre is named in its midst", () => {
  const [europe, ...others] = listTheatres(makeBoard());
  expect(others).toEqual([]);
  expect(europe).toMatchObject({ name: "Europe", isSea: false });
  expect(europe?.spots[0]).toMatchObject({ spot: { x: 20, y: 24 } });
});

test("the name of a theatre gives way to a unit, and is left out where units are everywhere", () => {
  const board = makeBoard();
  const scale = makeScale(board, 0.3, false);
  const window = [0, 0, 30, 15] as const;
  const tiny: Measure = (text, size) => text.length * size * 0.01;
  const place = (units: string[]) =>
    placeTheatres([{ name: "E", isSea: false, spots: [{ spot: { x: 20, y: 24 }, span: 0 }, { spot: { x: 80, y: 40 }, span: 0 }] }],
      listUnits(board, makeScene({ units: { FRANCE: units } })), scale, window, tiny).map(({ x }) => Math.round(x));
  expect(place([])).toContain(6);
  expect(place(["A WES"])).not.toContain(6);
  expect(place(["A WES", "F SEA"])).toEqual([]);
});

test("labels placed step by step lie where they would lie if placed at once", () => {
  const { board, scale, labels } = place(6);
  const placer = new LabelPlacer(board, scale, measure, { lowered: new Set(), busy: new Set(), boxes: [], lines: [] });
  const steps = placer.placeInSteps(board.spaces.values());
  steps.next();
  expect(placer.labels.size).toBe(0);
  while (!steps.next().done);
  expect([...placer.labels].map(([space, { box }]) => [space, box])).toEqual([...labels].map(([space, { box }]) => [space, box]));
});
