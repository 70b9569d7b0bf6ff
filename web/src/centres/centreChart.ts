/** Layout of the chart of centres over the years: points, ticks, and the badges at the right. */
import type { CentreRow } from "../api/types";

export type Spot = { x: number; y: number };
export type ChartLine = { power: string; spots: Spot[]; badge: number };
export type Chart = { lines: ChartLine[]; rows: { value: number; y: number }[]; columns: { year: number; x: number }[] };
export type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number; badge: number };

/** Lay out a chart in a frame; badges keep their distance and the order of their lines. */
export function layChart(years: readonly number[], powers: readonly CentreRow[], frame: Frame): Chart {
  const most = Math.max(5, ...powers.flatMap((row) => row.counts));
  const step = most > 60 ? 20 : most > 25 ? 10 : 5;
  const top = Math.ceil(most / step) * step;
  const across = (number: number) =>
    frame.left + ((frame.width - frame.left - frame.right) * number) / Math.max(1, years.length - 1);
  const down = (value: number) => frame.height - frame.bottom - ((frame.height - frame.top - frame.bottom) * value) / top;
  const ends = powers.map((row) => ({ power: row.power, y: down(row.counts.at(-1) ?? 0) }));
  const badges = spread(ends, frame.badge, frame.top, frame.height - frame.bottom);
  return {
    lines: powers.map((row) => ({
      power: row.power,
      spots: row.counts.map((value, number) => ({ x: across(number), y: down(value) })),
      badge: badges.get(row.power) ?? 0,
    })),
    rows: Array.from({ length: top / step + 1 }, (_, number) => ({ value: number * step, y: down(number * step) })),
    columns: listColumns(years).map((number) => ({ year: years[number] ?? 0, x: across(number) })),
  };
}

/** Years to label: all if there are few, or else every second, fifth or tenth. */
function listColumns(years: readonly number[]): number[] {
  const step = [1, 2, 5, 10, 20].find((size) => years.length / size <= 8) ?? 50;
  return years.map((_, number) => number).filter((number) => (years.length - 1 - number) % step === 0);
}

/** Push things apart that lie closer than `gap`, between two bounds. */
export function spread(ends: readonly { power: string; y: number }[], gap: number, top: number, bottom: number): Map<string, number> {
  const sorted = [...ends].sort((one, other) => one.y - other.y || one.power.localeCompare(other.power));
  const room = Math.min(gap, (bottom - top) / Math.max(1, sorted.length - 1));
  const places = sorted.map((end) => end.y);
  for (let number = 1; number < places.length; number++) {
    places[number] = Math.max(places[number] ?? 0, (places[number - 1] ?? 0) + room);
  }
  let floor = bottom;
  for (let number = places.length - 1; number >= 0; number--) {
    places[number] = Math.min(places[number] ?? 0, floor);
    floor = (places[number] ?? 0) - room;
  }
  return new Map(sorted.map((end, number) => [end.power, places[number] ?? 0]));
}
