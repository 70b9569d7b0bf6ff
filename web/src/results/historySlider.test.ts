import { expect, test } from "vitest";
import { anchorOf, findNearest, makeTicks, pickYears, stepBy } from "./historySlider";

const PHASES = ["S1751M", "F1751M", "F1751R", "W1751A", "S1752M", "F1752M", "S1753M"].map((phase) => ({ phase, title: phase }));
const TICKS = makeTicks(PHASES);

test("the first phase of a year has a tall tick", () => {
  expect(TICKS.filter((tick) => tick.isTall).map((tick) => tick.phase)).toEqual(["S1751M", "S1752M", "S1753M"]);
  expect(TICKS.at(-1)?.at).toBe(1);
});

test("arrows step a phase, page keys a year, and both stop at the ends", () => {
  expect(stepBy("ArrowRight", 1, TICKS)).toBe(2);
  expect(stepBy("ArrowLeft", 0, TICKS)).toBe(0);
  expect(stepBy("PageUp", 1, TICKS)).toBe(5);
  expect(stepBy("PageUp", 2, TICKS)).toBe(4);
  expect(stepBy("PageDown", 6, TICKS)).toBe(4);
  expect(stepBy("PageDown", 0, TICKS)).toBe(0);
  expect(stepBy("End", 0, TICKS)).toBe(6);
});

test("year numerals keep apart", () => {
  expect(pickYears(TICKS, 60).map((tick) => tick.year)).toEqual(["1751", "1753"]);
  expect(pickYears(TICKS, 600).length).toBe(3);
});

test("a tap on the ruler finds the nearest phase", () => {
  expect(findNearest(TICKS, 0.5)).toBe(3);
  expect(findNearest(TICKS, 2)).toBe(6);
});

test("numerals at the ends of the ruler stand within it", () => {
  const [first, , , , middle] = TICKS;
  expect([first, middle, TICKS.at(-1)].map((tick) => tick && anchorOf(tick, 500))).toEqual(["start", "middle", "end"]);
});
