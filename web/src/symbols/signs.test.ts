import { expect, test } from "vitest";
import type { OrderKind, OrderResult } from "../board/types";
import { drawOrders } from "../board/lines";
import { holdersOf, listUnits } from "../board/units";
import { makeScale } from "../board/view";
import { symbols } from "../theme/looks";
import { makeSignBoard, makeSignScene } from "./signBoard";
import { CENTRES, EVENTS, MARKS, ORDERS, RESULTS, SPACES, UNITS } from "./signs";

const COLOURS = { ink: "", pencil: "#555", accent: "", casing: "", powers: {} };

test("every symbol of the boards is on the page", () => {
  const units = UNITS.flatMap(({ kind, isLaden }) => (isLaden ? [kind, "cargo"] : [kind]));
  const centres = CENTRES.flatMap(({ figure, initial, age }) => (age === undefined ? [initial ? "initialled" : figure] : [age < 3 ? "ageing" : "permanent"]));
  const marks = EVENTS.flatMap(({ scene }) => [
    ...(scene.contested?.length ? ["contested"] : []),
    ...Object.values(scene.marks ?? {}).flatMap(({ kind, bombs }) => (kind === "ruined" ? ["burst"] : (bombs ?? 1) > 1 ? ["bombs"] : [kind])),
  ]);
  const waves = ["wave", "broken-wave"];
  const shown = new Set([...units, ...centres, ...marks, ...waves, ...MARKS.map(({ name }) => name), "badge"]);
  expect([...Object.keys(symbols)].filter((name) => !shown.has(name))).toEqual([]);
});

test("every kind of order and every result is on the page", () => {
  const kinds: OrderKind[] = ["hold", "move", "support_hold", "support_move", "convoy", "embark", "retreat", "disband", "build", "bomb"];
  const shown = new Set(ORDERS.flatMap(({ scene }) => (scene.orders ?? []).map((order) => order.kind)));
  expect(kinds.filter((kind) => !shown.has(kind))).toEqual([]);
  const results: OrderResult[] = ["succeeds", "fails", "cut", "disrupted", "void", "destroyed", "illegal"];
  const found = new Set(RESULTS.flatMap(({ scene }) => (scene.orders ?? []).map((order) => order.result)));
  expect(results.filter((result) => !found.has(result))).toEqual([]);
  expect(SPACES.map(({ look }) => look)).toEqual(["chosen", "target", "convoy", "focus"]);
});

test("the board of signs draws every order of the page", () => {
  const board = makeSignBoard({});
  const scale = makeScale(board, 1, false);
  expect(scale.level).toBe(2);
  for (const { title, scene } of [...ORDERS, ...RESULTS]) {
    const whole = makeSignScene(scene);
    const lines = drawOrders({ board, scale, colours: COLOURS, holders: holdersOf(listUnits(board, whole)), standing: [] }, whole.orders);
    expect(lines.length, title).toBe(whole.orders.length);
  }
});
