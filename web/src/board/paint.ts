import { hatching } from "../theme/looks";
import type { Tokens } from "../theme/tokens";
import type { Board } from "./boardFile";
import type { Power, PowerColours, Scene, SpaceCode } from "./types";
import { heldOf, ownersOf } from "./units";

/** The colours of the base: they change with the phase and the theme, not with the view. */
export type Paint = {
  tokens: Tokens;
  owners: ReadonlyMap<SpaceCode, Power>;
  held: ReadonlyMap<SpaceCode, Power>;
  powers: Readonly<Record<Power, PowerColours & { hatching: string; cell: number }>>;
  hasTints: boolean;
  /** Home provinces without a centre: the hatching alone, fainter. A tint of blue on land would look like water. */
  homes: ReadonlyMap<SpaceCode, Power>;
};

/** The system's colours where it forces its own: outlines instead of tints. */
export const FORCED: Tokens = {
  paper: "Canvas",
  leaf: "Canvas",
  ink: "CanvasText",
  ink2: "CanvasText",
  rule: "GrayText",
  accent: "Highlight",
  sea: "Canvas",
  seaText: "CanvasText",
  land: "Canvas",
  scenery: "Canvas",
  closedLand: "Canvas",
  closedStripe: "GrayText",
  closedSea: "Canvas",
  coast: "CanvasText",
  border: "GrayText",
  seaLine: "Canvas",
  seaBorder: "GrayText",
  rim: "CanvasText",
};

export type Look = { name: "light" | "dark"; tokens: Tokens; isStrong: boolean; isForced: boolean };

/** The paint of a scene in a look; strong hatching drops the tints. */
export function makePaint(board: Board, scene: Scene, look: Look): Paint {
  const hasTints = !look.isStrong && !look.isForced;
  const powers: Record<Power, Paint["powers"][Power]> = {};
  for (const [power, found] of Object.entries(board.powers)) {
    const colours = found[look.name];
    const opacity = hasTints ? colours.opacity : hatching.strong;
    powers[power] = { ...colours, opacity, hatching: found.hatching, cell: found.cell };
  }
  const homes = new Map([...(hasTints ? board.nations : [])].filter(([code]) => board.spaces.get(code)?.centre === null));
  return { tokens: look.tokens, owners: ownersOf(scene), held: heldOf(board, scene), powers, hasTints, homes };
}

/** The colour of the ground under a space's label. */
export function groundOf(paint: Paint, space: { code: SpaceCode; isSea: boolean; isOutside: boolean }): string {
  if (space.isSea || space.isOutside) return paint.tokens.sea;
  return fillOf(paint, space.code);
}

/** The tint of a land: its owner's, or the plain one. */
export function fillOf(paint: Paint, code: SpaceCode): string {
  const owner = paint.owners.get(code);
  return (owner && paint.hasTints && paint.powers[owner]?.tint) || paint.tokens.land;
}
