import { lines as looks, strokes as strokeLooks } from "../theme/looks";
import { placeOf, spaceOf, type Board } from "./boardFile";
import type { Box, Spot } from "./geometry";
import { WORLD } from "./levels";
import type { Stroke } from "./figure";
import * as strokes from "./strokes";
import type { Pen } from "./strokes";
import { makeWay, markSize, type Way } from "./orderWays";
import { bend, distance, findLine, joinAt, lengthOf, off, sample, trim, walk, type Point, type Track } from "./tracks";
import { terrainOf } from "./terrainMap";
import type { OrderLine, Place, Power, SpaceCode } from "./types";
import { setOff } from "./units";
import type { Scale } from "./view";
import { nearest, shiftsOf, shortStep, wayOf } from "./wrap";

/** Rings, brackets and waves are on the arrows, so orders with them are drawn later. */
const RANKS: Partial<Record<OrderLine["kind"], number>> = { hold: 1, support_hold: 2, support_move: 3, convoy: 4 };

/** One order in px, in one copy of the world. */
export type LineView = {
  key: string;
  order: OrderLine;
  /** Over the labels, under the units. */
  strokes: Stroke[];
  /** Heads, rings and cuts are over the units: they show what the order does. */
  over: Stroke[];
  box: Box;
  /** Around the head, or around the sign of a build or a removal: no label may cover it. */
  head: Box | null;
  /** Along the line: labels avoid it if possible. */
  shaft: readonly Box[];
  /** Over the unit itself: the stroke through a removed unit. */
  isOver: boolean;
};

export type LineColours = {
  ink: string;
  /** The colour of sketches. */
  pencil: string;
  accent: string;
  casing: string;
  /** The colour of a power's lines in results. */
  powers: Readonly<Record<Power, { line: string }>>;
};

/** What order lines depend on, besides the orders. */
export type LineContext = {
  board: Board;
  scale: Scale;
  colours: LineColours;
  /** The power of the unit in each space. */
  holders: ReadonlyMap<SpaceCode, Power>;
  /** The locations of units, except dislodged ones. */
  standing: readonly Spot[];
};

