import { expect, test } from "vitest";
import type { UnitToOrder } from "../../api/types";
import { makePlaces } from "../../game/testBoard";
import { convoy, hold, move } from "../../game/testOrders";
import { findNext, findOffer, findPrevious, sortClockwise } from "./nextUnit";

const places = makePlaces();

function unit(text: string, theatre: string, supports: UnitToOrder["supports"] = []): UnitToOrder {
  return { unit: text, at: text.slice(2), theatre, moves: [], convoyed: [], supports, convoys: [], embarks: [], aboard: false };
}

const UNITS = [unit("A BRI", "Europe"), unit("A BUR", "Europe"), unit("F ENG", "Europe"), unit("A HON", "America")];

test("the next unit is the nearest without orders in the same theatre", () => {
  expect(findNext(places, UNITS, () => false, UNITS[0] ?? null)?.unit).toBe("F ENG");
});

test("when a theatre is done the next theatre comes", () => {
  const isOrdered = (text: string): boolean => text !== "A HON";
  expect(findNext(places, UNITS, isOrdered, UNITS[0] ?? null)?.unit).toBe("A HON");
});

test("when all have orders nothing comes", () => {
  expect(findNext(places, UNITS, () => true, UNITS[0] ?? null)).toBeNull();
});

test("going back takes the unit before in the list, and goes round", () => {
  expect(findPrevious(UNITS, () => false, UNITS[2] ?? null)?.unit).toBe("A BUR");
  expect(findPrevious(UNITS, () => false, UNITS[0] ?? null)?.unit).toBe("A HON");
});

test("a support of what was just set is offered first", () => {
  const help = [{ unit: "A BRI", at: "BRI", power: "FRANCE", hold: true, to: ["LON"] }];
  const irish = unit("F IRI", "Europe", help);
  const convoyed = [move("A BRI", "LON", { carried: true }), convoy("F ENG", "A BRI", "LON")];
  expect(findOffer("FRANCE", irish, convoyed)?.order).toBe("F IRI S A BRI - LON");
  expect(findOffer("FRANCE", irish, [hold("A BRI")])?.order).toBe("F IRI S A BRI");
  expect(findOffer("FRANCE", irish, [move("A BRI", "PAR")])).toBeNull();
});

test("targets go clockwise from the nearest", () => {
  expect(sortClockwise(places, "BRI", ["LON", "PAR", "BUR", "ENG"])).toEqual(["ENG", "LON", "PAR", "BUR"]);
});
