/**
 * Moving units in px: each follows its order's line. The same computation as in
 * render/picture/glide.py; tests/fixtures/motion.json contains the results that both must have.
 */
import type { LevelTime, MotionPage as Motion, UnitTravel as Travel } from "../api/schema";
import { motion as looks } from "../theme/looks";
import { placeOf, type Board } from "./boardFile";
import { makeWay } from "./orderWays";
import { distance, lengthOf, pointAt, type Point, type Track } from "./tracks";
import type { Power } from "./types";
import { setOff } from "./units";
import type { Scale } from "./view";

export type { Motion, Travel };

/** A unit at a moment; `tip` is how far it is tipped over, `cargo` the power of the army on its deck. */
export type Pose = { x: number; y: number; tip: number; opacity: number; cargo: Power | null };

type StopName = Travel["knots"][number]["stop"];

/** A unit, its line in the first copy of the world, and the distance of each stop along it. */
export type Glide = { travel: Travel; track: Track; shares: Record<StopName, number>; aside: readonly [number, number] };

/** The units of a motion in drawing order: moving ones above the others. */
export function makeGlides(motion: Motion, board: Board, scale: Scale): Glide[] {
  const glides = motion.travels.flatMap((travel) => makeGlide(travel, board, scale) ?? []);
  return glides.sort((a, b) => Number(a.travel.way.length > 1) - Number(b.travel.way.length > 1));
}

/** One unit; null if the board lacks a place. */
export function makeGlide(travel: Travel, board: Board, scale: Scale): Glide | null {
  const spot = placeOf(board, travel.way[0] ?? "");
  if (!spot) return null;
  const aside = setOff(scale.block);
  const [dx, dy] = travel.starts_aside ? aside : [0, 0];
  const start: Point = [spot.x * scale.k + dx, spot.y * scale.k + dy];
  const stays = { travel, track: [start], shares: { start: 0, gate: 0, near: 0, end: 0 }, aside };
  if (travel.way.length === 1) return stays;
  const way = makeWay(board, scale, travel.way, start);
  return way ? { ...stays, track: way.track, shares: findShares(way.track, way.gate, scale.block) } : stays;
}

function findShares(track: Track, gate: Point, block: number): Glide["shares"] {
  const total = lengthOf(track) || 1;
  let [along, found, nearest] = [0, 0, Infinity];
  track.forEach((point, number) => {
    along += distance(track[number - 1] ?? point, point);
    const far = distance(point, gate);
    if (far < nearest) [nearest, found] = [far, along];
  });
  const atGate = Math.max(looks.least, (found - looks.short * block) / total);
  return { start: 0, gate: atGate, near: Math.max(atGate, 1 - (looks.near * block) / total), end: 1 };
}

/** A unit as shown at a moment; null while it is aboard a ship or gone. */
export function poseAt({ travel, track, shares, aside }: Glide, time: number): Pose | null {
  const opacity = travel.shows.length ? readLevel(travel.shows, time) : 1;
  if (opacity <= 0 || travel.hides.some(({ start, end }) => start <= time && time < end)) return null;
  const tip = travel.tips.length ? readLevel(travel.tips, time) : 0;
  const levels = travel.knots.map((knot) => ({ time: knot.time, value: shares[knot.stop] }));
  const [x, y] = track.length > 1 ? pointAt(track, readLevel(levels, time))[0] : (track[0] as Point);
  const pushed = travel.starts_aside ? 0 : tip;
  const cargo = travel.cargo.find(({ start, end }) => start <= time && time < end)?.power ?? null;
  return { x: x + aside[0] * pushed, y: y + aside[1] * pushed, tip, opacity, cargo };
}

/** The value at a moment, smoothly from one to the next. */
export function readLevel(levels: readonly LevelTime[], time: number): number {
  const next = levels.findIndex((level) => level.time > time);
  const [before, after] = [levels[next - 1], levels[next]];
  if (!after) return levels.at(-1)?.value ?? 0;
  if (!before) return after.value;
  const share = (time - before.time) / (after.time - before.time);
  return before.value + (after.value - before.value) * share * share * (3 - 2 * share);
}
