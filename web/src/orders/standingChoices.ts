/** Standing orders that can be chosen by clicks: retreats of own units, and builds in own centres. */
import type { UnitToOrder } from "../api/types";
import type { Board } from "../board/boardFile";

export type StandingChoice = {
  /** What it is for: a unit, or a building site. */
  of: string;
  /** The orders that may be added, and what tells them apart: where the unit goes, or what is built. */
  orders: { order: string; to: string }[];
};

/** Retreats of each unit: to wherever it could move by itself, or its disbanding. */
export function listRetreats(units: readonly UnitToOrder[]): StandingChoice[] {
  return units
    .filter(({ aboard }) => !aboard)
    .map(({ unit, moves }) => ({
      of: unit,
      orders: [
        ...moves.filter(({ way }) => way === "land" || way === "sea").map(({ to }) => ({ order: `${unit} R ${to}`, to })),
        { order: `${unit} D`, to: "" },
      ],
    }));
}

/** Builds in the power's home centres, and in centres it holds where it may come to build. */
export function listBuilds(board: Board, power: string, owned: readonly string[]): StandingChoice[] {
  const found: StandingChoice[] = [];
  for (const space of board.spaces.values()) {
    const isHome = space.powers.includes(power);
    const isHeld = owned.includes(space.code) && (space.centre === "colonial" || space.centre === "special");
    if (!space.centre || (!isHome && !isHeld)) continue;
    const ports = space.coasts.size ? [...space.coasts.keys()].map((coast) => `${space.code}/${coast}`) : [space.code];
    const isCoastal = space.arcs.some((number) => board.arcs[number]?.kind === "coast");
    const units = [`A ${space.code}`, ...(isCoastal ? ports.map((port) => `F ${port}`) : [])];
    found.push({ of: space.code, orders: units.map((unit) => ({ order: `${unit} B`, to: unit })) });
  }
  return found.sort((one, other) => one.of.localeCompare(other.of));
}
