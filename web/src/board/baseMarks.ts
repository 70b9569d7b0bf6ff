import type { Tokens } from "../theme/tokens";
import type { Spot } from "./geometry";

/** Canals, crossings, links and closed straits, so that a player sees the rule. Widths are in px. */
type Stroke = { line: readonly Spot[]; colour: string; width: number; dashes: readonly number[] };

/** The strokes of a mark; `px` turns px into board units. */
export function drawMark(kind: string, line: readonly Spot[], tokens: Tokens, px: (width: number) => number): Stroke[] {
  const first = line[0];
  const last = line[line.length - 1];
  if (!first || !last) return [];
  if (kind === "closed") {
    // A barred strait: a firm line from shore to shore.
    return [stroke([first, last], tokens.leaf, 4.6), stroke([first, last], tokens.ink, 2)];
  }
  if (kind === "link") {
    return [
      stroke(line, tokens.paper, 5),
      stroke(line, tokens.ink2, 1.6, [6, 4]),
      stroke(headOf(line, px), tokens.ink2, 1.8),
    ];
  }
  const way = kind === "canal"
    ? [stroke(line, tokens.coast, 5), stroke(line, tokens.sea, 2.6)]
    : [stroke(line, tokens.leaf, 4.4), stroke(line, tokens.ink, 1.8, [0.1, 3.6])];
  // A double tick at either end: here one passes.
  const ends = [[first, line[1]], [last, line[line.length - 2]]] as const;
  const ticks = ends.flatMap(([end, inner]) => (inner ? ticksOf(end, inner, px) : []));
  return [...way, ...ticks.map((tick) => stroke(tick, tokens.ink, 1.3))];
}

function stroke(line: readonly Spot[], colour: string, width: number, dashes: readonly number[] = []): Stroke {
  return { line, colour, width, dashes };
}

function ticksOf(end: Spot, inner: Spot, px: (width: number) => number): Spot[][] {
  const length = Math.hypot(inner.x - end.x, inner.y - end.y) || 1;
  const [ax, ay] = [(inner.x - end.x) / length, (inner.y - end.y) / length];
  const side = px(3.6);
  return [0, px(2.6)].map((step) => {
    const [x, y] = [end.x + ax * step, end.y + ay * step];
    return [{ x: x - ay * side, y: y + ax * side }, { x: x + ay * side, y: y - ax * side }];
  });
}

function headOf(line: readonly Spot[], px: (width: number) => number): Spot[] {
  const tip = line[line.length - 1] as Spot;
  const from = line[line.length - 2] ?? tip;
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const [ax, ay] = [(tip.x - from.x) / length, (tip.y - from.y) / length];
  const corner = (side: number): Spot => ({ x: tip.x - ax * px(9) - ay * px(side), y: tip.y - ay * px(9) + ax * px(side) });
  return [corner(4.5), tip, corner(-4.5)];
}
