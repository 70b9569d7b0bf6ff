/** The history slider is a ruler: a tall tick for each Spring, short ones for the phases between. */
import type { JudgedPhase } from "../api/types";

export type Tick = { phase: string; title: string; at: number; isTall: boolean; year: string };

const FORM = /^([SFW])(\d+)([MRA])$/;

/** Season, year and kind of a phase code. */
export function readPhase(phase: string): { season: string; year: string; kind: string } {
  const [, season = "", year = "", kind = ""] = FORM.exec(phase) ?? [];
  return { season, year, kind };
}

/** Ticks from 0 to 1; each phase is as far from the next. */
export function makeTicks(phases: readonly Pick<JudgedPhase, "phase" | "title">[]): Tick[] {
  const last = Math.max(1, phases.length - 1);
  let yearBefore = "";
  return phases.map(({ phase, title }, number) => {
    const { year } = readPhase(phase);
    const isTall = year !== yearBefore;
    yearBefore = year;
    return { phase, title, at: number / last, isTall, year };
  });
}

/** Years with room for their numerals, at least this many px apart. */
export function pickYears(ticks: readonly Tick[], width: number, room = 44): Tick[] {
  const years: Tick[] = [];
  let last = -Infinity;
  for (const tick of ticks) {
    if (!tick.isTall || tick.at * width - last < room) continue;
    years.push(tick);
    last = tick.at * width;
  }
  return years;
}

/** The alignment of a year's numerals, so that they stay within the ruler at its ends. */
export function anchorOf(tick: Tick, width: number, half = 14): "start" | "middle" | "end" {
  if (tick.at * width < half) return "start";
  return (1 - tick.at) * width < half ? "end" : "middle";
}

/** The place a key moves to. */
export function stepBy(key: string, here: number, ticks: readonly Tick[]): number {
  const end = ticks.length - 1;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, here - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(end, here + 1);
    case "PageDown":
      return Math.max(0, yearStep(here, -1, ticks));
    case "PageUp":
      return Math.min(end, yearStep(here, 1, ticks));
    case "Home":
      return 0;
    case "End":
      return end;
    default:
      return here;
  }
}

/** The nearest phase of the same season and kind a year away, or else the first of that year. */
function yearStep(here: number, way: number, ticks: readonly Tick[]): number {
  const now = readPhase(ticks[here]?.phase ?? "");
  const year = String(Number(now.year) + way);
  const same = ticks.findIndex((tick) => tick.phase === `${now.season}${year}${now.kind}`);
  if (same >= 0) return same;
  const first = ticks.findIndex((tick) => tick.year === year);
  return first >= 0 ? first : way < 0 ? 0 : ticks.length - 1;
}

/** The phase nearest to a place on the ruler, from 0 to 1. */
export function findNearest(ticks: readonly Tick[], at: number): number {
  return Math.max(0, Math.min(ticks.length - 1, Math.round(at * (ticks.length - 1))));
}
