import { expect, test } from "vitest";
import { drawFigure, parseFigure } from "./figure";

test("a figure is drawn at its place and size", () => {
  expect(drawFigure(parseFigure("M-1,-1H1V1H-1Z"), 10, 20, 2)).toBe("M8 18L12 18L12 22L8 22Z");
});

test("a figure is turned about its middle", () => {
  expect(drawFigure(parseFigure("M1,0L0,1"), 0, 0, 1, 90)).toBe("M0 1L-1 0");
});

test("smooth curves carry their control point on", () => {
  expect(drawFigure(parseFigure("M0,0Q1,-2 2,0T4,0"), 0, 0, 1)).toBe("M0 0Q1 -2 2 0Q3 2 4 0");
});

test("numbers without a leading nought are read", () => {
  expect(drawFigure(parseFigure("M-13.5,.8L9.8,-.5"), 0, 0, 1)).toBe("M-13.5 0.8L9.8 -0.5");
});
