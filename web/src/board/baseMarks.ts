import { passages } from "../theme/looks";
import type { Tokens } from "../theme/tokens";
import type { Stroke } from "./figure";
import { drawHead, drawLine } from "./strokes";
import { distance, off, pathOf, type Point, type Track } from "./tracks";

/** Canals, crossings, links and closed straits, which show a rule to the player: along a line in px. */
export function drawPassage(kind: string, line: Track, tokens: Tokens): Stroke[] {
  const first = line[0];
  const last = line[line.length - 1];
  if (!first || !last) return [];
  if (kind === "closed") {
    // A barred strait: a firm line from shore to shore.
    return stacked(pathOf([first, last]), [tokens.leaf, tokens.ink], passages.closed);
  }
  if (kind === "link") {
    const pen = { colour: tokens.ink2, casing: tokens.paper, size: 1, isDraft: false };
    return [...drawLine(line, pen, passages.link, passages.linkDashes), ...drawHead(line, pen, false)];
  }
  const d = pathOf(line);
  const [under, over] =
    kind === "canal"
      ? stacked(d, [tokens.coast, tokens.sea], passages.canal)
      : stacked(d, [tokens.leaf, tokens.ink], passages.crossing);
  if (kind !== "canal" && over) over.dash = passages.crossingDots;
  // A double tick at either end: units may pass here.
  const ends = [[first, line[1]], [last, line[line.length - 2]]] as const;
  const ticks = ends.flatMap(([end, inner]): Stroke[] =>
    inner ? [{ d: ticksOf(end, inner), stroke: tokens.ink, width: passages.tick, isRound: true }] : [],
  );
  return [...(under && over ? [under, over] : []), ...ticks];
}

/** One path twice: wide beneath, narrow above. */
function stacked(d: string, colours: readonly string[], widths: readonly number[]): Stroke[] {
  return colours.map((stroke, number) => ({ d, stroke, width: widths[number] as number, isRound: true }));
}

function ticksOf(end: Point, inner: Point): string {
  const length = distance(end, inner) || 1;
  const way: Point = [(inner[0] - end[0]) / length, (inner[1] - end[1]) / length];
  const reach = passages.tickReach;
  return passages.tickSteps.map((step) => pathOf([off(end, way, step, reach), off(end, way, step, -reach)])).join("");
}