/** All orders in the first copy of the world, in drawing order; at World zoom only moves. */
export function drawOrders(context: LineContext, orders: readonly OrderLine[]): LineView[] {
  const drawer = new Drawer(context, orders);
  const shown = orders.filter((order) => context.scale.level !== WORLD || order.kind === "move" || order.state === "draft" || order.state === "sketch");
  const ranked = [...shown].sort((a, b) => (RANKS[a.kind] ?? 0) - (RANKS[b.kind] ?? 0));
  const seen = new Map<string, number>();
  return ranked.flatMap((order) => {
    const found = drawer.draw(order);
    if (!found) return [];
    const name = `${order.power} ${order.at} ${order.kind} ${order.order} ${order.state ?? ""}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return [{ key: `${name} ${count}`, order, ...found, isOver: order.kind === "disband" }];
  });
}

/** The visible orders, in every copy of the world that shows them. */
export function placeOrders(
  context: LineContext,
  orders: readonly OrderLine[],
  drawn: readonly LineView[],
  window: Box,
): LineView[] {
  // Also for a board that is not round: a line to a box on its far side reappears there.
  const turn = context.board.turn * context.scale.k || null;
  const drawers = new Map<number, Drawer>();
  return drawn.flatMap((line) =>
    shiftsOf(line.box, window, turn).flatMap((shift): LineView[] => {
      if (!shift) return [line];
      const drawer = drawers.get(shift) ?? new Drawer(context, orders, shift);
      drawers.set(shift, drawer);
      const copy = drawer.draw(line.order);
      return copy ? [{ ...line, ...copy, key: `${line.key}@${Math.round(shift / (turn ?? 1))}` }] : [];
    }),
  );
}

type Drawing = Pick<LineView, "strokes" | "over" | "box" | "head" | "shaft">;

class Drawer {
  #size: number;
  #gap: number;
  #moves = new Map<string, OrderLine>();

  constructor(
    readonly context: LineContext,
    orders: readonly OrderLine[],
    /** The distance in px of this copy of the world to the right of the first. */
    readonly shift = 0,
  ) {
    const { block } = context.scale;
    const [share = 0, more = 0] = looks.unitGap;
    this.#size = markSize(block);
    this.#gap = block * share + more;
    // Two units may leave one space, a ship and the army aboard; a support names the target of its own.
    for (const order of orders) if (order.kind === "move" && !order.rejected) this.#moves.set(journeyOf(order.at, order.to), order);
  }

  draw(order: OrderLine): Drawing | null {
    const pen = this.#pen(order);
    switch (order.kind) {
      case "move":
        return this.#drawMove(order, pen);
      case "support_move":
        return this.#drawSupportMove(order, pen);
      case "support_hold":
        return this.#drawSupportHold(order, pen);
      case "retreat":
        return this.#drawRetreat(order, pen);
      case "embark":
        return this.#drawEmbark(order, pen);
      case "bomb":
        return this.#drawBomb(order, pen);
      case "hold":
      case "convoy":
      case "build":
      case "disband":
        return this.#drawStanding(order, pen);
      case "waive":
        return null;
    }
  }

  #pen(order: OrderLine): Pen {
    const { colours } = this.context;
    const isDraft = order.state === "draft";
    const isSketch = order.state === "sketch";
    const own = order.result ? colours.powers[order.power]?.line : undefined;
    const colour = isDraft ? colours.accent : isSketch ? colours.pencil : (own ?? colours.ink);
    return { colour, casing: colours.casing, size: this.#size, isDraft, isSketch };
  }

  /** The line of a move, through its fleets if it goes by convoy; null if the board lacks a place. */
  #moveLine(order: OrderLine): Way | null {
    const way = this.#way([order.at, ...(order.route ?? []), order.to ?? ""]);
    return way && { ...way, track: trim(way.track, this.#gapAt(order.at), this.#gapAt(order.to ?? "")) };
  }

  #drawMove(order: OrderLine, pen: Pen): Drawing | null {
    const track = this.#moveLine(order)?.track;
    if (!track) return null;
    const body = trim(track, 0, strokes.HEAD * looks.moveBack * pen.size);
    const isCarried = order.carried === true || (order.route?.length ?? 0) > 0;
    const line = isCarried ? strokes.drawDouble(body, pen) : strokes.drawLine(body, pen, looks.move);
    return this.#headed(track, line, order, pen);
  }

  #drawSupportMove(order: OrderLine, pen: Pen): Drawing | null {
    const helped = this.#moves.get(journeyOf(order.of, order.to));
    const line = helped ? this.#moveLine(helped) : this.#way([order.of ?? "", order.to ?? ""]);
    const start = this.#stand(order);
    if (!line || !start) return null;
    const [before = 0, after = 0] = looks.joinGap.map((px) => px * pen.size);
    const goal = this.#near(joinAt(line.track, line.gate, before, after), start);
    const track = trim(this.#supportLine(order, start, goal), this.#gap, strokeLooks.ring.radius * pen.size);
    return this.#done([...track, goal], pen, dashed(track, pen), [...cut(track, order, pen), ...strokes.drawRing(goal, pen)]);
  }

  /** From a helper to the move, by its own gate to the target if possible, avoiding units, other lands and islands that are only discs. */
  #supportLine(order: OrderLine, start: Point, goal: Point): Track {
    const { board, scale, standing } = this.context;
    const discs = [...board.spaces.values()].filter(({ code, isDisc }) => isDisc && code !== spaceOf(order.to ?? ""));
    const way = this.#pixels(order.at, order.to);
    const gates = way.slice(1, (way.length + 1) / 2);
    const room = scale.block * looks.unitRoom;
    const units = [...standing, ...discs.map(({ unit }) => unit)].map(({ x, y }) => this.#near([x * scale.k + this.shift, y * scale.k], start));
    const named = new Set([order.at, order.of, order.to].map((place) => spaceOf(place ?? "")));
    const near = units.filter((place) => distance(place, start) > room);
    const detours = this.#listDetours(order, way, start).map((stops) => [start, ...stops, goal]);
    return findLine([start, ...gates, goal], near, room, (line) => this.#stray(line, named), detours);
  }

  /**
   * Stops between a helper and the move: on through the target, then back along the way of the helped unit, or through the
   * space of the helped unit.
   */
  #listDetours(order: OrderLine, way: readonly Point[], start: Point): Point[][] {
    const [helped, over] = [this.#pixels(order.of, order.to), this.#pixels(order.at, order.of)].map((points) =>
      points.map((point) => this.#near(point, start)),
    ) as [Point[], Point[]];
    const back = helped.slice((helped.length + 1) / 2, -1).reverse();
    return [
      [...way.slice(1, -1), ...back],
      [...way.slice(1), ...back],
      [...way.slice(1, (way.length + 1) / 2), ...way.slice(-1)],
      over.slice(1, (over.length + 1) / 2),
    ];
  }

  /** The way from one place to another in px; empty if the board lacks one of them. */
  #pixels(from?: Place | null, to?: Place | null): Point[] {
    const { board, scale } = this.context;
    return (wayOf(board, from ?? "", to ?? "") ?? []).map(({ x, y }): Point => [x * scale.k + this.shift, y * scale.k]);
  }

  /** The share of a line in other spaces; beyond the edge of the board there are none. */
  #stray(line: Track, named: ReadonlySet<string>): number {
    const terrain = terrainOf(this.context.board);
    const { k } = this.context.scale;
    let [all, outside] = [0, 0];
    for (const [x, y] of sample(line)) {
      const owner = terrain.ownerAt((x - this.shift) / k, y / k);
      all++;
      if (owner !== undefined && !named.has(owner)) outside++;
    }
    return outside / all;
  }

  #drawSupportHold(order: OrderLine, pen: Pen): Drawing | null {
    const way = this.#way([order.at, order.of ?? ""], this.#stand(order));
    if (!way) return null;
    const track = trim(way.track, this.#gap, this.#gap * looks.bracketGap);
    return this.#done(track, pen, dashed(track, pen), [...cut(track, order, pen), ...strokes.drawBracket(track, pen)]);
  }

  #drawRetreat(order: OrderLine, pen: Pen): Drawing | null {
    const way = this.#way([order.at, ...(order.route ?? []), order.to ?? ""], this.#stand(order));
    if (!way) return null;
    const track = trim(way.track, this.#gap * looks.retreatGap, this.#gapAt(order.to ?? ""));
    const body = trim(track, 0, strokes.HEAD * pen.size);
    const line = order.route?.length
      ? strokes.drawDouble(body, pen, looks.carriedDots)
      : strokes.drawLine(body, pen, looks.move, looks.dots, true);
    return this.#headed(track, line, order, pen);
  }

  #drawEmbark(order: OrderLine, pen: Pen): Drawing | null {
    const way = this.#way([order.of ?? "", order.at]);
    if (!way) return null;
    const track = trim(way.track, this.#gap, this.#gap);
    return this.#headed(track, strokes.drawDouble(track, pen), order, pen);
  }

  #drawBomb(order: OrderLine, pen: Pen): Drawing | null {
    const [start, end] = this.#stops([order.at, order.to ?? ""]) ?? [];
    if (!start || !end) return null;
    const isHeld = this.context.holders.has(spaceOf(order.to ?? ""));
    const [free = 1, held = 1] = looks.burstGap;
    const track = trim(bend(start, end, looks.bombSwing), this.#gap, this.#gap * (isHeld ? held : free));
    const line = strokes.drawLine(track, pen, looks.bomb, looks.bombDashes);
    return this.#done([...track, end], pen, line, strokes.drawBurst(end, pen, isHeld));
  }

  #drawStanding(order: OrderLine, pen: Pen): Drawing | null {
    const place = this.#stand(order);
    const { block } = this.context.scale;
    if (!place) return null;
    const drawn = {
      hold: () => strokes.drawPlinth(place, pen, block),
      convoy: () => strokes.drawWave(place, pen, block, isBeaten(order)),
      build: () => strokes.drawBuild(place, pen, block),
      disband: () => strokes.drawRemoval(place, pen, block),
    }[order.kind as "hold" | "convoy" | "build" | "disband"]();
    const makeBox = { build: strokes.buildBox, disband: strokes.removalBox }[order.kind as string];
    return { ...this.#done([place], pen, drawn), head: (!pen.isDraft && makeBox?.(place, pen, block)) || null };
  }

  /** The copy of a point nearest to the start: the helped arrow may be drawn from the other side of the seam. */
  #near([x, y]: Point, [startX]: Point): Point {
    return [nearest(x, startX, this.context.scale.turn), y];
  }

  #way(stops: readonly Place[], start: Point | null = null): Way | null {
    const { board, scale } = this.context;
    return makeWay(board, scale, stops, start, this.shift);
  }

  /** The places of some locations in px, each reached from the previous one by the short way. */
  #stops(locations: readonly string[]): Point[] | null {
    const { board, scale } = this.context;
    const points: Point[] = [];
    let here: { x: number; y: number } | null = null;
    for (const location of locations) {
      const place = placeOf(board, location);
      if (!place) return null;
      const step: { x: number; y: number } = here ? shortStep(board, here, place) : { x: 0, y: 0 };
      here = here ? { x: here.x + step.x, y: here.y + step.y } : place;
      points.push([here.x * scale.k + this.shift, here.y * scale.k]);
    }
    return points;
  }

  /** Where the unit of an order is drawn: beside its victor if it was dislodged. */
  #stand(order: OrderLine): Point | null {
    const [place] = this.#stops([order.at]) ?? [];
    return place && isSetOff(order, this.context.holders) ? shifted(place, this.context.scale.block) : (place ?? null);
  }

  #gapAt(location: string): number {
    return this.context.holders.has(spaceOf(location)) ? this.#gap : looks.emptyGap * this.#size;
  }

  #done(extent: Track, { isDraft }: Pen, drawn: Stroke[], over: Stroke[] = []): Drawing {
    const xs = extent.map(([x]) => x);
    const ys = extent.map(([, y]) => y);
    const room = this.context.scale.block * 1.3;
    const box: Box = [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
    return { strokes: drawn, over, box, head: null, shaft: isDraft ? [] : [...strokes.shaftBoxes(extent, this.#size)] };
  }

  /** The same with an arrowhead at the end of the line. */
  #headed(track: Track, line: Stroke[], order: OrderLine, pen: Pen): Drawing {
    const [tip, way] = walk(track, lengthOf(track));
    const [back = 0, around = 0] = strokeLooks.head.room;
    const [x, y] = off(tip, way, -back * pen.size, 0);
    const room = around * pen.size;
    const head: Box = [x - room, y - room, x + room, y + room];
    return { ...this.#done(track, pen, line, strokes.drawHead(track, pen, isBeaten(order))), head: pen.isDraft ? null : head };
  }
}

function dashed(track: Track, pen: Pen): Stroke[] {
  return strokes.drawLine(track, pen, looks.support, looks.dashes);
}

function cut(track: Track, order: OrderLine, pen: Pen): Stroke[] {
  return ownResult(order) === "cut" ? strokes.drawCut(track, pen) : [];
}

/** The spaces of its start and target. */
function journeyOf(from?: Place | null, to?: Place | null): string {
  return `${spaceOf(from ?? "")} ${spaceOf(to ?? "")}`;
}

/** The result of the order itself, even if its unit was dislodged. */
export function ownResult(order: OrderLine): OrderLine["result"] {
  return order.order_result ?? order.result;
}

/** True if an order was judged and did not succeed. */
export function isBeaten(order: OrderLine): boolean {
  return order.result !== undefined && order.result !== "succeeds";
}

/** True if the unit of an order is beside the unit that dislodged it. */
export function isSetOff(order: OrderLine, holders: ReadonlyMap<SpaceCode, Power>): boolean {
  const isOut =
    order.result === "dislodged" || order.result === "destroyed" || order.kind === "retreat" || order.kind === "disband";
  const holder = holders.get(spaceOf(order.at));
  return isOut && holder !== undefined && holder !== order.power;
}

function shifted([x, y]: Point, block: number): Point {
  const [dx, dy] = setOff(block);
  return [x + dx, y + dy];
}
