/** Gigaton bombs: each is ordered and listed like a unit, `BOMB PAR`, a second one in the same space as `BOMB PAR/2`. */
import type { Launch, UnitToOrder } from "../../api/types";
import { spaceOf, theatreOf, type Places } from "../../game/spaces";

/** True if a row or the unit in hand is a bomb. */
export function isBomb(unit: string): boolean {
  return unit.startsWith("BOMB ");
}

/** Every bomb of a power as a unit to order; it can strike any space but its own. */
export function listBombs(places: Places, launches: readonly Launch[]): UnitToOrder[] {
  const all = [...places.spaces.keys()].map((to) => ({ to, way: "land" as const }));
  return launches.flatMap(({ site, count }) =>
    Array.from({ length: count }, (_, number) => ({
      unit: nameBomb(site, number),
      at: site,
      theatre: theatreOf(places, site),
      aboard: false,
      moves: all.filter(({ to }) => to !== site),
      convoyed: [],
      supports: [],
      convoys: [],
      embarks: [],
    })),
  );
}

/** `BOMB PAR` of the first bomb in a space. */
export function nameBomb(space: string, number: number): string {
  return number ? `BOMB ${space}/${number + 1}` : `BOMB ${space}`;
}

/** The bomb of a space to order next: the first without a target, or else the last. */
export function findBomb(bombs: readonly UnitToOrder[], space: string, hasOrder: (unit: string) => boolean): UnitToOrder | null {
  const here = bombs.filter((bomb) => spaceOf(bomb.at) === space);
  return here.find((bomb) => !hasOrder(bomb.unit)) ?? here.at(-1) ?? null;
}
