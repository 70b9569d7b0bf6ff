import { describe, expect, it } from "vitest";
import { layChart, spread } from "./centreChart";

const FRAME = { width: 400, height: 300, left: 30, right: 60, top: 10, bottom: 30, badge: 20 };

describe("chart", () => {
  it("puts more centres higher and later years further right", () => {
    const chart = layChart([1751, 1752], [{ power: "FRANCE", counts: [5, 10], units: [5, 9] }], FRAME);
    const [first, second] = chart.lines[0]?.spots ?? [];
    expect(second!.y).toBeLessThan(first!.y);
    expect([first!.x, second!.x]).toEqual([30, 340]);
    expect(chart.rows.map((row) => row.value)).toEqual([0, 5, 10]);
  });

  it("keeps badges apart and inside", () => {
    const places = spread([{ power: "A", y: 100 }, { power: "B", y: 101 }, { power: "C", y: 290 }], 20, 10, 270);
    expect(places.get("B")! - places.get("A")!).toBeGreaterThanOrEqual(20);
    expect(places.get("C")).toBe(270);
  });

  it("numbers few years when there are many", () => {
    const years = Array.from({ length: 30 }, (_, number) => 1751 + number);
    const chart = layChart(years, [{ power: "A", counts: years.map(() => 3), units: [] }], FRAME);
    expect(chart.columns.length).toBeLessThanOrEqual(8);
    expect(chart.columns.at(-1)?.year).toBe(1780);
  });
});
