import { media, zoom as looks } from "../theme/looks";

/** Semantic zoom: each level shows more, and within a level things keep their size in px. */
export const WORLD = 0;
export const THEATRE = 1;
export const REGION = 2;
export const CLOSE = 3;
export type Level = 0 | 1 | 2 | 3;
export const LEVEL_NAMES = ["World", "Theatre", "Region", "Close"] as const;

/** Radius of a unit on the giant boards, by which the levels are measured. */
const UNIT = looks.unit;
const LIMITS = looks.limits;
/** Scales are products with rounding errors: a scale just below a limit counts as the limit. */
export const HAIR = 1e-6;

/** Px per board unit on a board as dense as Colonia: a board with fewer spaces shows more at the same scale. */
export function zoomOf(scale: number, unit: number): number {
  return (scale * unit) / UNIT;
}

/** The scale of a zoom on a board. */
export function scaleOf(zoom: number, unit: number): number {
  return (zoom * UNIT) / unit;
}

/** How much to show. */
export function levelOf(zoom: number): Level {
  return LIMITS.filter((limit) => zoom >= limit - HAIR).length as Level;
}

/** A zoom in the middle of a level, for going there by name. */
export function zoomFor(level: Level): number {
  return [0.5, 1.15, 1.9, 3.4][level] as number;
}

/** Sizes for pointers or for fingers. */
export function mediumOf(isTouch: boolean): typeof media.screen {
  return isTouch ? media.touch : media.screen;
}

/** The side of an army's block, in px; on a small picture of the whole world pips shrink so that they do not touch. */
export function blockOf(zoom: number, isTouch: boolean): number {
  const { blocks, leastBlock } = mediumOf(isTouch);
  return Math.max(leastBlock, Math.min(blocks[levelOf(zoom)] as number, zoom * looks.blockShare));
}

/** How much bands and lining shrink in a small picture, 1 from Theatre zoom on. */
export function finenessOf(zoom: number): number {
  return Math.max(looks.leastFine, Math.min(1, zoom / looks.fine));
}
