import type { Box } from "./geometry";
import { labels } from "../theme/looks";
import { blockOf, HAIR, levelOf, zoomOf, type Level } from "./levels";

/** A window on the board: a spot of the board is at `x + k * spot.x` px from the left. */
export type Camera = { k: number; x: number; y: number };

/** The window in board units, enlarged by a number of px on every side. */
export function windowOf(camera: Camera, width: number, height: number, margin = 0): Box {
  return [
    (-margin - camera.x) / camera.k,
    (-margin - camera.y) / camera.k,
    (width + margin - camera.x) / camera.k,
    (height + margin - camera.y) / camera.k,
  ];
}

/** The properties shared by everything drawn at one scale. */
export type Scale = {
  k: number;
  zoom: number;
  level: Level;
  block: number;
  isTouch: boolean;
  turn: number | null;
  /** True if an average space has room for a code; otherwise only theatres are named. */
  hasLabels: boolean;
};

/** The sizes at a scale; `turn` is the width of a round world in px. */
export function makeScale(
  board: { unit: number; wraps: boolean; width: number; spread: number },
  k: number,
  isTouch: boolean,
): Scale {
  const zoom = zoomOf(k, board.unit);
  return {
    k,
    zoom,
    level: levelOf(zoom),
    block: blockOf(zoom, isTouch),
    isTouch,
    turn: board.wraps ? board.width * k : null,
    hasLabels: board.spread * k >= labels.spaceRoom - HAIR,
  };
}

/** The same on whole device px, so that nothing is blurred at rest. */
export function snap({ k, x, y }: Camera, ratio: number): Camera {
  return { k, x: Math.round(x * ratio) / ratio, y: Math.round(y * ratio) / ratio };
}
