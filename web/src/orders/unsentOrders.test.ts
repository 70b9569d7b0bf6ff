import { expect, test } from "vitest";
import type { Shelf } from "../api/shelf";
import { hold, makeSheet, move } from "../game/testOrders";
import { forget, isSame, judgeKept, keep, listMore, recall, type Kept } from "./unsentOrders";

function makeShelf(): Shelf {
  const things = new Map<string, string>();
  return {
    getItem: (key) => things.get(key) ?? null,
    setItem: (key, value) => void things.set(key, value),
    removeItem: (key) => void things.delete(key),
  };
}

const KEPT: Kept = {
  turn: 4, phase: "F1756M", plan: "A", base: 2, orders: [hold("A BRI")], standing: { retreats: [], builds: [] }, sent: [], at: "",
};

test("what is put on the shelf survives a reload", () => {
  const shelf = makeShelf();
  expect(keep(shelf, "g", "FRANCE", KEPT)).toBe(true);
  expect(recall(shelf, "g", "FRANCE", "A")).toEqual(KEPT);
  expect(recall(shelf, "g", "SPAIN", "A")).toBeNull();
  forget(shelf, "g", "FRANCE", "A");
  expect(recall(shelf, "g", "FRANCE", "A")).toBeNull();
});

test("what an earlier version of the page kept, the bare texts, is read too", () => {
  const shelf = makeShelf();
  shelf.setItem("legation.orders.g.FRANCE.A", JSON.stringify({ ...KEPT, orders: ["A BRI H"] }));
  expect(recall(shelf, "g", "FRANCE", "A")?.orders).toMatchObject([{ order: "A BRI H", rejected: true }]);
});

test("a shelf that is full or broken is no reason to fail", () => {
  const full: Shelf = { ...makeShelf(), setItem: () => { throw new Error("full"); }, getItem: () => "{nonsense" };
  expect(keep(full, "g", "FRANCE", KEPT)).toBe(false);
  expect(recall(full, "g", "FRANCE", "A")).toBeNull();
});

test("changes are sent on, shown beside others, or came too late", () => {
  expect(judgeKept(null, makeSheet([], { turn: 4, version: 2 }))).toBe("none");
  expect(judgeKept(KEPT, makeSheet([], { turn: 4, version: 2 }))).toBe("send");
  expect(judgeKept(KEPT, makeSheet([move("A BRI", "PAR")], { turn: 4, version: 3 }))).toBe("conflict");
  expect(judgeKept(KEPT, makeSheet([hold("A BRI")], { turn: 4, version: 3 }))).toBe("same");
  expect(judgeKept(KEPT, makeSheet([], { turn: 5, version: 0 }))).toBe("late");
  const beforehand = { ...KEPT, standing: { retreats: ["A BRI - PIC"], builds: [] } };
  expect(judgeKept(beforehand, makeSheet([hold("A BRI")], { turn: 4, version: 3 }))).toBe("send");
});

test("lists are compared without regard to sequence", () => {
  const [a, b] = [hold("A BRI"), hold("A PAR")];
  expect(isSame([a, b], [b, a])).toBe(true);
  expect(isSame([a], [a, a])).toBe(false);
  expect(listMore([a, b, b], [b])).toEqual([a, b]);
});

test("what the server has because only the answer was lost is no version of another device", () => {
  const kept: Kept = { ...KEPT, base: 2, orders: [move("A BRI", "PAR")], sent: ["A BRI H\nA PAR H"] };
  expect(judgeKept(kept, makeSheet([hold("A PAR"), hold("A BRI")], { version: 3 }))).toBe("send");
  expect(judgeKept(kept, makeSheet([hold("A BRI")], { version: 3 }))).toBe("conflict");
});
