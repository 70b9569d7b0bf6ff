/** A board with four spaces to show single signs; at Region zoom one px is one board unit. */
import { decodeBoard, type Board, type BoardJson } from "../board/boardFile";
import { REGION, scaleOf, zoomFor } from "../board/levels";
import type { PowerLook, Scene } from "../board/types";

export const SIZE = { width: 180, height: 84 };
const SPOTS = { WES: [30, 30], EAS: [150, 30], LOW: [30, 62], MID: [90, 46] } as const;
/** Corners of the outline around a spot. */
const OUTLINE = [[-26, -20], [18, -26], [28, 4], [14, 24], [-22, 20]] as const;
const PLAIN = { theatre: "", room: 80, span: 160, terrain: "land", name: "" } as const;

/** The board, with the looks of some powers. */
export function makeSignBoard(powers: Readonly<Record<string, PowerLook>>): Board {
  const names = Object.keys(SPOTS) as (keyof typeof SPOTS)[];
  const arcs = names.map((name) => packOutline(SPOTS[name]));
  const spaces = names.map((name, number) => {
    const spot: [number, number] = [SPOTS[name][0] * 10, SPOTS[name][1] * 10];
    return [name, { ...PLAIN, rings: [[[number]]], unit: spot, label: spot, mark: spot }] as [string, BoardJson["spaces"][string]];
  });
  const file: BoardJson = {
    format: 2, variant: "signs", width: SIZE.width * 10, height: SIZE.height * 10, wrap: false, unit: scaleOf(zoomFor(REGION), 1) * 10,
    arcs, light: arcs.map((packed) => Array<number>(packed.length / 2 - 1).fill(1)), sides: names.map((name) => [name, ""]), kinds: names.map(() => "coast"),
    spaces: Object.fromEntries(spaces), impassable: {}, scenery: [], islets: [], boxes: {}, marks: [], gates: {}, powers: { ...powers },
  };
  return decodeBoard(file);
}

/** A scene for a sign. */
export function makeSignScene(parts: Partial<Scene>): Scene {
  return { phase: "", units: {}, dislodged: [], centres: {}, influence: {}, contested: [], orders: [], ...parts };
}

/** First corner, then steps, in tenths, back to the beginning. */
function packOutline([x, y]: readonly [number, number]): number[] {
  const corners = [...OUTLINE, OUTLINE[0]].map(([dx, dy]) => [(x + dx) * 10, (y + dy) * 10] as const);
  return corners.flatMap(([left, top], number) => {
    const before = corners[number - 1];
    return before ? [left - before[0], top - before[1]] : [left, top];
  });
}
