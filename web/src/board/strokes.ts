import { drawFigure } from "./figure";
import { FIGURES } from "./symbols";
import { lengthOf, off, pathOf, pointAt, round, trim, walk, type Point, type Track } from "./tracks";

/** How an order line is drawn: casing, line, head, bar, ring and bracket. Failure is a shape, never a colour. */
export type Pen = { colour: string; casing: string; size: number; isDraft: boolean };

/** One path of a drawing. */
export type Stroke = {
  d: string;
  stroke?: string;
  width?: number;
  dash?: string;
  fill?: string;
  /** Of the stroke. */
  opacity?: number;
  isRound?: boolean;
};

const CASING = 3.4;
export const HEAD = 10;
/** The order in hand is dashed until it is set. */
const DRAFT = "6 4";

/** A cased line. */
export function drawLine(track: Track, pen: Pen, width: number, dashes = "", isRound = false): Stroke[] {
  const d = pathOf(track);
  const dash = scaled(dashes || (pen.isDraft ? DRAFT : ""), pen.size);
  return [
    { d, stroke: pen.casing, width: (width + CASING) * pen.size, opacity: 0.85 },
    { d, stroke: pen.colour, width: width * pen.size, dash, isRound },
  ];
}

/** A double rule: an army carried by sea. */
export function drawDouble(track: Track, pen: Pen, dashes = ""): Stroke[] {
  const d = pathOf(trim(track, 0, 2));
  const dash = scaled(dashes || (pen.isDraft ? DRAFT : ""), pen.size);
  const isRound = dashes !== "";
  return [
    { d, stroke: pen.casing, width: 9 * pen.size },
    { d, stroke: pen.colour, width: 5.6 * pen.size, dash, isRound },
    { d, stroke: pen.casing, width: 2.6 * pen.size },
  ];
}

/** An arrow's head: filled, or open against a bar where the move was beaten. */
export function drawHead(track: Track, pen: Pen, isOpen: boolean): Stroke[] {
  const [end, way] = walk(track, lengthOf(track));
  const size = pen.size * (isOpen ? 0.94 : 1);
  const tip = isOpen ? off(end, way, -3.4 * size, 0) : end;
  const corners = [[0, 0], [-12, 5.2], [-9.2, 0], [-12, -5.2]].map(([along = 0, side = 0]) =>
    off(tip, way, along * size, side * size),
  );
  const d = pathOf(corners) + "Z";
  const casing = { d, fill: pen.casing, stroke: pen.casing, width: CASING * pen.size, opacity: 0.85 };
  if (!isOpen) return [casing, { d, fill: pen.colour }];
  const bar = pathOf([off(tip, way, 3 * size, 7.4 * size), off(tip, way, 3 * size, -7.4 * size)]);
  return [
    casing,
    { d, fill: pen.casing, stroke: pen.colour, width: 1.5 * pen.size },
    { d: bar, stroke: pen.casing, width: 6 * pen.size },
    { d: bar, stroke: pen.colour, width: 2.6 * pen.size },
  ];
}

/** Where a support joins the move it helps. */
export function drawRing(place: Point, pen: Pen): Stroke[] {
  return [{ d: circle(place, 4 * pen.size), fill: pen.casing, stroke: pen.colour, width: 1.9 * pen.size }];
}

/** Where a support of a hold meets its unit. */
export function drawBracket(track: Track, pen: Pen): Stroke[] {
  const [end, way] = walk(track, lengthOf(track));
  const corners = [[4, 8.5], [0, 8.5], [0, -8.5], [4, -8.5]].map(([along = 0, side = 0]) =>
    off(end, way, along * pen.size, side * pen.size),
  );
  return cased(pathOf(corners), pen, 2.1);
}

/** Two strokes across a support that was cut. */
export function drawCut(track: Track, pen: Pen): Stroke[] {
  const [middle, way] = pointAt(track, 0.5);
  const size = pen.size;
  const gap = pathOf([off(middle, way, -5 * size, 0), off(middle, way, 5 * size, 0)]);
  const strokes = [-2.5, 2.5]
    .map((at) => pathOf([off(middle, way, (at - 2.2) * size, -6.4 * size), off(middle, way, (at + 2.2) * size, 6.4 * size)]))
    .join("");
  return [{ d: gap, stroke: pen.casing, width: 9 * size }, ...cased(strokes, pen, 2.1)];
}

/** Under a unit that holds. */
export function drawPlinth([x, y]: Point, pen: Pen, block: number): Stroke[] {
  const [wide, low, high] = [block * 0.78, y + block * 0.78, y + block * 0.53];
  return cased(pathOf([[x - wide, high], [x - wide, low], [x + wide, low], [x + wide, high]]), pen, 2.1);
}

/** Under a fleet that convoys; in two parts where the convoy was disrupted. */
export function drawWave([x, y]: Point, pen: Pen, block: number, isBroken: boolean): Stroke[] {
  const d = drawFigure(isBroken ? FIGURES.brokenWave : FIGURES.wave, x, y + block * 0.86, pen.size);
  return [
    { d, stroke: pen.casing, width: 5 * pen.size, isRound: true },
    { d, stroke: pen.colour, width: 2 * pen.size, isRound: true },
  ];
}

/** A ring round a new unit, and a plus. */
export function drawBuild([x, y]: Point, pen: Pen, block: number): Stroke[] {
  const radius = block * 0.98;
  const arm = 4 * pen.size;
  const top = y - radius;
  const plus = pathOf([[x - arm, top], [x + arm, top]]) + pathOf([[x, top - arm], [x, top + arm]]);
  const ring = circle([x, y], radius);
  return [
    { d: ring, stroke: pen.casing, width: 4.6 * pen.size },
    { d: ring, stroke: pen.colour, width: 1.9 * pen.size, dash: pen.isDraft ? scaled(DRAFT, pen.size) : undefined },
    ...cased(plus, pen, 2.3),
  ];
}

/** A stroke through a unit that goes. */
export function drawRemoval([x, y]: Point, pen: Pen, block: number): Stroke[] {
  const reach = block * 0.8;
  return cased(pathOf([[x - reach, y - reach], [x + reach, y + reach]]), pen, 2.6);
}

/** A bombed space; round a unit it is so large that the unit does not hide it. */
export function drawBurst([x, y]: Point, pen: Pen, isHeld: boolean): Stroke[] {
  const d = drawFigure(FIGURES.burst, x, y, pen.size * (isHeld ? 2.1 : 1));
  return [{ d, fill: pen.casing, stroke: pen.colour, width: 1.5 * pen.size }];
}

function cased(d: string, pen: Pen, width: number): Stroke[] {
  return [
    { d, stroke: pen.casing, width: (width + CASING) * pen.size },
    { d, stroke: pen.colour, width: width * pen.size },
  ];
}

function circle([x, y]: Point, radius: number): string {
  const r = round(radius);
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function scaled(dashes: string, size: number): string | undefined {
  if (!dashes) return undefined;
  return dashes
    .split(" ")
    .map((part) => round(Number(part) * size))
    .join(" ");
}
