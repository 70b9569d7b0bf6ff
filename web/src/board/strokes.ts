import { bracketCorners, headCorners, lines, strokes as looks } from "../theme/looks";
import { scaleDashes, type Stroke } from "./figure";
import type { Box } from "./geometry";
import { drawSymbol, outlineOf } from "./symbols";
import { distance, lengthOf, off, pathOf, pointAt, trim, walk, type Point, type Track } from "./tracks";

/** Draws order lines: casing, line, head, bar, ring and bracket. Failure is shown by shape, never by colour. */
export type Pen = { colour: string; casing: string; size: number; isDraft: boolean; isSketch?: boolean };

const CASING = looks.casing;
const SOFT = looks.casingOpacity;
export const HEAD = looks.head.length;

/** A cased line. */
export function drawLine(track: Track, pen: Pen, width: number, dashes = "", isRound = false): Stroke[] {
  const d = pathOf(track);
  const dash = dashesOf(dashes, pen);
  const line = pen.isSketch ? width * lines.sketchShare : width;
  return [
    { d, stroke: pen.casing, width: (line + CASING) * pen.size, strokeOpacity: SOFT },
    { d, stroke: pen.colour, width: line * pen.size, dash, isRound },
  ];
}

/** A double rule: an army carried by sea. */
export function drawDouble(track: Track, pen: Pen, dashes = ""): Stroke[] {
  const look = looks.double;
  const d = pathOf(trim(track, 0, look.back));
  return [
    { d, stroke: pen.casing, width: look.casing * pen.size },
    { d, stroke: pen.colour, width: look.line * pen.size, dash: dashesOf(dashes, pen), isRound: dashes !== "" },
    { d, stroke: pen.casing, width: look.inner * pen.size },
  ];
}

/** An arrowhead: filled, open against a bar if the move was beaten, or only outlined in a sketch. */
export function drawHead(track: Track, pen: Pen, isOpen: boolean): Stroke[] {
  const look = looks.head;
  const [end, way] = walk(track, lengthOf(track));
  const size = pen.size * (isOpen ? look.open : 1);
  const tip = isOpen ? off(end, way, -look.back * size, 0) : end;
  const d = pathOf(headCorners.map(([along, side]) => off(tip, way, along * size, side * size))) + "Z";
  const casing = { d, fill: pen.casing, stroke: pen.casing, width: CASING * pen.size, strokeOpacity: SOFT };
  if (pen.isSketch) return [casing, { d, fill: pen.casing, stroke: pen.colour, width: look.rim * pen.size }];
  if (!isOpen) return [casing, { d, fill: pen.colour }];
  const [ahead = 0, reach = 0] = look.bar;
  const bar = pathOf([off(tip, way, ahead * size, reach * size), off(tip, way, ahead * size, -reach * size)]);
  return [
    casing,
    { d, fill: pen.casing, stroke: pen.colour, width: look.rim * pen.size },
    { d: bar, stroke: pen.casing, width: look.barCasing * pen.size },
    { d: bar, stroke: pen.colour, width: look.barLine * pen.size },
  ];
}

/** Boxes along a line with its casing, and a larger one at its end for a ring or a bracket; empty for a mark. */
export function* shaftBoxes(track: Track, size: number): Generator<Box> {
  const last = track[track.length - 1];
  if (!last || lengthOf(track) === 0) return;
  const around = ([x, y]: Point, room: number): Box => [x - room, y - room, x + room, y + room];
  for (const [number, a] of track.slice(0, -1).entries()) {
    const b = track[number + 1] as Point;
    const count = Math.max(1, Math.ceil(distance(a, b) / (looks.shaft.step * size)));
    for (let step = 0; step < count; step++) {
      const share = (step + 0.5) / count;
      yield around([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], looks.shaft.room * size);
    }
  }
  yield around(last, looks.shaft.end * size);
}

/** Where a support joins the move it helps. */
export function drawRing([x, y]: Point, pen: Pen): Stroke[] {
  const { radius, width } = looks.ring;
  return [{ circle: [x, y, radius * pen.size], fill: pen.casing, stroke: pen.colour, width: width * pen.size }];
}

