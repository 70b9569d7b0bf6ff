/** Gigaton bombs in hand: each is taken and listed like a unit, `BOMB PAR`, a second one in the same space `BOMB PAR/2`. */
import type { Launch, UnitToOrder } from "../../api/types";
import { spaceOf, theatreOf, type Places } from "../../game/spaces";

/** Whether what stands in a row or in hand is a bomb. */
export function isBomb(unit: string): boolean {
  return unit.startsWith("BOMB ");
}

/** Every bomb of a power as something that can be taken in hand: it strikes any space but its own. */
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

/** The bomb of a space that comes to hand: the first without a target, else the last. */
export function findBomb(bombs: readonly UnitToOrder[], space: string, hasOrder: (unit: string) => boolean): UnitToOrder | null {
  const here = bombs.filter((bomb) => spaceOf(bomb.at) === space);
  return here.find((bomb) => !hasOrder(bomb.unit)) ?? here.at(-1) ?? null;
}
