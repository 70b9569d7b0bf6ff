import type { Board } from "./boardFile";
import type { Box, Flat } from "./geometry";

/** How much of a box lies in a space, and how much on land that is not the space's own. */
export type Shares = { own: number; foreign: number };
/** A row of the board: where each stretch begins and ends, and who owns it. */
type Row = { starts: number[]; ends: number[]; owners: string[] };

/**
 * The board in rows, one board unit high, so that a box is weighed without cutting polygons, as in pictures. A row is
 * measured along its middle, where no vertex lies.
 */
export class TerrainMap {
  /** Square units of every owner. */
  readonly areas = new Map<string, number>();
  #rows = new Map<number, Row>();
  #lands = new Set<string>();
  #turn: number | null;

  constructor(board: Board) {
    this.#turn = board.wraps ? board.width : null;
    const found = new Map<number, [number, number, string][]>();
    for (const [owner, rings, isLand] of listOwners(board)) {
      if (isLand) this.#lands.add(owner);
      let area = 0;
      for (const [row, crossings] of crossRows(rings)) {
        crossings.sort((a, b) => a - b);
        let stretches = found.get(row);
        if (!stretches) found.set(row, (stretches = []));
        for (let i = 0; i + 1 < crossings.length; i += 2) {
          const [start, end] = [crossings[i] as number, crossings[i + 1] as number];
          stretches.push([start, end, owner]);
          area += end - start;
        }
      }
      this.areas.set(owner, area);
    }
    for (const [row, stretches] of found) {
      stretches.sort((a, b) => a[0] - b[0]);
      this.#rows.set(row, {
        starts: stretches.map(([start]) => start),
        ends: stretches.map(([, end]) => end),
        owners: stretches.map(([, , owner]) => owner),
      });
    }
  }

  /** Whether a box, in board units, lies wholly in a space. */
  holds(box: Box, owner: string): boolean {
    for (const part of this.#unfold(box)) {
      const [first, last] = rowsOf(part);
      for (let number = first; number <= last; number++) {
        const row = this.#rows.get(number);
        const place = row ? placeOf(row.starts, part[0]) : -1;
        if (!row || place < 0 || row.owners[place] !== owner || (row.ends[place] as number) < part[2]) return false;
      }
    }
    return true;
  }

  /** What share of a box, in board units, lies in a space, and what share on other land. */
  weigh(box: Box, owner: string): Shares {
    let own = 0;
    let foreign = 0;
    let whole = 0;
    for (const part of this.#unfold(box)) {
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
          else if (this.#lands.has(here)) foreign += length;
        }
      }
    }
    return whole ? { own: own / whole, foreign: foreign / whole } : { own: 0, foreign: 0 };
  }

  /** A box of a round world in the first copy of it, in two parts where it lies over the seam. */
  #unfold(box: Box): Box[] {
    if (this.#turn === null) return [box];
    const shift = -Math.floor(box[0] / this.#turn) * this.#turn;
    const [left, top, right, bottom] = [box[0] + shift, box[1], box[2] + shift, box[3]];
    if (right <= this.#turn) return [[left, top, right, bottom]];
    return [[left, top, this.#turn, bottom], [0, top, right - this.#turn, bottom]];
  }
}

function* listOwners(board: Board): Generator<[string, readonly Flat[], boolean]> {
  for (const space of board.spaces.values()) yield [space.code, space.rings, !space.isSea];
  for (const [code, area] of board.closed) if (!board.spaces.has(code)) yield [code, area.rings, area.isLand];
  for (const [number, area] of board.scenery.entries()) yield [`~${number}`, area.rings, area.isLand];
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

/** The first and last row whose middle lies in a box; one at least. */
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
