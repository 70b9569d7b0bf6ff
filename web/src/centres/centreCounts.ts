/** Counts of centres by theatre or kind, and changes, computed from the server's data. */
import type { PhaseCapture, PowerId, SpaceId } from "../api/types";
import type { MarkKind, Scene, SceneMark } from "../board/types";

export type SpaceFacts = { name: string; theatre: string; centre?: string };
export type Cell = { count: number; change: number };
export type StandingRow = { name: string; cells: Record<PowerId, Cell>; all: number };

const TITLES: readonly [string, readonly MarkKind[]][] = [
  ["Colonies", ["colony"]], ["Bombs", ["bomb"]], ["Struck by bombs", ["ruined", "closed"]],
];

/** Marked spaces under a title for each kind that there is. */
export function groupMarks(marks: Readonly<Record<SpaceId, SceneMark>>): { title: string; rows: [SpaceId, SceneMark][] }[] {
  const all = Object.entries(marks).sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
  return TITLES.map(([title, kinds]) => ({ title, rows: all.filter(([, mark]) => kinds.includes(mark.kind)) })).filter(
    ({ rows }) => rows.length,
  );
}

export const NEUTRAL = "";
const KINDS: Record<string, string> = { home: "Home", colonial: "Colonial", special: "Special", neutral: "Neutral" };

export type Grouping = "theatre" | "kind";

export type ListedCentre = { space: SpaceId; theatre: string; kind: string; owner: PowerId | null; unit: { text: string; power: PowerId } | null };

/** Every centre by theatre and code, with its owner and the unit in it. */
export function listCentres(spaces: Readonly<Record<SpaceId, SpaceFacts>>, scene: Pick<Scene, "centres" | "units">): ListedCentre[] {
  const owners = new Map(Object.entries(scene.centres).flatMap(([power, owned]) => owned.map((space) => [space, power])));
  const units = new Map(
    Object.entries(scene.units).flatMap(([power, texts]) =>
      texts.map((text) => [text.split(" ")[1]?.split("/")[0] ?? "", { text: showUnit(text), power }] as const),
    ),
  );
  const rows = Object.entries(spaces).flatMap(([space, facts]) => {
    if (!isCounted(facts)) return [];
    return [{ space, theatre: groupOf(facts, "theatre"), kind: groupOf(facts, "kind"), owner: owners.get(space) ?? null, unit: units.get(space) ?? null }];
  });
  return rows.sort((one, other) => one.theatre.localeCompare(other.theatre) || one.space.localeCompare(other.space, "en", { numeric: true }));
}

/** `Bur` for BUR; codes with figures stay as they are. */
export function spell(code: string): string {
  return /\d/.test(code) ? code : code.charAt(0) + code.slice(1).toLowerCase();
}

/** `F Stp/sc` for F STP/SC. */
export function showUnit(text: string): string {
  const [letter = "", place = ""] = text.split(" ");
  const [code = "", coast] = place.split("/");
  return `${letter} ${spell(code)}${coast ? `/${coast.toLowerCase()}` : ""}`;
}

/** 'may build 2', 'must remove 1'. */
export function tellOutlook(count: number): string {
  if (count > 0) return `may build ${count}`;
  return count < 0 ? `must remove ${-count}` : "has nothing to build or remove";
}

/** 'Home, empty', and why not every kind of unit can be built there. */
export function tellSite(facts: SpaceFacts | undefined, note: string): string {
  return `${groupOf(facts, "kind")}, empty${note ? `. ${note}` : ""}`;
}

/** One row for each theatre or kind, in the order of the board. `''` stands for no owner. */
export function sumCentres(
  spaces: Readonly<Record<SpaceId, SpaceFacts>>,
  centres: Readonly<Record<PowerId, readonly SpaceId[]>>,
  changes: readonly PhaseCapture[],
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
    if (!isCounted(facts)) continue;
    const row = rowOf(space);
    add(row, owners.get(space) ?? NEUTRAL, 1, 0);
    row.all += 1;
  }
  for (const change of changes) {
    if (!isCounted(spaces[change.space])) continue;
    add(rowOf(change.space), change.old_owner ?? NEUTRAL, 0, -1);
    add(rowOf(change.space), change.new_owner ?? NEUTRAL, 0, 1);
  }
  return [...rows.values()].sort((one, other) => one.name.localeCompare(other.name));
}

/** True if a space is a centre that counts; a build-only centre does not. */
function isCounted(facts: SpaceFacts | undefined): boolean {
  return Boolean(facts?.centre) && facts?.centre !== "build-only";
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

/** Net changes: a centre that changed hands more than once is listed once. */
export function netChanges(changes: readonly PhaseCapture[]): PhaseCapture[] {
  const net = new Map<SpaceId, PhaseCapture>();
  for (const change of changes) {
    const first = net.get(change.space);
    net.set(change.space, first ? { ...change, old_owner: first.old_owner } : change);
  }
  return [...net.values()].filter((change) => change.old_owner !== change.new_owner);
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
