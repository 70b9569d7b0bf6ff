/** The statistics of a game, prepared for charts. */
import type { CentreLine, FrontFigures, IdleFigures, OrderFigures, SupportFigures } from "../api/types";

export type MatrixCell = { giver: string; helped: string; ordered: number; given: number; radius: number };

/** The radius of a dot whose area stands for a number. */
export function radiusOf(number: number, most: number, largest: number): number {
  return number > 0 && most > 0 ? Math.max(3, largest * Math.sqrt(number / most)) : 0;
}

/** Who supported whom; dots of the largest number fill their cell. */
export function layMatrix(supports: readonly SupportFigures[], largest: number): MatrixCell[] {
  const most = Math.max(0, ...supports.map((cell) => cell.ordered));
  return supports.map((cell) => ({ ...cell, radius: radiusOf(cell.ordered, most, largest) }));
}

export type FrontCell = { year: number; spaces: string[]; radius: number };
export type FrontRow = { powers: string[]; fights: number; cells: FrontCell[] };

/** A row for each pair of powers that fought, in the given order. */
export function layFronts(fronts: readonly FrontFigures[], largest: number): FrontRow[] {
  const most = Math.max(0, ...fronts.map((front) => front.spaces.length));
  const rows = new Map<string, FrontRow>();
  for (const { powers, year, spaces } of fronts) {
    const key = powers.join(" ");
    const row = rows.get(key) ?? { powers, fights: 0, cells: [] };
    row.fights += spaces.length;
    row.cells.push({ year, spaces, radius: radiusOf(spaces.length, most, largest) });
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** 'Munich twice, Tyrolia': the spaces of a fight, each once. */
export function tellSpaces(spaces: readonly string[], names: Readonly<Record<string, string>>): string {
  const counts = new Map<string, number>();
  for (const space of spaces) counts.set(space, (counts.get(space) ?? 0) + 1);
  const times = (number: number): string => (number === 1 ? "" : number === 2 ? " twice" : ` ${number} times`);
  return [...counts].map(([space, number]) => `${names[space] ?? space}${times(number)}`).join(", ");
}

export type OrderTotal = { power: string; number: number; succeeded: number; refused: number };

/** All orders of each power, of any kind. */
export function sumOrders(powers: readonly string[], orders: readonly OrderFigures[], refused: Readonly<Record<string, number>>): OrderTotal[] {
  return powers.map((power) => {
    const own = orders.filter((count) => count.power === power);
    const sum = (read: (count: OrderFigures) => number): number => own.reduce((all, count) => all + read(count), 0);
    return { power, number: sum((count) => count.number), succeeded: sum((count) => count.succeeded), refused: refused[power] ?? 0 };
  });
}

/** The share of a power's units that were idle in a year, from 0 to 1; null if it had none. */
export function idlePart(idle: readonly IdleFigures[], power: string, year: number): { part: number; figures: IdleFigures } | null {
  const figures = idle.find((one) => one.power === power && one.year === year);
  return figures ? { part: figures.units ? figures.idle / figures.units : 0, figures } : null;
}

export type Span = { owner: string | null; from: number; to: number; since: string | null };

/**
 * Who held a centre, as parts of the time from 0 to 1. A centre taken in a phase belongs to the taker from its end on; of
 * several who had it in one phase, as after a correction, the last one counts.
 */
export function laySpans(line: CentreLine, phases: readonly string[]): Span[] {
  const whole = Math.max(1, phases.length);
  const starts = line.tenures.map(({ since }) => (since === null ? 0 : (phases.indexOf(since) + 1) / whole));
  return line.tenures
    .map(({ owner, since }, number) => ({ owner, since, from: starts[number] ?? 0, to: starts[number + 1] ?? 1 }))
    .filter((span, number, all) => span.to > span.from || number === all.length - 1);
}

/** 'Germany; France from F1901M'. */
export function tellTenures(line: CentreLine, nameOf: (power: string) => string): string {
  return line.tenures
    .map(({ owner, since }) => `${owner ? nameOf(owner) : "nobody"}${since ? ` from ${since}` : ""}`)
    .join("; ");
}

export type Theatre = { name: string; lines: CentreLine[]; changed: number };

/** Centres by theatre, within each those with the most changes of owner first. */
export function groupCentres(centres: readonly CentreLine[], otherwise: string): Theatre[] {
  const found = new Map<string, CentreLine[]>();
  for (const line of centres) found.set(line.theatre || otherwise, [...(found.get(line.theatre || otherwise) ?? []), line]);
  return [...found]
    .map(([name, lines]) => ({
      name,
      lines: [...lines].sort((one, other) => other.tenures.length - one.tenures.length),
      changed: lines.filter((line) => line.tenures.length > 1).length,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Years to label under a chart: all if there are few, or else every second, fifth or tenth. */
export function pickColumns(years: readonly number[]): number[] {
  const step = [1, 2, 5, 10, 20].find((size) => years.length / size <= 12) ?? 50;
  return years.filter((_, number) => number % step === 0);
}
