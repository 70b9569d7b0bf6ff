/** The page draws what pictures draw: both are held to tests/fixtures/drawing.json, which argues for its numbers in tests/render/picture/test_drawing.py. */
import { render } from "svelte/server";
import { expect, test } from "vitest";
import fixture from "../../../tests/fixtures/drawing.json";
import { DARK, LIGHT } from "../theme/tokens";
import { drawPassage } from "./baseMarks";
import { decodeBoard, type BoardJson } from "./boardFile";
import { foldPieces, isAlike, listLayers, type Layers, type Piece } from "./drawnPieces";
import LiveLayer from "./LiveLayer.svelte";
import type { Measure } from "./labelText";
import { makePaint } from "./paint";
import Strokes from "./Strokes.svelte";
import type { OrderLine, Power, Scene, SceneMark, SpaceCode } from "./types";
import { listUnits } from "./units";
import { makeScale } from "./view";

/** A scene of the file; the page is told the same in the server's words. */
type Entry = {
  name: string;
  theme?: "dark";
  scale?: number;
  medium?: "touch";
  units?: Record<Power, string[]>;
  cargo?: Record<Power, string[]>;
  owners?: Record<Power, SpaceCode[]>;
  contested?: SpaceCode[];
  dislodged?: { power: Power; unit: string; aboard?: Power }[];
  marks?: { kind: SceneMark["kind"]; space: SpaceCode; age?: number; bombs?: number }[];
  lines?: OrderLine[];
  drawn: Layers;
};

const board = decodeBoard(fixture.board as unknown as BoardJson);
const letters: { widths: Record<string, number>; other: number; bold: number } = fixture.letters;
const measure: Measure = (text, size, isBold) =>
  [...text].reduce((sum, letter) => sum + (letters.widths[letter] ?? letters.other), 0) * size * (isBold ? letters.bold : 1);

function makeScene(entry: Entry): Scene {
  const cargo = Object.entries(entry.cargo ?? {}).flatMap(([power, texts]) => texts.map((text) => [text.split(" ")[1], `${text} ${power}`]));
  const marks = (entry.marks ?? []).map(({ space, ...mark }) => [space, { ...mark, text: "", ...(mark.age !== undefined && { full_age: 3 }) }]);
  return {
    phase: "",
    units: entry.units ?? {},
    cargo: Object.fromEntries(cargo) as Record<SpaceCode, string>,
    dislodged: (entry.dislodged ?? []).map((found) => ({ ...found, from: "", retreats: [] })),
    centres: entry.owners ?? {},
    influence: {},
    contested: entry.contested ?? [],
    marks: Object.fromEntries(marks) as Record<SpaceCode, SceneMark>,
    orders: entry.lines ?? [],
  };
}

function drawEntry(entry: Entry): Layers {
  const tokens = entry.theme === "dark" ? DARK : LIGHT;
  const theme: "light" | "dark" = entry.theme ?? "light";
  const scene = makeScene(entry);
  const scale = makeScale(board, entry.scale ?? 2, entry.medium === "touch");
  const window = [0, 0, board.width * scale.k, board.height * scale.k] as const;
  const props = {
    board,
    scene,
    units: listUnits(board, scene),
    orders: scene.orders,
    selected: null,
    targets: {},
    focusSpace: null,
    unordered: new Set<SpaceCode>(),
    scale,
    window,
    paint: makePaint(board, scene, { name: theme, tokens, isStrong: false, isForced: false }),
    tokens,
    theme,
    measure,
  };
  const layers = listLayers(render(LiveLayer, { props }).body);
  const passages = board.marks.flatMap((mark) => drawPassage(mark.kind, mark.line.map(({ x, y }) => [x * scale.k, y * scale.k]), tokens));
  layers["passages"] = listLayers(`<g class="passages">${render(Strokes, { props: { list: passages } }).body}</g>`)["passages"] ?? [];
  return Object.fromEntries(Object.entries(layers).map(([name, pieces]) => [name, foldPieces(pieces, scale.turn ?? 0)]));
}

/** The pieces by which two layers differ, for a message that can be read. */
function differ(drawn: readonly Piece[], wanted: readonly Piece[]): { page: Piece[]; picture: Piece[] } {
  const lacks = (list: readonly Piece[], piece: Piece) => !list.some((other) => isAlike(piece, other));
  return { page: drawn.filter((piece) => lacks(wanted, piece)), picture: wanted.filter((piece) => lacks(drawn, piece)) };
}

test.each(fixture.scenes.map((scene) => scene as unknown as Entry))("the page draws as pictures do: $name", (entry) => {
  const layers = drawEntry(entry);
  for (const [name, wanted] of Object.entries(entry.drawn)) {
    const drawn = [...(layers[name] ?? [])];
    // A leader line has no place of its own.
    const at = (piece: Piece, edge: "x" | "y") => Number(piece[edge] ?? 0);
    if (name === "labels") drawn.sort((a, b) => at(a, "x") - at(b, "x") || at(a, "y") - at(b, "y"));
    expect(differ(drawn, wanted), name).toEqual({ page: [], picture: [] });
    expect(isAlike(drawn, wanted), `${name}: the same sequence`).toBe(true);
  }
  // Notes are for a close look on the page only; the passages of most scenes are those of the first.
  const others = Object.keys(layers).filter((name) => name !== "notes" && name !== "passages" && !(name in entry.drawn));
  expect(others.filter((name) => layers[name]?.length), "nothing else").toEqual([]);
});
