import { expect, test } from "vitest";
import { distance, findNearest, findPlaces, nameOf, nameUnit, showCode, showOrders, showUnit, showUnits, spaceOf } from "./spaces";
import { makePlaces } from "./testBoard";

const places = makePlaces();

test("land is shown with one capital, a sea in capitals, a coast after a stroke", () => {
  expect(showCode(places, "BRI")).toBe("Bri");
  expect(showCode(places, "ENG")).toBe("ENG");
  expect(showCode(places, "HON/EC")).toBe("Hon/ec");
  expect(showUnit(places, "A BRI")).toBe("A Bri");
});

test("units and coasts are named in words", () => {
  expect(nameUnit(places, "F ENG")).toBe("Fleet English Channel");
  expect(nameOf(places, "HON/EC")).toBe("Honduras (ec)");
  expect(spaceOf("HON/EC")).toBe("HON");
});

test("the short way goes round the world", () => {
  expect(distance(places, "HON", "HAW")).toBeLessThan(40);
});

test("three letters find a space: code first, then begin of the name, then a word in it", () => {
  expect(findPlaces(places, "bri")[0]).toBe("BRI");
  expect(findPlaces(places, "lond")).toEqual(["LON"]);
  expect(findPlaces(places, "channel")).toEqual(["ENG"]);
  expect(findPlaces(places, " ")).toEqual([]);
});

test("what begins like no space is near to some", () => {
  expect(findPlaces(places, "lomdon")).toEqual([]);
  expect(findNearest(places, "lomdon")).toEqual(["LON"]);
  expect(findNearest(places, "xyzzyq")).toEqual([]);
});

test("units in a sentence of the server are shown as in lists", () => {
  const show = (unit: string) => showUnit(places, unit);
  expect(showUnits("Dislodged by A BRI of Germany, which came from Honduras.", show)).toBe("Dislodged by A Bri of Germany, which came from Honduras.");
  expect(showUnits("Home centre, but F HON/EC stands there (C7-4b).", show)).toBe("Home centre, but F Hon/ec stands there (C7-4b).");
  expect(showUnits("A fleet in ENG holds.", show)).toBe("A fleet in ENG holds.");
});

test("orders in a sentence of the server are shown as in lists", () => {
  const shown = (sentence: string) => showOrders(places, sentence);
  expect(shown("No effect as things stand: A LON - BRI comes the other way.")).toBe("No effect as things stand: A Lon \u2013 Bri comes the other way.");
  expect(shown("F ENG has the order F ENG C A LON - BRI.")).toBe("F ENG has the order F ENG C A Lon \u2013 Bri.");
  expect(shown("Nowhere - XYZ.")).toBe("Nowhere - XYZ.");
});
