import { labels as looks } from "../theme/looks";
import type { Board, Space } from "./boardFile";
import { hasVertexIn, isInside, slide, touches, type Box, type Spot } from "./geometry";
import { heightOf, widthOf, wordSpace, type Measure, type Wording } from "./labelText";
import { CLOSE, HAIR, mediumOf, WORLD } from "./levels";
import type { SpaceCode } from "./types";
import type { Scale } from "./view";

const CELL = 80;
/** Px kept free round a label. */
const GAP = looks.gap;
/** Px by which a label gives way to a plinth, a wave or the name of a coast. */
export const DROP = looks.drop;
/** Spots that are tried for one without islets. */
const DETOUR = looks.detour;

/** A label with the middle of its lines, in px, in the first copy of the world. */
export type Label = { space: SpaceCode; wording: Wording; x: number; y: number; size: number; box: Box };

/** Boxes that are taken, in cells, so that a look-up is quick; a round world's are entered in each copy. */
export class Taken {
  #cells = new Map<number, Box[]>();
  constructor(readonly turn: number | null) {}

  add(box: Box): void {
    for (const shift of this.turn ? [0, this.turn, -this.turn] : [0]) {
      const moved = slide(box, shift);
      for (const cell of cellsOf(moved)) {
        const found = this.#cells.get(cell);
        if (found) found.push(moved);
        else this.#cells.set(cell, [moved]);
      }
    }
  }

  isFree(box: Box): boolean {
    for (const cell of cellsOf(box)) {
      for (const other of this.#cells.get(cell) ?? []) if (touches(box, other)) return false;
    }
    return true;
  }
}

function* cellsOf(box: Box): Generator<number> {
  const [left, top, right, bottom] = box.map((edge) => Math.floor(edge / CELL)) as [number, number, number, number];
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) yield column * 65536 + row;
  }
}

/** The room of a unit: an army or the longer hull of a fleet. */
export function unitBox(x: number, y: number, block: number): Box {
  const [across = 0, down = 0] = looks.unitRoom.map((share) => share * block);
  return [x - across, y - down, x + across, y + down];
}

/** What stands in the way of labels besides the board itself. */
export type Obstacles = { lowered: ReadonlySet<SpaceCode>; boxes: readonly Box[] };

/** Places labels at one scale. A label once placed stays, so that nothing jumps while one pans. */
export class LabelPlacer {
  readonly labels = new Map<SpaceCode, Label>();
  #taken: Taken;
  #islets: Taken;

  constructor(
    readonly board: Board,
    readonly scale: Scale,
    readonly measure: Measure,
    readonly obstacles: Obstacles,
  ) {
    this.#taken = new Taken(scale.turn);
    this.#islets = new Taken(null);
    if (scale.level === WORLD) return;
    for (const box of obstacles.boxes) this.#taken.add(box);
    for (const space of board.spaces.values()) this.#reserve(space);
    for (const { box } of board.islets) {
      if (Math.max(box[2] - box[0], box[3] - box[1]) * scale.k > 8) this.#islets.add(this.#pixels(box));
    }
  }

  /** Place what is not placed yet among some spaces; tight spaces choose first. */
  place(spaces: Iterable<Space>): void {
    if (this.scale.level === WORLD) return;
    const fresh = [...spaces].filter((space) => !this.labels.has(space.code));
    fresh.sort((a, b) => a.room - b.room || (a.code < b.code ? -1 : 1));
    for (const space of fresh) {
      const label = this.#placeOne(space);
      this.labels.set(space.code, label);
      this.#taken.add(label.box);
    }
  }

