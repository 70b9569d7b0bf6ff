import { expect, test } from "vitest";
import { makeUnread } from "../game/orderLines";
import { makePlaces } from "../game/testBoard";
import { bomb, convoy, hold, move, order, refuse, textsOf } from "../game/testOrders";
import { countOrdered, dropOrder, listUnshown, makeGroups, setOrder, type RowFacts } from "./orderRows";

const places = makePlaces();
const UNITS = [{ unit: "A BRI", theatre: "Europe" }, { unit: "A PAR", theatre: "Europe" }, { unit: "A HON", theatre: "America" }];
const NOTHING: RowFacts = { orders: [], saved: [], warnings: [], changed: [], refused: [] };

test("units are grouped by theatre and the missing ones are named", () => {
  const groups = makeGroups(places, UNITS, { ...NOTHING, orders: [hold("A BRI")] });
  expect(groups.map(({ theatre, ordered, missing }) => [theatre, ordered, missing])).toEqual([
    ["Europe", 1, ["A PAR"]], ["America", 0, ["A HON"]],
  ]);
  expect(groups[0]?.rows[1]?.note).toBe("no order, holds");
});

test("an order that the server has not got yet is not sent", () => {
  const [europe] = makeGroups(places, UNITS, { ...NOTHING, orders: [hold("A BRI"), hold("A PAR")], saved: [hold("A PAR")] });
  expect(europe?.rows.map((row) => row.isUnsent)).toEqual([true, false]);
});

test("a unit with an order and refused lines shows the order, and a new one replaces them all", () => {
  const orders = [move("A PAR", "BUR"), makeUnread("FRANCE", "A PAR - PIC", "A PAR"), makeUnread("FRANCE", "nonsense")];
  const refused = [
    refuse("A PAR - PIC", "A PAR", "ordered_already", "The first counts."),
    refuse("nonsense", "", "unreadable", "?"),
  ];
  const groups = makeGroups(places, [{ unit: "A PAR", theatre: "" }], { ...NOTHING, orders, saved: orders, refused });
  expect(groups[0]?.rows[0]).toMatchObject({ order: { order: "A PAR - BUR" }, isRefused: false });
  expect(listUnshown(groups, refused).map((line) => line.text)).toEqual(["A PAR - PIC", "nonsense"]);
  expect(textsOf(setOrder(orders, hold("A PAR")))).toEqual(["A PAR H", "nonsense"]);
});

test("a refused order stays with its reason, a warned one with its warning", () => {
  const [europe] = makeGroups(places, UNITS, {
    ...NOTHING,
    orders: [makeUnread("FRANCE", "A BRI - HON", "A BRI"), order("support_hold", "A PAR", { other: "A BUR", of: "BUR" })],
    refused: [refuse("A BRI - HON", "A BRI", "not_adjacent", "Brittany does not touch Honduras.")],
    warnings: [{ order: "A PAR S A BUR", text: "no effect as things stand" }],
  });
  expect(europe?.rows[0]).toMatchObject({ isRefused: true, note: "Brittany does not touch Honduras." });
  expect(europe?.rows[1]).toMatchObject({ isWarned: true, note: "no effect as things stand" });
});

test("what changed since the receipt shows the old order", () => {
  const changed = [{ unit: "A BRI", order: "A BRI H", was: "A BRI - PAR" }];
  expect(makeGroups(places, UNITS, { ...NOTHING, orders: [hold("A BRI")], changed })[0]?.rows[0]?.was).toBe("A BRI - PAR");
});

test("a move into a space that an own unit leaves says so, a carried army names its fleet", () => {
  const orders = [
    move("A BRI", "PAR"), move("A PAR", "BUR"), move("A HON", "LON", { carried: true }), convoy("F ENG", "A HON", "LON"),
  ];
  const [europe, america] = makeGroups(places, UNITS, { ...NOTHING, orders });
  expect(europe?.rows[0]?.note).toBe("after A Par leaves");
  expect(america?.rows[0]?.note).toBe("by F ENG");
});

test("a unit has one order", () => {
  const orders = [hold("A BRI"), hold("A PAR")];
  expect(textsOf(setOrder(orders, move("A BRI", "PAR")))).toEqual(["A BRI - PAR", "A PAR H"]);
  expect(textsOf(dropOrder(orders, "A BRI"))).toEqual(["A PAR H"]);
  expect(countOrdered(UNITS, orders)).toBe(2);
});

test("bombs stand in the list without being missed, and two of one space are told apart", () => {
  const bombs = ["BOMB PAR", "BOMB PAR/2"].map((unit) => ({ unit, theatre: "Bombs" }));
  const [group] = makeGroups(places, bombs, { ...NOTHING, orders: [bomb("PAR", "BRI")], saved: [bomb("PAR", "BRI")] });
  expect(group).toMatchObject({ ordered: 1, missing: [] });
  expect(group?.rows.map((row) => [row.order?.order ?? null, row.note])).toEqual([["BOMB PAR - BRI", ""], [null, "ready"]]);
  const two = [bomb("PAR", "BRI"), bomb("PAR", "HON")];
  expect(setOrder(two.slice(0, 1), bomb("PAR", "HON"))).toEqual(two);
  expect(textsOf(dropOrder(two, "BOMB PAR/2"))).toEqual(["BOMB PAR - BRI"]);
});
