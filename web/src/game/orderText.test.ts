import { expect, test } from "vitest";
import { formatOrder, keyOf, makeLine, parseOrder, showOrder, tidyText } from "./orderText";
import { makePlaces } from "./testBoard";

const ORDERS = [
  "A BRI H", "A BRI - PAR", "A BRI - LON VIA", "A BRI - LON VIA IRI NTH", "A PAR - MOS CARRY 2", "F ENG C A BRI - LON",
  "F IRI S A BRI - LON", "F IRI S F ENG", "F NTH E A LON", "A SER R ALB", "A SER R ALB VIA ADR", "A SER D",
  "F HON/EC B", "WAIVE", "BOMB PAR - MOS", "TF LON - NTH", "A BI1 - BI2",
];

test.each(ORDERS)("%s is written again as it was read", (text) => {
  const order = parseOrder(text);
  expect(order && formatOrder(order)).toBe(text);
});

test("what is no order in standard notation is not read", () => {
  expect(parseOrder("army brittany to london")).toBeNull();
  expect(parseOrder("")).toBeNull();
});

test("a line for the board names target, helped unit and seas", () => {
  expect(makeLine("F IRI S A BRI - LON", "FRANCE")).toMatchObject({ kind: "support_move", at: "IRI", of: "BRI", to: "LON" });
  expect(makeLine("A BRI - LON VIA ENG", "FRANCE").route).toEqual(["ENG"]);
});

test("orders are shown with codes as on the board", () => {
  const places = makePlaces();
  expect(showOrder(places, "A BRI - LON VIA")).toBe("A Bri – Lon");
  expect(showOrder(places, "F ENG C A BRI - LON")).toBe("F ENG C A Bri – Lon");
  expect(showOrder(places, "F HON/EC B")).toBe("F Hon/ec B");
  expect(showOrder(places, "WAIVE")).toBe("Waive");
});

test("two builds on one site are one, two waivers are two", () => {
  expect(keyOf("A PAR B")).toBe(keyOf("F PAR B"));
  expect(keyOf("WAIVE", 0)).not.toBe(keyOf("WAIVE", 1));
});

test("codes inside a sentence are shown as in lists", () => {
  const places = makePlaces();
  expect(tidyText(places, "No effect: A BRI has the order A BRI - LON VIA.")).toBe("No effect: A Bri has the order A Bri – Lon VIA.");
  expect(tidyText(places, "A fleet of F ENG and A QQQ.")).toBe("A fleet of F ENG and A QQQ.");
});
