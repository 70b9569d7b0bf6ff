/** Who holds which centres, by theatre or by kind, and what has changed: sums over what the server tells. */
import type { CentreChange, PowerId, SpaceId } from "../api/types";

export type SpaceFacts = { name: string; theatre: string; centre?: string };
export type Cell = { count: number; change: number };
export type StandingRow = { name: string; cells: Record<PowerId, Cell>; all: number };

export const NEUTRAL = "";
const KINDS: Record<string, string> = { home: "Home", colonial: "Colonial", special: "Special", neutral: "Neutral" };

export type Grouping = "theatre" | "kind";

/** One row for each theatre or kind, in the order of the board. `''` stands for no owner. */
export function sumCentres(
  spaces: Readonly<Record<SpaceId, SpaceFacts>>,
  centres: Readonly<Record<PowerId, readonly SpaceId[]>>,
  changes: readonly CentreChange[],
  grouping: Grouping,
): StandingRow[] {
  const owners = new Map(Object.entries(centres).flatMap(([power, owned]) => owned.map((space) => [space, power])));
  const rows = new Map<string, StandingRow>();
  const rowOf = (space: SpaceId): StandingRow => {
    const name = groupOf(spaces[space], grouping);
    const row = rows.get(name) ?? { name, cells: {}, all: 0 };
    rows.set(name, row);
    return row;
  };
  for (const [space, facts] of Object.entries(spaces)) {
    if (!facts.centre) continue;
    const row = rowOf(space);
    add(row, owners.get(space) ?? NEUTRAL, 1, 0);
    row.all += 1;
  }
  for (const change of changes) {
    if (!spaces[change.space]) continue;
    add(rowOf(change.space), change.from ?? NEUTRAL, 0, -1);
    add(rowOf(change.space), change.to ?? NEUTRAL, 0, 1);
  }
  return [...rows.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** All rows in one. */
export function sumRows(rows: readonly StandingRow[], name: string): StandingRow {
  const whole: StandingRow = { name, cells: {}, all: 0 };
  for (const row of rows) {
    for (const [power, cell] of Object.entries(row.cells)) add(whole, power, cell.count, cell.change);
    whole.all += row.all;
  }
  return whole;
}

/** What changed in the end, where a centre changed hands more than once. */
export function netChanges(changes: readonly CentreChange[]): CentreChange[] {
  const net = new Map<SpaceId, CentreChange>();
  for (const change of changes) {
    const first = net.get(change.space);
    net.set(change.space, first ? { ...change, from: first.from } : change);
  }
  return [...net.values()].filter((change) => change.from !== change.to);
}

/** '+2', '−1', '' for none. */
export function formatChange(change: number): string {
  return change === 0 ? "" : change > 0 ? `+${change}` : `−${-change}`;
}

function groupOf(facts: SpaceFacts | undefined, grouping: Grouping): string {
  if (grouping === "theatre") return facts?.theatre || "The board";
  return KINDS[facts?.centre ?? ""] ?? facts?.centre ?? "Other";
}

function add(row: StandingRow, power: PowerId, count: number, change: number): void {
  const cell = row.cells[power] ?? { count: 0, change: 0 };
  row.cells[power] = { count: cell.count + count, change: cell.change + change };
}
