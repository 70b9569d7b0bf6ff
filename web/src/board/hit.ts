import type { Board, Space } from "./boardFile";
import { isInside } from "./geometry";
import { BLOCK } from "./symbols";
import type { SpaceCode } from "./types";
import { setOff, type UnitView } from "./units";
import type { Scale } from "./view";
import { atHome, nearest } from "./wrap";

/** Half of the 48 px around a unit, and the distance within which two candidates lead to a question. */
export const REACH = 24;

/** A possible meaning of a tap. */
export type Candidate = { space: SpaceCode; unit: UnitView | null; distance: number };

/** The space at a place of the board, in board units; small discs and boxes count too. */
export function spaceAt(board: Board, x: number, y: number): Space | null {
  const home = atHome(x, board.wraps ? board.width : null);
  let found: Space | null = null;
  for (const { space, box } of board.boxes) {
    if (home >= box[0] && home <= box[2] && y >= box[1] && y <= box[3]) found = board.spaces.get(space) ?? found;
  }
  if (found) return found;
  for (const space of board.spaces.values()) {
    for (const shift of board.wraps ? [0, board.width, -board.width] : [0]) {
      const px = home + shift;
      if (px < space.box[0] || px > space.box[2] || y < space.box[1] || y > space.box[3]) continue;
      // A small island is above the sea around it.
      if (isInside(px, y, space.rings) && (!found || found.isSea)) found = space;
    }
  }
  return found;
}

/** The candidates of a tap at a place in board units, nearest first: units, tiny spaces, then the space under it. */
export function candidatesAt(
  board: Board,
  units: readonly UnitView[],
  scale: Scale,
  x: number,
  y: number,
  wanted: ReadonlySet<SpaceCode> | null = null,
): { candidates: Candidate[]; under: Space | null } {
  const under = spaceAt(board, x, y);
  const wide = Math.max(8, REACH - scale.block / 2);
  const narrow = scale.isTouch ? wide : Math.max(3, scale.block * 0.2);
  // A mouse click that just misses a wanted target still means it.
  const reachOf = (space: SpaceCode): number => (wanted?.has(space) ? wide : narrow);
  const found: Candidate[] = [];
  for (const unit of units) {
    const distance = toUnit(unit, scale, x, y);
    if (distance <= reachOf(unit.space)) found.push({ space: unit.space, unit, distance });
  }
  const manned = new Set(found.map(({ space }) => space));
  for (const space of board.spaces.values()) {
    if (space === under || manned.has(space.code) || space.isSea || space.room * scale.k > REACH * 0.6) continue;
    const distance = toSpot(space.unit.x, space.unit.y, scale, x, y) - scale.block * 0.4;
    if (distance <= reachOf(space.code)) found.push({ space: space.code, unit: null, distance: Math.max(0, distance) });
  }
  found.sort((a, b) => a.distance - b.distance);
  return { candidates: found, under };
}

/** What a tap means: one thing, or two to choose from. `wanted` are the spaces that make sense now. */
export function judgeTap(
  { candidates, under }: { candidates: readonly Candidate[]; under: Space | null },
  scale: Scale,
  wanted: ReadonlySet<SpaceCode> | null,
): Candidate[] {
  const [first, second] = candidates;
  const ground: Candidate | null = under ? { space: under.code, unit: null, distance: 0 } : null;
  if (!first) return ground ? [ground] : [];
  const own = candidates.find(({ space }) => space === under?.code);
  // On the symbol itself, and clear of any other.
  const isPlain = first.distance === 0 && (!second || second.distance >= 6);
  if (isPlain) return [first];
  if (!scale.isTouch) {
    const meant = wanted && !(ground && wanted.has(ground.space)) ? candidates.find(({ space }) => wanted.has(space)) : null;
    if (meant) return [meant];
    return first.distance === 0 ? [first] : ground ? [own ?? ground] : [first];
  }
  const choices: Candidate[] = own || !ground ? [...candidates] : [...candidates, ground];
  const fitting = wanted ? choices.filter(({ space }) => wanted.has(space)) : [];
  return (fitting.length ? fitting : choices).slice(0, 2);
}

/** Px from the rim of a unit's symbol; 0 on it. */
function toUnit(unit: UnitView, scale: Scale, x: number, y: number): number {
  const [dx, dy] = unit.isDislodged ? setOff(scale.block) : [0, 0];
  const px = nearest(unit.spot.x * scale.k + dx, x * scale.k, scale.turn);
  const wide = (unit.kind === "A" ? 0.5 : 13.5 / BLOCK) * scale.block;
  const high = (unit.kind === "A" ? 0.5 : 12 / BLOCK) * scale.block;
  const across = Math.max(0, Math.abs(x * scale.k - px) - wide);
  const down = Math.max(0, Math.abs(y * scale.k - unit.spot.y * scale.k - dy) - high);
  return Math.hypot(across, down);
}

function toSpot(sx: number, sy: number, scale: Scale, x: number, y: number): number {
  return Math.hypot(nearest(sx * scale.k, x * scale.k, scale.turn) - x * scale.k, (sy - y) * scale.k);
}