  #reserve(space: Space): void {
    const { k, block } = this.scale;
    const drop = this.obstacles.lowered.has(space.code) ? DROP : 0;
    for (const spot of [space.unit, ...space.coasts.values()]) {
      const [left, top, right, bottom] = unitBox(spot.x * k, spot.y * k, block);
      this.#taken.add([left, top, right, bottom + drop]);
    }
    if (space.centre) this.#taken.add(centreBox({ x: space.mark.x * k, y: space.mark.y * k }));
  }

  #pixels(box: Box): Box {
    const { k } = this.scale;
    return [box[0] * k, box[1] * k, box[2] * k, box[3] * k];
  }

  /** The first wording that fits inside, else the code beside the space. */
  #placeOne(space: Space): Label {
    const { level } = this.scale;
    const all = wordSpace(space);
    const wordings = this.scale.zoom >= mediumOf(this.scale.isTouch).namesFrom - HAIR ? all : all.slice(-1);
    const size = labelSize(this.scale, space);
    const smaller = Math.max(size - looks.smaller, leastSize(this.scale));
    if (!space.isOutside) {
      for (const wording of wordings) {
        for (const letters of size > smaller ? [size, smaller] : [smaller]) {
          const found = this.#find(space, wording, letters, true);
          if (found) return this.#label(space, wording, found, letters);
        }
      }
    }
    for (const wording of space.isDisc || level === CLOSE ? wordings : wordings.slice(-1)) {
      const found = this.#find(space, wording, smaller, false);
      if (found) return this.#label(space, wording, found, smaller);
    }
    const { k } = this.scale;
    const code = wordings[wordings.length - 1] as Wording;
    return this.#label(space, code, { x: space.label.x * k, y: space.label.y * k }, smaller);
  }

  #label(space: Space, wording: Wording, { x, y }: Spot, size: number): Label {
    const across = widthOf(wording, size, this.measure) / 2 + GAP;
    const down = heightOf(wording, size) / 2 + GAP;
    return { space: space.code, wording, x, y, size, box: [x - across, y - down, x + across, y + down] };
  }

  /** The first free spot; one that leaves the islets bare is worth a small detour. */
  #find(space: Space, wording: Wording, size: number, inside: boolean): Spot | null {
    const wide = widthOf(wording, size, this.measure);
    const high = heightOf(wording, size);
    // A space that is smaller than the words cannot hold them.
    if (inside && (space.box[2] - space.box[0]) * this.scale.k < wide) return null;
    let second: Spot | null = null;
    let number = 0;
    for (const spot of inside ? this.#insideSpots(space, wide, high) : this.#outsideSpots(space, wide, high)) {
      number += 1;
      const box: Box = [spot.x - wide / 2 - GAP, spot.y - high / 2 - GAP, spot.x + wide / 2 + GAP, spot.y + high / 2 + GAP];
      if (!this.#taken.isFree(box) || (inside && !this.#isHeld(space, box))) continue;
      if (!wording.isSea || this.#islets.isFree(box)) return spot;
      second ??= spot;
      if (number > DETOUR) break;
    }
    return second;
  }

  *#insideSpots(space: Space, wide: number, high: number): Generator<Spot> {
    const { k, block } = this.scale;
    const x = space.unit.x * k;
    const y = space.unit.y * k;
    const under = y + 0.72 * block + GAP + this.#drop(space) + high / 2;
    yield { x, y: under };
    yield { x: space.label.x * k, y: space.label.y * k };
    for (const slideBy of [-0.2, 0.2, -0.4, 0.4]) yield { x: x + slideBy * wide, y: under };
    // Clear of the sails, and of the frame round a unit in hand.
    const above = y - 0.86 * block - GAP - high / 2;
    for (const slideBy of [0, -0.3, 0.3]) yield { x: x + slideBy * wide, y: above };
    const aside = 0.78 * block + GAP + wide / 2;
    for (const drop of [0, 0.35, -0.35]) {
      yield { x: x + aside, y: y + drop * block };
      yield { x: x - aside, y: y + drop * block };
    }
    // Round the unit, nearest first, as far as the space may reach.
    for (const [column, row] of STEPS) {
      yield { x: x + column * Math.max(wide * 0.3, 8), y: y + row * Math.max(high * 0.6, 7) };
    }
  }

  /** Under and round the unit, then further out; small islands have their names beside them. */
  *#outsideSpots(space: Space, wide: number, high: number): Generator<Spot> {
    const { k, block } = this.scale;
    const x = space.unit.x * k;
    const y = space.unit.y * k;
    const disc = space.isDisc ? 10.5 * k : 0;
    const under = Math.max(0.72 * block, disc) + GAP + 1 + this.#drop(space) + high / 2;
    const aside = Math.max(0.8 * block, disc) + GAP + 1 + wide / 2;
    yield { x, y: y + under };
    yield { x, y: y - under - 0.1 * block };
    yield { x: x + aside, y };
    yield { x: x - aside, y };
    for (let reach = 1; reach < 9; reach++) {
      for (const [across, down] of ROUND) {
        yield { x: x + across * (aside * 0.5 + 5 * reach), y: y + down * (under * 0.7 + 4 * reach) };
      }
    }
  }

  #drop(space: Space): number {
    return this.obstacles.lowered.has(space.code) ? DROP : 0;
  }

  /** Whether the space holds the whole box: ten points lie inside, and no outline runs through it. */
  #isHeld(space: Space, box: Box): boolean {
    const { k } = this.scale;
    const [left, top, right, bottom] = [box[0] / k, box[1] / k, box[2] / k, box[3] / k];
    const across = (right - left) / 4;
    for (const step of [0, 4, 2, 1, 3]) {
      const x = left + across * step;
      if (!isInside(x, top, space.light) || !isInside(x, bottom, space.light)) return false;
    }
    return !hasVertexIn([left, top, right, bottom], space.rings);
  }
}

