/** A small board for tests: a name, terrain, theatre and place for each code. */
import type { Space } from "../board/boardFile";
import type { Places } from "./spaces";

type Row = readonly [code: string, name: string, terrain: "land" | "sea", theatre: string, x: number, y: number];

const ROWS: readonly Row[] = [
  ["BRI", "Brittany", "land", "Europe", 20, 40],
  ["PAR", "Paris", "land", "Europe", 40, 40],
  ["BUR", "Burgundy", "land", "Europe", 50, 50],
  ["LON", "London", "land", "Europe", 30, 20],
  ["ENG", "English Channel", "sea", "Europe", 20, 30],
  ["IRI", "Irish Sea", "sea", "Europe", 10, 20],
  ["HON", "Honduras", "land", "America", 2, 90],
  ["HAW", "Hawaii", "land", "Pacific", 2390, 60],
];

/** The board. */
export function makePlaces(): Places {
  const spaces = ROWS.map(([code, name, terrain, theatre, x, y]) => {
    const space = { code, name, isSea: terrain === "sea", theatre, unit: { x, y } } as Space;
    return [code, space] as const;
  });
  return { width: 2400, wraps: true, spaces: new Map(spaces) };
}
