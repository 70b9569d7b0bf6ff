import { expect, test } from "vitest";
import { restAt, stopHeight } from "./sheetStops";

test("stops are 96, 338 and all but the top bar", () => {
  expect(stopHeight("peek", 844)).toBe(96);
  expect(stopHeight("half", 844)).toBe(338);
  expect(stopHeight("full", 844)).toBe(780);
});

test("on a low screen half is no higher than full", () => {
  expect(stopHeight("half", 320)).toBe(stopHeight("full", 320));
});

test("a sheet comes to rest at the nearest stop", () => {
  expect(restAt(120, 0, 844)).toBe("peek");
  expect(restAt(300, 0, 844)).toBe("half");
  expect(restAt(700, 0, 844)).toBe("full");
});

test("a thrown sheet goes on in its way", () => {
  expect(restAt(330, 2, 844)).toBe("full");
  expect(restAt(330, -1.2, 844)).toBe("peek");
});
