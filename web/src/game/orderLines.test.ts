import { expect, test } from "vitest";
import { keyOf, makeOrder, makeUnread, showOrder, type OrderParts } from "./orderLines";
import { makePlaces } from "./testBoard";

const ARMY = { unit: "A BRI", at: "BRI" };
const FLEET = { unit: "F ENG", at: "ENG" };
const ORDERS: [string, OrderParts, string[]?][] = [
  ["A BRI H", { ...ARMY, kind: "hold" }],
  ["A BRI - PAR", { ...ARMY, kind: "move", to: "PAR" }],
  ["A BRI - LON VIA", { ...ARMY, kind: "move", to: "LON", carried: true }],
  ["A BRI - LON VIA IRI NTH", { ...ARMY, kind: "move", to: "LON", carried: true, route: ["IRI", "NTH"] }, ["IRI", "NTH"]],
  ["F ENG C A BRI - LON", { ...FLEET, kind: "convoy", of: "BRI", other: "A BRI", to: "LON" }],
  ["F ENG S A BRI - LON", { ...FLEET, kind: "support_move", of: "BRI", other: "A BRI", to: "LON" }],
  ["F ENG S A BRI", { ...FLEET, kind: "support_hold", of: "BRI", other: "A BRI" }],
  ["F ENG E A BRI", { ...FLEET, kind: "embark", of: "BRI", other: "A BRI" }],
  ["A BRI R PAR", { ...ARMY, kind: "retreat", to: "PAR" }],
  ["A BRI R LON VIA ENG", { ...ARMY, kind: "retreat", to: "LON", carried: true, route: ["ENG"] }, ["ENG"]],
  ["A BRI D", { ...ARMY, kind: "disband" }],
  ["F HON/EC B", { unit: "F HON/EC", at: "HON/EC", kind: "build" }],
  ["WAIVE", { unit: "", at: "", kind: "waive" }],
  ["BOMB PAR - BRI", { unit: "BOMB PAR", at: "PAR", kind: "bomb", to: "BRI" }],
];

test.each(ORDERS)("%s is written in standard notation", (text, parts, via) => {
  expect(makeOrder("FRANCE", parts, via)).toEqual({ power: "FRANCE", order: text, ...parts });
});

test("orders are shown with codes as on the board", () => {
  const places = makePlaces();
  const show = (parts: OrderParts) => showOrder(places, makeOrder("FRANCE", parts));
  expect(show({ ...ARMY, kind: "move", to: "LON", carried: true })).toBe("A Bri – Lon");
  expect(show({ ...FLEET, kind: "convoy", other: "A BRI", to: "LON" })).toBe("F ENG C A Bri – Lon");
  expect(show({ unit: "F HON/EC", at: "HON/EC", kind: "build" })).toBe("F Hon/ec B");
  expect(show({ unit: "BOMB PAR", at: "PAR", kind: "bomb", to: "BRI" })).toBe("Bomb Par – Bri");
  expect(show({ unit: "", at: "", kind: "waive" })).toBe("Waive");
  expect(showOrder(places, { ...makeOrder("FRANCE", { ...ARMY, kind: "move", to: "PAR" }), bombs: 2 })).toBe("A Bri – Par with 2 bombs");
});

test("a line that was not understood is shown as it was written", () => {
  expect(showOrder(makePlaces(), makeUnread("FRANCE", "a bri goes home"))).toBe("a bri goes home");
});

test("two builds on one site are one, two waivers are two", () => {
  const army = makeOrder("FRANCE", { unit: "A PAR", at: "PAR", kind: "build" });
  const fleet = makeOrder("FRANCE", { unit: "F PAR", at: "PAR", kind: "build" });
  const waiver = makeOrder("FRANCE", { unit: "", at: "", kind: "waive" });
  expect(keyOf(army)).toBe(keyOf(fleet));
  expect(keyOf(waiver, 0)).not.toBe(keyOf(waiver, 1));
});