/** Where a support to hold meets its unit. */
export function drawBracket(track: Track, pen: Pen): Stroke[] {
  const [end, way] = walk(track, lengthOf(track));
  const corners = bracketCorners.map(([along, side]) => off(end, way, along * pen.size, side * pen.size));
  return cased(pathOf(corners), pen, looks.bracket.width);
}

/** Two strokes across a support that was cut. */
export function drawCut(track: Track, pen: Pen): Stroke[] {
  const { gap, gapWidth, at: places, lean, reach, width } = looks.cut;
  const [middle, way] = pointAt(track, 0.5);
  const { size } = pen;
  const under = pathOf([off(middle, way, -gap * size, 0), off(middle, way, gap * size, 0)]);
  const strokes = places
    .map((at) => pathOf([off(middle, way, (at - lean) * size, -reach * size), off(middle, way, (at + lean) * size, reach * size)]))
    .join("");
  return [{ d: under, stroke: pen.casing, width: gapWidth * size }, ...cased(strokes, pen, width)];
}

/** Under a unit that holds. */
export function drawPlinth([x, y]: Point, pen: Pen, block: number): Stroke[] {
  const look = looks.plinth;
  const [wide, low, high] = [block * look.wide, y + block * look.low, y + block * look.high];
  return cased(pathOf([[x - wide, high], [x - wide, low], [x + wide, low], [x + wide, high]]), pen, look.width);
}

/** Under a fleet that convoys; in two parts if the convoy was disrupted. */
export function drawWave([x, y]: Point, pen: Pen, block: number, isBroken: boolean): Stroke[] {
  const paints = { line: pen.colour, casing: pen.casing };
  return drawSymbol(isBroken ? "broken-wave" : "wave", paints, x, y + block * looks.waveBelow, pen.size);
}

/** A ring around a new unit, and a plus. */
export function drawBuild([x, y]: Point, pen: Pen, block: number): Stroke[] {
  const look = looks.build;
  const radius = block * look.radius;
  const arm = look.arm * pen.size;
  const top = y - radius;
  const plus = pathOf([[x - arm, top], [x + arm, top]]) + pathOf([[x, top - arm], [x, top + arm]]);
  return [
    { circle: [x, y, radius], stroke: pen.casing, width: look.casing * pen.size },
    { circle: [x, y, radius], stroke: pen.colour, width: look.ring * pen.size, dash: dashesOf("", pen) },
    ...cased(plus, pen, look.plus),
  ];
}

/** The box of the ring and the plus: no label may cover them. */
export function buildBox([x, y]: Point, pen: Pen, block: number): Box {
  const look = looks.build;
  const reach = block * look.radius + (look.casing / 2) * pen.size;
  return [x - reach, y - reach - look.arm * pen.size, x + reach, y + reach];
}

/** A stroke through a removed unit. */
export function drawRemoval([x, y]: Point, pen: Pen, block: number): Stroke[] {
  const reach = block * looks.removal.reach;
  return cased(pathOf([[x - reach, y - reach], [x + reach, y + reach]]), pen, looks.removal.width);
}

/** The box of the stroke: no label may cover it. */
export function removalBox([x, y]: Point, pen: Pen, block: number): Box {
  const reach = block * looks.removal.reach + ((looks.removal.width + CASING) / 2) * pen.size;
  return [x - reach, y - reach, x + reach, y + reach];
}

/** A bombed space; around a unit it is larger, so that the unit does not hide it. */
export function drawBurst([x, y]: Point, pen: Pen, isHeld: boolean): Stroke[] {
  const paints = { leaf: pen.casing, ink: pen.colour };
  const [burst] = drawSymbol("burst", paints, x, y, pen.size);
  return [{ ...burst, d: outlineOf("burst", x, y, pen.size * (isHeld ? lines.heldBurst : 1)) }];
}

function cased(d: string, pen: Pen, width: number): Stroke[] {
  return [
    { d, stroke: pen.casing, width: (width + CASING) * pen.size },
    { d, stroke: pen.colour, width: width * pen.size },
  ];
}

/** The order in hand is dashed until it is set; a sketch is thin strokes of a pencil. */
function dashesOf(dashes: string, pen: Pen): string | undefined {
  if (pen.isSketch) return scaleDashes(lines.sketch, pen.size);
  return scaleDashes(dashes || (pen.isDraft ? lines.draft : undefined), pen.size);
}
