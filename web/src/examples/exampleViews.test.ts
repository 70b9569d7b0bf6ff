import { expect, test } from "vitest";
import type { ExamplePage, ResultLine } from "../api/types";
import { order as makeLine } from "../game/testOrders";
import { findLook, listViews } from "./exampleViews";

function line(power: string, order: string, kind: ResultLine["kind"], result: ResultLine["result"], rejected = false): ResultLine {
  const more = { reason: "", text: "", because_of: [], clause: null, cite: "", hint: null, order_result: null };
  const at = order.split(" ")[1] ?? "";
  return { ...makeLine(kind, `A ${at}`), ...more, at, power, order, result, rejected };
}

const LINES = [
  line("FRANCE", "A PAR - BUR", "move", "succeeds"),
  line("GERMANY", "A MUN H", "hold", "succeeds"),
  line("ITALY", "A ROM H", "hold", "succeeds"),
  line("ITALY", "A ROM - TYS", "move", "illegal", true),
];
const SCENE = { phase: "S1901M", units: {}, dislodged: [], centres: {}, influence: {}, contested: [], orders: LINES.filter(({ rejected }) => !rejected) };
const PAGE = {
  id: "x", title: "X", variant: "standard", variant_name: "Standard", clauses: [], board: "", look: ["MAR"],
  steps: [
    {
      text: "See.",
      request: { orders: { FRANCE: ["A PAR - BUR"], ITALY: ["A ROM - TYS"] } },
      verdict: { scene_before: SCENE, scene_after: { ...SCENE, phase: "F1901M" }, results: { orders: LINES }, ended: "France wins." },
    },
  ],
} as unknown as ExamplePage;

test("an example is position, orders and result of each phase, and the end", () => {
  const views = listViews(PAGE);
  expect(views.map(({ kind }) => kind)).toEqual(["position", "orders", "result", "end"]);
  expect(views.map(({ title }) => title)).toEqual([
    "Spring 1901, orders: the position", "Spring 1901, orders: the orders", "Spring 1901, orders: the results", "Afterwards",
  ]);
  expect(views[2]?.text).toBe("See. France wins.");
});

test("before they are judged orders have no result, and nobody was ordered to hold who was not", () => {
  const [position, orders, result] = listViews(PAGE);
  expect(position?.scene.orders).toEqual([]);
  expect(orders?.lines.map(({ order }) => order)).toEqual(["A PAR - BUR", "A ROM - TYS"]);
  expect(orders?.scene.orders.every((order) => order.result === undefined && order.state === "set")).toBe(true);
  expect(result?.scene.orders.map(({ order }) => order)).toEqual(["A PAR - BUR"]);
});

test("a small board shows what the example names and where its orders lead", () => {
  expect(findLook(PAGE)).toEqual(expect.arrayContaining(["MAR", "PAR", "ROM"]));
  expect(findLook(PAGE)).not.toContain("MUN");
});