const STEPS: readonly (readonly [number, number])[] = makeSteps();
const ROUND = [[0, 1], [1, 1], [-1, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [0, -1]] as const;

function makeSteps(): [number, number][] {
  const steps: [number, number][] = [];
  for (let column = -6; column <= 6; column++) {
    for (let row = -8; row <= 8; row++) if (column || row) steps.push([column, row]);
  }
  return steps.sort((a, b) => a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2);
}

function centreBox({ x, y }: Spot): Box {
  const room = looks.centreRoom;
  return [x - room, y - room, x + room, y + room];
}

/** The smallest letters at a scale: 13 px, on a phone 13.5. */
function leastSize(scale: Scale): number {
  return mediumOf(scale.isTouch).leastLetters[scale.level] as number;
}

/** Letters in px: larger where there is room, as on an engraved map. */
export function labelSize(scale: Scale, space: Pick<Space, "room" | "isSea">): number {
  const base = mediumOf(scale.isTouch).letters[scale.level] as number;
  const [least = 0, more = 1] = looks.room;
  const spare = Math.max(0, Math.min(space.room * scale.k - least, more)) / more;
  return base + spare * (space.isSea ? looks.seaGrowth : looks.landGrowth);
}

/** Names of theatres and oceans for a look at the whole world. */
export type TheatreLabel = {
  name: string;
  isSea: boolean;
  /** Where the name may stand, best first, and how wide an ocean is there. */
  spots: readonly { spot: Spot; span: number }[];
};

/** Of each theatre: spots from its midst outward; oceans are named where they are widest. */
export function listTheatres(board: Board): TheatreLabel[] {
  const members = new Map<string, Space[]>();
  const boxed = new Set(board.boxes.map(({ space }) => space));
  for (const space of board.spaces.values()) {
    if (!space.theatre || boxed.has(space.code)) continue;
    members.set(space.theatre, [...(members.get(space.theatre) ?? []), space]);
  }
  return [...members].map(([name, spaces]) => {
    const seas = spaces.filter((space) => space.isSea);
    if (2 * seas.length > spaces.length) {
      const spots = seas.map(({ label, span }) => ({ spot: label, span })).sort((a, b) => b.span - a.span);
      return { name, isSea: true, spots };
    }
    const sum = (spot: Spot) => spaces.reduce((total, space) => total + apart(board, spot, space.label), 0);
    const spots = spaces.map((space) => space.label).map((spot) => ({ spot, span: 0, sum: sum(spot) }));
    return { name, isSea: false, spots: spots.sort((a, b) => a.sum - b.sum) };
  });
}

function apart(board: Board, a: Spot, b: Spot): number {
  let across = Math.abs(a.x - b.x);
  if (board.wraps) across = Math.min(across, board.width - across);
  return across + Math.abs(a.y - b.y);
}
