import type { Tokens } from "../theme/tokens";
import type { Board } from "./boardFile";
import { rimPath, ringPath, type Box } from "./geometry";
import { REGION } from "./levels";
import type { SpaceCode, Targets } from "./types";
import type { Scale } from "./view";
import { shiftsOf } from "./wrap";

/** A highlighted space while ordering: its area and its rim. */
export type Highlight = {
  key: string;
  space: SpaceCode;
  look: "chosen" | "target" | "convoy" | "focus";
  d: string;
  rim: string;
  shift: number;
};

const WASHES = { target: ["leaf", 0.42], convoy: ["leaf", 0.42], chosen: ["accent", 0.18], focus: ["accent", 0.3] } as const;

/** The wash over a highlighted space. */
export function washOf(look: Highlight["look"], tokens: Tokens): { fill: string; opacity: number } {
  const [name, opacity] = WASHES[look];
  return { fill: tokens[name], opacity };
}

/** The colour of the ground under a label in a highlighted space, so that its halo is invisible. */
export function litGround(ground: string, look: Highlight["look"] | undefined, tokens: Tokens): string {
  if (!look) return ground;
  const { fill, opacity } = washOf(look, tokens);
  return `color-mix(in srgb, ${fill} ${opacity * 100}%, ${ground})`;
}

/** The visible spaces to highlight; later ones are above earlier ones. */
export function placeHighlights(
  board: Board,
  { selected, targets, focus }: { selected: SpaceCode | null; targets: Targets; focus: SpaceCode | null },
  scale: Scale,
  window: Box,
): Highlight[] {
  const wanted: [SpaceCode, Highlight["look"]][] = Object.entries(targets).map(([space, { way }]) => [
    space,
    way === "land" || way === "sea" ? "target" : "convoy",
  ]);
  if (selected) wanted.push([selected, "chosen"]);
  if (focus) wanted.push([focus, "focus"]);
  const last = new Map(wanted);
  return [...last].flatMap(([code, look]) => {
    const space = board.spaces.get(code);
    if (!space) return [];
    const { k, turn } = scale;
    const box: Box = [space.box[0] * k, space.box[1] * k, space.box[2] * k, space.box[3] * k];
    const shifts = shiftsOf(box, window, turn);
    if (!shifts.length) return [];
    const rings = scale.level >= REGION ? space.rings : space.light;
    const d = ringPath(rings, k);
    const rim = board.wraps ? rimPath(rings, k, board.width) : d;
    return shifts.map((shift) => ({ key: `${code}@${shift}`, space: code, look, d, rim, shift }));
  });
}
