/** How boards look: the same file that pictures are drawn from. What is named here is all that the pages carry of it. */
import {
  base,
  centreMarks,
  dark,
  hatching,
  labels,
  light,
  lines,
  marks,
  media,
  motion,
  passages,
  strokes,
  symbols as symbolTable,
  tracks,
  units,
  zoom,
} from "../../../src/legation/render/picture/looks.json";

export { base, centreMarks, dark, hatching, labels, light, lines, marks, media, motion, passages, strokes, tracks, units, zoom };

/** A path (`d`), a circle or a letter of a symbol; its colours are names of paints. */
export type Part = {
  d?: string;
  circle?: readonly [number, number, number];
  letter?: readonly [number, number];
  size?: number;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
  cap?: string;
  opacity?: number;
};
export type SymbolName = keyof typeof symbolTable;
type Corners = readonly (readonly [number, number])[];

export const symbols = symbolTable as unknown as Readonly<Record<SymbolName, readonly Part[]>>;
export const headCorners = strokes.head.corners as unknown as Corners;
export const bracketCorners = strokes.bracket.corners as unknown as Corners;
