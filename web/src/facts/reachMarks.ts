/** Reach and threats of a power, as marks on the board and in words. */
import type { ReachPage } from "../api/types";
import type { ReachMark, Scene } from "../board/types";
import { spaceOf, splitUnit } from "../game/spaces";

/** All other powers against the reader's own. */
export const AGAINST_ME = "*";

export type Threat = ReachMark & {
  strength: number;
  /** The greatest defence the reader's unit there could have; 0 without a unit, null if nothing there is the reader's. */
  defence: number | null;
  /** The powers that could attack with that strength. */
  powers: string[];
};

/** What a power could do in the next movement phase; for all powers together, only attacks on the reader's spaces. */
export function listThreats(page: ReachPage, scene: Scene, chosen: string, own: string | null): Threat[] {
  const mine = own ? listOwn(scene, own) : new Set<string>();
  const powers = chosen === AGAINST_ME ? Object.keys(page.powers).filter((power) => power !== own) : [chosen];
  const found = new Map<string, { strength: number; powers: string[] }>();
  for (const power of powers) {
    for (const [space, { strength }] of Object.entries(page.powers[power] ?? {})) {
      if (chosen === AGAINST_ME && !mine.has(space)) continue;
      const known = found.get(space);
      if (!known || strength > known.strength) found.set(space, { strength, powers: [power] });
      else if (strength === known.strength) known.powers.push(power);
    }
  }
  return [...found].map(([space, threat]) => {
    const isMine = mine.has(space) && chosen !== own;
    const defence = isMine ? (standsThere(scene, own ?? "", space) ? (page.defence[space] ?? 0) : 0) : null;
    const isThreat = defence !== null && threat.strength > defence;
    return { space, ...threat, defence, isThreat, text: defence === null ? String(threat.strength) : `${threat.strength}:${defence}` };
  });
}

function listOwn(scene: Scene, own: string): Set<string> {
  return new Set([...(scene.centres[own] ?? []), ...(scene.units[own] ?? []).map((unit) => spaceOf(splitUnit(unit)[1]))]);
}

function standsThere(scene: Scene, power: string, space: string): boolean {
  return (scene.units[power] ?? []).some((unit) => spaceOf(splitUnit(unit)[1]) === space);
}

/** `Manila: Spain 2 against 1` for each space of the reader's that could be lost, the worst first. */
export function tellThreats(threats: readonly Threat[], nameOf: (power: string) => string, placeOf: (space: string) => string): string[] {
  const worst = threats.filter(({ isThreat }) => isThreat).sort((a, b) => b.strength - (b.defence ?? 0) - (a.strength - (a.defence ?? 0)));
  return worst.map(({ space, powers, strength, defence }) => `${placeOf(space)}: ${powers.map(nameOf).join(" or ")} ${strength} against ${defence}`);
}
