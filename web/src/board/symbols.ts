import { marks, symbols, units, type SymbolName } from "../theme/looks";
import type { Tokens } from "../theme/tokens";
import type { CentreFigure } from "./boardFile";
import { drawFigure, parseFigure, scaleDashes, type Figure, type Stroke } from "./figure";
import type { PowerColours, PowerLook, SceneMark } from "./types";
import type { UnitKind } from "./units";

/** Units, centre marks and badges. Their shapes are centred on 0,0 at the size of an 18 px block. */
export const BLOCK = units.block;
/** Degrees by which a dislodged unit is tipped. */
export const TIP = units.tip;
/** A block smaller than this has no initial. */
export const READABLE = units.readable;

/** A letter with the middle of its base line at x, y. */
export type Letter = { text: string; x: number; y: number; size: number; fill: string };
export type Paints = Readonly<Record<string, string>>;
/** The attributes of an unusual rim. */
type Rim = { width: number; dash?: string | undefined };

const figures = new Map<string, Figure>();

/** The figure of path data; each is parsed once. */
function figureOf(d: string): Figure {
  const found = figures.get(d) ?? parseFigure(d);
  figures.set(d, found);
  return found;
}

/** Path data of a symbol's first part, at a place. */
export function outlineOf(name: SymbolName, x: number, y: number, size: number): string {
  return drawFigure(figureOf(symbols[name][0]?.d ?? ""), x, y, size);
}

/** All parts of a symbol except its letter, at a place, scaled by a factor. */
export function drawSymbol(name: SymbolName, paints: Paints, x: number, y: number, size: number, turn = 0, rim?: Rim): Stroke[] {
  return symbols[name].flatMap((part): Stroke[] => {
    if (part.letter) return [];
    const look: Stroke = { fill: part.fill && paints[part.fill], stroke: part.stroke && paints[part.stroke] };
    if (part.stroke === "rim" && rim) Object.assign(look, rim);
    else if (part.width) Object.assign(look, { width: part.width * size, dash: scaleDashes(part.dash, size) });
    if (part.cap === "round") look.isRound = true;
    if (part.opacity) look.opacity = part.opacity;
    if (part.circle) {
      const [cx, cy, radius] = part.circle;
      return [{ circle: [x + cx * size, y + cy * size, radius * size], ...look }];
    }
    return [{ d: drawFigure(figureOf(part.d ?? ""), x, y, size, turn), ...look }];
  });
}

/** The letter of a symbol: its position tips over with the symbol, but the letter stays upright. */
export function placeLetter(name: SymbolName, text: string, paints: Paints, x: number, y: number, size: number, turn = 0, deck = 0): Letter {
  const part = symbols[name].find(({ letter }) => letter);
  const [, base = 0] = part?.letter ?? [];
  const letters = (part?.size ?? 0) * size;
  const middle = (base + deck) * size - letters * units.letterMiddle;
  const angle = (turn * Math.PI) / 180;
  return {
    text,
    x: x - middle * Math.sin(angle),
    y: y + middle * Math.cos(angle) + letters * units.letterMiddle,
    size: letters,
    fill: paints[part?.fill ?? ""] ?? "",
  };
}

/** The width in px of the rim around a unit: pips have a finer one. */
export function rimWidth(block: number): number {
  if (block < READABLE) return Math.min(units.mostPipRim, units.pipRim * block);
  return units.rim * Math.min(units.mostRim, block / BLOCK);
}

/** The look of a power's units in one theme. */
export type UnitLook = { initial: string; colours: Pick<PowerColours, "unit" | "letter"> };

/** The look of a power in a theme. */
export function unitLook(look: PowerLook, theme: "light" | "dark"): UnitLook {
  return { initial: look.initial, colours: look[theme] };
}

/** An army, fleet or transport fleet with its middle at x, y; `aboard` is the look of the army on its deck. */
export function drawUnit(
  kind: UnitKind,
  look: UnitLook | null,
  tokens: Tokens,
  { x, y, block, isDislodged, aboard }: { x: number; y: number; block: number; isDislodged: boolean; aboard: UnitLook | null },
): { strokes: Stroke[]; letters: Letter[] } {
  const size = block / BLOCK;
  const turn = isDislodged ? TIP : 0;
  const rim = { width: rimWidth(block), dash: isDislodged ? scaleDashes(units.dashes, size) : undefined };
  const paintsOf = (found: UnitLook | null): Paints => ({ unit: tokens.leaf, ...found?.colours, rim: tokens.rim });
  const drawn = drawSymbol(kind, paintsOf(look), x, y, size, turn, rim);
  const letters = look ? [placeLetter(kind, look.initial, paintsOf(look), x, y, size, turn)] : [];
  if (aboard) {
    const deck = kind === "A" ? 0 : units.decks[kind];
    const angle = (turn * Math.PI) / 180;
    const [deckX, deckY] = [x - deck * size * Math.sin(angle), y + deck * size * Math.cos(angle)];
    drawn.push(...drawSymbol("cargo", paintsOf(aboard), deckX, deckY, size, turn, rim));
    letters.push(placeLetter("cargo", aboard.initial, paintsOf(aboard), x, y, size, turn, deck));
  }
  return { strokes: drawn, letters: block >= READABLE ? letters : [] };
}

/** The mark of a centre, 8 px across: the sheet's figure, or for a colony that ages, one by its years. */
export function drawCentre(figure: CentreFigure | "initialled", mark: SceneMark | null, tokens: Tokens, x: number, y: number, size: number): Stroke[] {
  const age = mark?.age ?? 0;
  const fullAge = mark?.full_age ?? 0;
  if (age && age >= fullAge) return drawSymbol("permanent", tokens, x, y, size);
  if (age) return [...drawSymbol("ageing", tokens, x, y, size), { d: sectorOf(age / fullAge, x, y, size), fill: tokens.ink }];
  return drawSymbol(figure, tokens, x, y, size);
}

/** A part of the ring is filled for each year. */
function sectorOf(share: number, x: number, y: number, size: number): string {
  const radius = marks.sector * size;
  const angle = 2 * Math.PI * share;
  const end = `${(x + radius * Math.sin(angle)).toFixed(2)} ${(y - radius * Math.cos(angle)).toFixed(2)}`;
  return `M${x} ${y}V${y - radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end}Z`;
}
