import type { Board, Outline } from "./boardFile";
import type { Box, Flat } from "./geometry";

/** How much of a box is in a space, and how much is on land that is not the space's own. */
export type Shares = { own: number; foreign: number };
/** A row of the board: where each stretch begins and ends, and who owns it. */
type Row = { starts: number[]; ends: number[]; owners: string[] };

/** Ground with one owner, measured on first use. */
type Ground = { owner: string; rings: () => readonly Flat[]; isLand: boolean; area: number | null };

/** The width of a cell in board units; the ground that a box could touch is looked up by cell. */
const CELL = 64;
/** The terrain of each board, mapped on first use. */
const terrains = new WeakMap<Board, TerrainMap>();

/** The ground at each place of a board. */
export function terrainOf(board: Board): TerrainMap {
  let terrain = terrains.get(board);
  if (!terrain) terrains.set(board, (terrain = new TerrainMap(board)));
  return terrain;
}

/**
 * The board in rows, one board unit high, so that a box is weighed without cutting polygons, as in pictures. A row is
 * measured along its middle, where there is no vertex. Ground is measured on demand: the first view of a board
 * shows a part of it.
 */
export class TerrainMap {
  #rows = new Map<number, Row>();
  #grounds = new Map<string, Ground>();
  #cells = new Map<number, Ground[]>();
  #turn: number | null;

  constructor(board: Board) {
    this.#turn = board.wraps ? board.width : null;
    for (const [owner, outline, isLand] of listOwners(board)) {
      const ground: Ground = { owner, rings: () => outline.rings, isLand, area: null };
      this.#grounds.set(owner, ground);
      for (const cell of cellsOf(outline.box)) {
        const found = this.#cells.get(cell);
        if (found) found.push(ground);
        else this.#cells.set(cell, [ground]);
      }
    }
  }

  /** The area of an owner in square units. */
  areaOf(owner: string): number {
    const ground = this.#grounds.get(owner);
    return ground ? this.#measure(ground) : 0;
  }

  /** Enter ground into the rows, once; returns its area in square units. */
  #measure(ground: Ground): number {
    if (ground.area !== null) return ground.area;
    let area = 0;
    for (const [number, crossings] of crossRows(ground.rings())) {
      crossings.sort((a, b) => a - b);
      let row = this.#rows.get(number);
      if (!row) this.#rows.set(number, (row = { starts: [], ends: [], owners: [] }));
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const [start, end] = [crossings[i] as number, crossings[i + 1] as number];
        const place = placeOf(row.starts, start) + 1;
        row.starts.splice(place, 0, start);
        row.ends.splice(place, 0, end);
        row.owners.splice(place, 0, ground.owner);
        area += end - start;
      }
    }
    return (ground.area = area);
  }

  /** Measure whatever a box in the first copy of the world could touch. */
  #open(box: Box): void {
    for (const cell of cellsOf([box[0], box[1] - 1, box[2], box[3] + 1])) {
      const grounds = this.#cells.get(cell);
      if (!grounds) continue;
      for (const ground of grounds) this.#measure(ground);
      this.#cells.delete(cell);
    }
  }

  /** True if a box, in board units, is completely in a space. */
  holds(box: Box, owner: string): boolean {
    for (const part of this.#unfold(box)) {
      this.#open(part);
      const [first, last] = rowsOf(part);
      for (let number = first; number <= last; number++) {
        const row = this.#rows.get(number);
        const place = row ? placeOf(row.starts, part[0]) : -1;
        if (!row || place < 0 || row.owners[place] !== owner || (row.ends[place] as number) < part[2]) return false;
      }
    }
    return true;
  }

  /** The owner of a spot, in board units; undefined for open water beyond the seas, and beyond the edge. */
  ownerAt(x: number, y: number): string | undefined {
    const at = this.#turn === null ? x : x - Math.floor(x / this.#turn) * this.#turn;
    this.#open([at, y, at, y]);
    const row = this.#rows.get(Math.floor(y));
    if (!row) return undefined;
    const place = placeOf(row.starts, at);
    return at <= (row.ends[place] ?? -Infinity) ? row.owners[place] : undefined;
  }

  /** The shares of a box, in board units, in a space and on other land. */
  weigh(box: Box, owner: string): Shares {
    let own = 0;
    let foreign = 0;
    let whole = 0;
    for (const part of this.#unfold(box)) {
      this.#open(part);
      const [left, , right] = part;
      const [first, last] = rowsOf(part);
      for (let number = first; number <= last; number++) {
        whole += right - left;
        const row = this.#rows.get(number);
        if (!row) continue;
        for (let i = Math.max(0, placeOf(row.starts, left)); i < row.starts.length; i++) {
          const start = row.starts[i] as number;
          if (start >= right) break;
          const length = Math.min(row.ends[i] as number, right) - Math.max(start, left);
          if (length <= 0) continue;
          const here = row.owners[i] as string;
          if (here === owner) own += length;
          else if (this.#grounds.get(here)?.isLand) foreign += length;
        }
      }
    }
    return whole ? { own: own / whole, foreign: foreign / whole } : { own: 0, foreign: 0 };
  }

  /** A box in the first copy of a round world, in two parts if it crosses the seam. */
  #unfold(box: Box): Box[] {
    if (this.#turn === null) return [box];
    const shift = -Math.floor(box[0] / this.#turn) * this.#turn;
    const [left, top, right, bottom] = [box[0] + shift, box[1], box[2] + shift, box[3]];
    if (right <= this.#turn) return [[left, top, right, bottom]];
    return [[left, top, this.#turn, bottom], [0, top, right - this.#turn, bottom]];
  }
}

function* listOwners(board: Board): Generator<[string, Outline, boolean]> {
  for (const space of board.spaces.values()) yield [space.code, space, !space.isSea];
  for (const [code, area] of board.closed) if (!board.spaces.has(code)) yield [code, area, area.isLand];
  for (const [number, area] of board.scenery.entries()) yield [`~${number}`, area, area.isLand];
}

function* cellsOf(box: Box): Generator<number> {
  const [left, top, right, bottom] = box.map((edge) => Math.floor(edge / CELL)) as [number, number, number, number];
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) yield column * 65536 + row;
  }
}

/** The last stretch that begins at a place or before it. */
function placeOf(starts: readonly number[], x: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first and last row whose middle is in a box; at least one row. */
function rowsOf(box: Box): [number, number] {
  const first = Math.trunc(box[1] + 0.45);
  return [first, Math.max(first, Math.trunc(box[3] - 0.55))];
}

/** Where outlines cross the middles of rows. */
function crossRows(rings: readonly Flat[]): Map<number, number[]> {
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    let lastX = ring[ring.length - 2] as number;
    let lastY = ring[ring.length - 1] as number;
    let lastRow = Math.floor(lastY - 0.55);
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i] as number;
      const y = ring[i + 1] as number;
      const row = Math.floor(y - 0.55);
      if (row !== lastRow) {
        const slope = (x - lastX) / (y - lastY);
        for (let between = Math.min(row, lastRow) + 1; between <= Math.max(row, lastRow); between++) {
          const found = crossings.get(between);
          const at = lastX + (between + 0.55 - lastY) * slope;
          if (found) found.push(at);
          else crossings.set(between, [at]);
        }
      }
      [lastX, lastY, lastRow] = [x, y, row];
    }
  }
  return crossings;
}
