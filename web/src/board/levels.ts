/** Semantic zoom: more is shown from level to level, and things keep their size in px inside one. */
export const WORLD = 0;
export const THEATRE = 1;
export const REGION = 2;
export const CLOSE = 3;
export type Level = 0 | 1 | 2 | 3;
export const LEVEL_NAMES = ["World", "Theatre", "Region", "Close"] as const;

/** Radius of a unit on the giant boards, by which the levels are measured. */
const UNIT = 5;
const LIMITS = [0.8, 1.5, 3] as const;
const BLOCKS = [9, 14, 18, 21] as const;
const TOUCH_BLOCKS = [9, 15, 22, 24] as const;

/** Px a board unit on a board as dense as Colonia: a board with fewer spaces shows more at the same scale. */
export function zoomOf(scale: number, unit: number): number {
  return (scale * unit) / UNIT;
}

/** The scale of a zoom on a board. */
export function scaleOf(zoom: number, unit: number): number {
  return (zoom * UNIT) / unit;
}

/** How much to show. */
export function levelOf(zoom: number): Level {
  // A hair's breadth below a limit counts as the limit: scales are products and come out a little off.
  return LIMITS.filter((limit) => zoom >= limit - 1e-6).length as Level;
}

/** A zoom in the middle of a level, for going there by name. */
export function zoomFor(level: Level): number {
  return [0.5, 1.15, 1.9, 3.4][level] as number;
}

/** Side of an army's block, in px; on a small picture of the whole world pips shrink, so that they stay apart. */
export function blockOf(zoom: number, isTouch: boolean): number {
  const ceiling = (isTouch ? TOUCH_BLOCKS : BLOCKS)[levelOf(zoom)] as number;
  return Math.max(3.5, Math.min(ceiling, zoom * 17));
}

/** How much bands and lining shrink in a small picture, 1 from Theatre zoom on. */
export function finenessOf(zoom: number): number {
  return Math.max(0.3, Math.min(1, zoom / 0.9));
}
