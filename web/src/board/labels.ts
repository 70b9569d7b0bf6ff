import { labels as looks } from "../theme/looks";
import { bentBoxes, countAlong, lengthOf, pointAt, walk, type Bent, type Point } from "./bent";
import type { Board, Curve, Space } from "./boardFile";
import { holds, hullOf, slide, touches, type Box, type Spot } from "./geometry";
import { heightOf, widthAlong, widthOf, wordSpace, type Measure, type Wording } from "./labelText";
import { finenessOf, HAIR, mediumOf, REGION, WORLD } from "./levels";
import { BLOCK } from "./symbols";
import { terrainOf, type TerrainMap } from "./terrainMap";
import type { SpaceCode } from "./types";
import type { Scale } from "./view";

const CELL = 80;
/** Px kept free around a label. */
const GAP = looks.gap;
/** Px by which a label moves for a plinth, a wave or the name of a coast, at Region zoom. */
const DROP = looks.drop;
/** The smallest share of a wide sea's curves along which its name is placed. */
const HALF = 0.5;

/** Classes of names, by the area of a space. */
const [OCEAN, SEA, GULF, COUNTRY, PROVINCE] = [0, 1, 2, 3, 4];

/** A label with the middle of its lines, in px, in the first copy of the world. */
export type Label = {
  space: SpaceCode;
  wording: Wording;
  x: number;
  y: number;
  size: number;
  /** Its boxes: one, or one for every few letters along a curve. */
  boxes: readonly Box[];
  /** One box around everything. */
  box: Box;
  /** The ends of the line that ties a label at sea to its space. */
  leader: readonly [Point, Point] | null;
  bent: Bent | null;
  /** True if the same sea has its name elsewhere, too. */
  isRepeat: boolean;
  /** True if it is across its own unit, which is then drawn first. */
  isWorn: boolean;
};

/** Taken boxes, in cells for quick look-up; those of a round world are entered in each copy. */
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

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  /** True if a box touches nothing, or nothing but `apartFrom`. */
  isFree(box: Box, apartFrom: Box | null = null): boolean {
    for (const cell of cellsOf(box)) {
      for (const other of this.#cells.get(cell) ?? []) {
        if (touches(box, other) && !(apartFrom && isSame(other, apartFrom))) return false;
      }
    }
    return true;
  }
}

function isSame(box: Box, other: Box): boolean {
  return box.every((edge, side) => edge === other[side]);
}

function* cellsOf(box: Box): Generator<number> {
  const [left, top, right, bottom] = box.map((edge) => Math.floor(edge / CELL)) as [number, number, number, number];
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) yield column * 65536 + row;
  }
}

/** The box of a unit: an army or the longer hull of a fleet. */
export function unitBox(x: number, y: number, block: number): Box {
  const [across = 0, down = 0] = looks.unitRoom.map((share) => share * block);
  return [x - across, y - down, x + across, y + down];
}

/** Px by which labels move for what is drawn under a unit. */
export function dropOf(block: number): number {
  return DROP * Math.min(1, block / BLOCK);
}

/**
 * Obstacles for labels besides the board itself. Labels avoid lines if possible. `busy` are spaces with
 * something in the place of a unit; in others a code takes that place if there is no room beside it.
 */
export type Obstacles = {
  lowered: ReadonlySet<SpaceCode>;
  busy: ReadonlySet<SpaceCode>;
  boxes: readonly Box[];
  lines: readonly Box[];
};

/**
 * What one space's labels must not touch; `standing` excludes the places of absent units. `specks` are also the smallest
 * islets, which names avoid if there is other room for letters as large.
 */
type Room = { terrain: TerrainMap; taken: Taken; standing: Taken; lines: Taken; islets: Taken; specks: Taken };

/**
 * Places labels at one scale. A placed label stays, so that nothing jumps during a pan. Each space tries one way
 * after another: its name along its shape, then in one line or two, smaller, half out at sea, at sea with a leader line;
 * then its code, in the same ways, and last across its unit. A label never enters another land; if nothing fits, it is
 * omitted.
 */
export class LabelPlacer {
  readonly labels = new Map<SpaceCode, Label>();
  /** Further names of wide seas. */
  readonly repeats: Label[] = [];
  #done = new Set<SpaceCode>();
  #taken: Taken;
  #standing: Taken;
  #lines: Taken;
  #islets: Taken;
  #specks: Taken;
  #isPrepared = false;

  constructor(
    readonly board: Board,
    readonly scale: Scale,
    readonly measure: Measure,
    readonly obstacles: Obstacles,
  ) {
    // Lines to a box on the far side reappear there, so heads are a full turn away from the labels beside them.
    const turn = board.turn * scale.k || null;
    this.#taken = new Taken(turn);
    this.#standing = new Taken(turn);
    this.#lines = new Taken(turn);
    this.#islets = new Taken(null);
    this.#specks = new Taken(null);
  }

  /** Enter everything that labels avoid. */
  #prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    const { board, scale, obstacles } = this;
    for (const box of obstacles.boxes) this.#occupy(box);
    for (const box of obstacles.lines) this.#lines.add(box);
    for (const space of board.spaces.values()) this.#reserve(space);
    for (const { box } of board.islets) {
      const size = Math.max(box[2] - box[0], box[3] - box[1]) * scale.k;
      if (size > looks.islet) this.#islets.add(this.#pixels(box));
      if (size > looks.speck) this.#specks.add(this.#pixels(box));
    }
  }

  /** Place the missing labels of some spaces; tight spaces choose first. */
  place(spaces: Iterable<Space>): void {
    for (const _ of this.placeInSteps(spaces));
  }

  /** The same, one space per step. */
  *placeInSteps(spaces: Iterable<Space>): Generator<void> {
    if (!this.scale.hasLabels) return;
    this.#prepare();
    yield;
    const room: Room = {
      terrain: terrainOf(this.board),
      taken: this.#taken,
      standing: this.#standing,
      lines: this.#lines,
      islets: this.#islets,
      specks: this.#specks,
    };
    const fresh = [...spaces].filter((space) => !this.#done.has(space.code));
    fresh.sort((a, b) => a.room - b.room || (a.code < b.code ? -1 : 1));
    for (const space of fresh) {
      this.#done.add(space.code);
      for (const label of new Placer(this, room, space).place()) this.#take(label);
      yield;
    }
  }

  /** Reserve the place of a label and of its leader line. */
  #take(label: Label): void {
    if (label.isRepeat) this.repeats.push(label);
    else this.labels.set(label.space, label);
    for (const box of label.boxes) this.#occupy(box);
    if (!label.leader) return;
    for (const [x, y] of stepsOf(...label.leader, 6)) this.#occupy([x - 1.5, y - 1.5, x + 1.5, y + 1.5]);
  }

  #occupy(box: Box): void {
    this.#taken.add(box);
    this.#standing.add(box);
  }

  #reserve(space: Space): void {
    const { k, block } = this.scale;
    const drop = this.dropOf(space);
    for (const spot of [space.unit, ...space.coasts.values()]) {
      const [left, top, right, bottom] = unitBox(spot.x * k, spot.y * k, block);
      this.#taken.add([left, top, right, bottom + drop]);
      if (this.obstacles.busy.has(space.code)) this.#standing.add([left, top, right, bottom + dropOf(block)]);
    }
    if (!space.centre) return;
    const room = looks.centreRoom * finenessOf(this.scale.zoom);
    const [x, y] = [space.mark.x * k, space.mark.y * k];
    this.#taken.add([x - room, y - room, x + room, y + room]);
  }

  /** Px by which a space's label moves for what is drawn under its unit. */
  dropOf(space: Space): number {
    return this.obstacles.lowered.has(space.code) ? dropOf(this.scale.block) : 0;
  }

  #pixels(box: Box): Box {
    const { k } = this.scale;
    return [box[0] * k, box[1] * k, box[2] * k, box[3] * k];
  }
}

/** Finds the places of one space's labels. */
class Placer {
  #board: Board;
  #scale: Scale;
  #measure: Measure;
  #drop: number;
  #isBusy: boolean;
  #area: number;
  #sizeClass: number;
  #letters: readonly number[];
  #least: number;
  #x: number;
  #y: number;

  constructor(
    placer: LabelPlacer,
    readonly room: Room,
    readonly space: Space,
  ) {
    this.#board = placer.board;
    this.#scale = placer.scale;
    this.#measure = placer.measure;
    this.#drop = placer.dropOf(space);
    this.#isBusy = placer.obstacles.busy.has(space.code);
    this.#area = room.terrain.areaOf(space.code);
    this.#sizeClass = classOf(space, this.#area, placer.board.unit);
    const medium = mediumOf(placer.scale.isTouch);
    this.#letters = medium.letters[placer.scale.level] as number[];
    this.#least = Math.min(medium.leastLetters[placer.scale.level] as number, this.#letters[this.#sizeClass] as number);
    this.#x = space.unit.x * placer.scale.k;
    this.#y = space.unit.y * placer.scale.k;
  }

  /** The label, and its repeats in a wide sea; empty if nothing fits. */
  place(): Label[] {
    const wordings = wordSpace(this.space, this.#sizeClass === OCEAN);
    // A box has only its code: its name is at its bottom.
    const isBox = this.#board.boxes.some(({ space }) => space === this.space.code);
    const named = isBox ? [] : wordings.filter(({ isName }) => isName);
    const code = wordings[wordings.length - 1] as Wording;
    const inside = this.space.isOutside ? [] : this.#placeClear(named, code);
    if (inside.length) return inside;
    const found = this.#placeOutside(named) ?? this.#placeCode(code);
    return found ? [found] : [];
  }

  /**
   * The name in its space, clear of order lines; if it would then be much smaller, beside it. Otherwise the code of a land
   * or a gulf, clear of them; otherwise the name under them.
   */
  #placeClear(named: readonly Wording[], code: Wording): Label[] {
    const all = this.#sizes();
    const found = this.#placeInside(named, all, false);
    if (found.every(({ boxes }) => boxes.every((box) => this.room.lines.isFree(box)))) return found;
    const largest = all.indexOf(found[0]?.size ?? 0);
    const sizes = all.slice(largest, largest + (this.space.isSea ? looks.clearWaters : looks.clearSteps));
    const clear = this.#placeInside(named, sizes, true);
    if (clear.length) return clear;
    const beside = this.space.isSea ? null : this.#placeOffLines(named, sizes);
    const better = beside ?? (this.#sizeClass >= GULF ? this.#placeClearCode(code) : null);
    return better ? [better] : found;
  }

  /** The name of a land half out at sea or tied to it by a line, if an order line would cross it inside. */
  #placeOffLines(named: readonly Wording[], sizes: readonly number[]): Label | null {
    if (this.#scale.zoom < mediumOf(this.#scale.isTouch).namesFrom - HAIR) return null;
    for (const size of sizes) {
      for (const wording of named) {
        const found = this.#astride(wording, size, true);
        if (found) return found;
      }
    }
    for (const wording of named) {
      const found = this.#atSea(wording, sizes[sizes.length - 1] ?? this.#least, looks.nameReach, { isClear: true });
      if (found) return found;
    }
    return null;
  }

  /** The name as large as it fits; if it would lie on an islet along its shape, then smaller or in level lines. */
  #placeInside(named: readonly Wording[], sizes: readonly number[], isClear: boolean): Label[] {
    const found = this.#placeLargest(named, sizes, isClear);
    const line = this.space.isSea ? named[named.length - 1] : named[0];
    if (!line || !found.some((label) => this.#isOnIslet(label))) return found;
    const all = this.#sizes();
    const largest = all.indexOf(found[0]?.size ?? 0);
    const smaller = all.slice(largest, largest + looks.clearSteps);
    for (const size of found.length > 1 ? smaller : []) {
      const bent = this.#placeBent(line, size, isClear, 1, true);
      if (bent.length) return bent;
    }
    for (const size of smaller) {
      const bent = this.#placeBent(line, size, isClear, HALF, true);
      if (bent.length) return bent;
      for (const wording of named) {
        const label = this.#inside(wording, size, { isClear });
        if (label) return [label];
      }
    }
    return found;
  }

  #isOnIslet({ boxes }: Label): boolean {
    return !boxes.every((box) => this.room.islets.isFree(box));
  }

  /** The name along the shape or in level lines, as large as it fits; a wide sea has it along its shape first. */
  #placeLargest(named: readonly Wording[], sizes: readonly number[], isClear: boolean): Label[] {
    const line = this.space.isSea ? named[named.length - 1] : named[0];
    if (!line) return [];
    const all = this.#sizes();
    // At low zoom two names of one sea would be side by side.
    const near = this.#scale.level >= REGION ? all.slice(0, looks.clearSteps) : [];
    const wide: [number, number[]][] = this.space.names.length > 1 ? [[1, near], [HALF, all]] : [];
    for (const [least, tried] of wide) {
      for (const size of tried) {
        const bent = this.#placeBent(line, size, isClear, least);
        if (bent.length) return bent;
      }
    }
    for (const size of sizes) {
      const bent = this.#placeBent(line, size, isClear);
      if (bent.length) return bent;
      for (const wording of named) {
        const found = this.#inside(wording, size, { isClear });
        if (found) return [found];
      }
    }
    return [];
  }

  #sizes(): number[] {
    return shrink(this.#letters[this.#sizeClass] as number, this.#least);
  }

  #placeOutside(named: readonly Wording[]): Label | null {
    if (this.#scale.zoom < mediumOf(this.#scale.isTouch).namesFrom - HAIR && !this.space.isDisc) return null;
    const clear = this.#hasLines() ? this.#placeBeside(named, true) : null;
    return clear ?? this.#placeBeside(named, false);
  }

  /** Half out at sea or beside an island; at sea with a leader line only in the smallest letters. */
  #placeBeside(named: readonly Wording[], isClear: boolean): Label | null {
    for (const size of this.space.isOutside ? this.#sizes() : [this.#least]) {
      const isTied = size === this.#least;
      for (const wording of named) {
        const found = this.#astride(wording, size, isClear);
        if (found) return found;
      }
      for (const wording of named) {
        const found = this.#atSea(wording, size, isTied ? looks.nameReach : 0, { isClear, isTied });
        if (found) return found;
      }
    }
    return null;
  }

  /** The code in its space, clear of order lines. */
  #placeClearCode(code: Wording): Label | null {
    for (const size of this.#small().slice(0, looks.clearSteps)) {
      const found = this.#inside(code, size, { isClear: true });
      if (found) return found;
    }
    return null;
  }

  /** The code half out at sea, in the place of a unit or, of a land, tied to it by a line: clear of order lines. */
  #placeCodeBeside(code: Wording): Label | null {
    const near = this.#astride(code, this.#least, true) ?? this.#placeForUnit(code, true);
    return near ?? (this.space.isSea ? null : this.#atSea(code, this.#least, looks.nameReach, { isClear: true }));
  }

  /** The letters of codes. */
  #small(): number[] {
    return shrink(this.#letters[PROVINCE] as number, this.#least);
  }

  #placeCode(code: Wording): Label | null {
    const small = this.#small();
    const reach = looks.codeReach[this.#scale.level] as number;
    const clear = this.#hasLines() ? (this.#placeClearCode(code) ?? this.#placeCodeBeside(code)) : null;
    if (clear) return clear;
    for (const size of small) {
      const found = this.#inside(code, size);
      if (found) return found;
    }
    for (const size of small) {
      const found = this.#astride(code, size);
      if (found) return found;
    }
    return (
      this.#inside(code, this.#least, { isOverIslets: true }) ??
      (this.#sizeClass === GULF ? (this.#placeBent({ ...code, hasCodeLine: false }, this.#least)[0] ?? this.#squeeze(code, this.#least)) : null) ??
      this.#placeForUnit(code) ??
      this.#atSea(code, this.#least, reach) ??
      (this.space.isSea ? null : this.#squeeze(code, this.#least)) ??
      this.#wear({ ...code, hasCodeLine: false }, this.#least, looks.wornDown.slice(0, 1)) ??
      (this.space.isSea ? null : this.#squeeze(code, looks.tight * this.#least)) ??
      this.#atSea(code, this.#least, reach, { overLand: looks.farOverLand }) ??
      this.#placeLast({ ...code, hasCodeLine: false })
    );
  }

  /** If there is no other room: the code over the bottom of the unit, then in letters below the usual minimum. */
  #placeLast(code: Wording): Label | null {
    const size = looks.tight * this.#least;
    return (
      this.#wear(code, this.#least) ??
      (this.#sizeClass === GULF ? this.#placeBent(code, size)[0] : null) ??
      this.#squeeze(code, size) ??
      this.#wear(code, size)
    );
  }

  /** The code across the unit: right under it if possible, otherwise over its bottom; last, at high zoom, its middle. */
  #wear(code: Wording, size: number, downs: readonly number[] = looks.wornDown): Label | null {
    const { block, level } = this.#scale;
    const [left, top, right, bottom] = unitBox(this.#x, this.#y, block);
    const unit: Box = [left, top, right, bottom + this.#drop];
    const wide = widthOf(code, size, this.#measure);
    const high = heightOf(code, size);
    for (const down of downs.slice(0, level === WORLD ? looks.wornFar : undefined)) {
      for (const aside of looks.wornAside) {
        const spot = [this.#x + aside * block, this.#y + down * block + high / 2] as const;
        const box = boxRound(spot, wide, high);
        if (!this.room.taken.isFree(box, unit) || !this.#isOnSheet(box)) continue;
        const { own, foreign } = this.room.terrain.weigh(this.#units(box), this.space.code);
        if (foreign <= looks.foreign && own > 1 - looks.foreign) return { ...this.#label(code, spot, size, box), isWorn: true };
      }
    }
    return null;
  }

  /** The code in the place of an absent unit, under the mark of a centre. */
  #placeForUnit(code: Wording, isClear = false): Label | null {
    const high = heightOf(code, this.#least);
    for (const down of this.#isBusy ? [] : [high / 2, high, 0]) {
      const spot = [this.#x, this.#y + down] as const;
      const box = boxRound(spot, widthOf(code, this.#least, this.#measure), high);
      if (!this.room.standing.isFree(box) || !this.#isOnSheet(box)) continue;
      if (isClear && !this.room.lines.isFree(box)) continue;
      const { foreign, own } = this.room.terrain.weigh(this.#units(box), this.space.code);
      if (foreign <= looks.foreign && own > 1 - looks.foreign) return this.#label(code, spot, this.#least, box);
    }
    return null;
  }

  /** The name along the shape; a wide sea has it several times, along at least this share of its curves. */
  #placeBent(wording: Wording, size: number, isClear = false, least = HALF, isOffIslets = false): Label[] {
    const bent = this.space.names.flatMap((curve) => this.#bend(curve, wording, size, isClear) ?? []);
    const found = bent.filter((label) => !(isOffIslets && this.#isOnIslet(label)));
    if (found.length < least * this.space.names.length) return [];
    return found.map((label, number) => ({ ...label, isRepeat: number > 0 }));
  }

  #bend(curve: Curve, wording: Wording, size: number, isClear: boolean): Label | null {
    const { k } = this.#scale;
    const ends = curve.map(({ x, y }) => [x * k, y * k] as const) as unknown as Bent["ends"];
    const steps = walk(ends);
    const length = lengthOf(steps);
    const width = widthAlong(wording, size, this.#measure);
    if (width > looks.bentMost * length) return null;
    const spare = Math.max(0, looks.bentShare * length - width) / Math.max(1, countAlong(wording) * size);
    const spacing = Math.round(Math.min(looks.bentSpacing[this.#sizeClass] as number, spare) * 1000) / 1000;
    const bent = { ends, spacing };
    const boxes = [...bentBoxes(bent, wording, size, this.#measure)];
    for (const box of boxes) {
      if (!this.#isFree(box, isClear)) return null;
      if (this.#isHeld(box)) continue;
      // A name is completely within its space; letters of a single code may touch a shore.
      const { own } = this.room.terrain.weigh(this.#units(box), this.space.code);
      if (wording.isName || own < 1 - looks.foreign) return null;
    }
    const [x, y] = pointAt(steps, length / 2);
    return { space: this.space.code, wording, x, y, size, boxes, box: hullOf(boxes), leader: null, bent, isRepeat: false, isWorn: false };
  }

  /** Completely within the space, clear of islets; of the smallest ones too, if there is such a spot. */
  #inside(wording: Wording, size: number, { isClear = false, isOverIslets = false } = {}): Label | null {
    const wide = widthOf(wording, size, this.#measure);
    const high = heightOf(wording, size);
    if (wide * high > this.#area * this.#scale.k ** 2) return null;
    let second: Label | null = null;
    for (const spot of this.#insideSpots(wide, high)) {
      const box = boxRound(spot, wide, high);
      if (!holds(this.space.box, this.#units(box))) continue;
      if (!this.#isFree(box, isClear) || !this.#isHeld(box)) continue;
      if (!isOverIslets && !this.room.islets.isFree(box)) continue;
      if (isOverIslets || this.room.specks.isFree(box)) return this.#label(wording, spot, size, box);
      second ??= this.#label(wording, spot, size, box);
    }
    return second;
  }

  /** The code anywhere in a narrow sea or a small land, at worst with its edge over a shore or a border. */
  #squeeze(code: Wording, size: number): Label | null {
    const { k } = this.#scale;
    const wide = widthOf(code, size, this.#measure);
    const high = heightOf(code, size);
    const [left, top, right, bottom] = this.space.box.map((edge) => edge * k) as [number, number, number, number];
    let best: Label | null = null;
    let least = looks.foreign;
    for (let y = top; y < bottom; y += looks.squeeze) {
      for (let x = left; x < right; x += looks.squeeze) {
        const box = boxRound([x, y], wide, high);
        if (!this.#isFree(box, false) || !this.#isOnSheet(box)) continue;
        const { own, foreign } = this.room.terrain.weigh(this.#units(box), this.space.code);
        if (foreign < least && own > 1 - looks.foreign) [best, least] = [this.#label(code, [x, y], size, box), foreign];
      }
    }
    return best;
  }

  /** Beside the unit, partly out at sea, as names of coastal towns are. */
  #astride(wording: Wording, size: number, isClear = false): Label | null {
    if (this.space.isSea) return null;
    const wide = widthOf(wording, size, this.#measure);
    const high = heightOf(wording, size);
    for (const spot of this.#besideSpots(wide + 2 * GAP, high + 2 * GAP)) {
      const box = boxRound(spot, wide, high);
      if (!this.#isFree(box, isClear) || !this.#isOnSheet(box)) continue;
      const { own, foreign } = this.room.terrain.weigh(this.#units(box), this.space.code);
      if (own >= looks.astride && foreign <= looks.foreign / 4) return this.#label(wording, spot, size, box);
    }
    return null;
  }

  /**
   * Off the space, at sea, tied to it by a line; untied only right beside a small island. The nearest spot whose line
   * crosses nothing, or otherwise the least land.
   */
  #atSea(wording: Wording, size: number, reach: number, { isClear = false, isTied = true, overLand = looks.overLand } = {}): Label | null {
    const wide = widthOf(wording, size, this.#measure);
    const high = heightOf(wording, size);
    const anchor: Point = [this.#x, this.#y];
    let best: Label | null = null;
    let least = overLand;
    for (const spot of this.#outsideSpots(wide + 2 * GAP, high + 2 * GAP, reach)) {
      const box = boxRound(spot, wide, high);
      if (!this.#isFree(box, isClear) || !this.#isOnSheet(box)) continue;
      if (this.room.terrain.weigh(this.#units(box), this.space.code).foreign > looks.foreign) continue;
      const leader = this.#isBeside(box) ? null : ([nearest(box, anchor), anchor] as const);
      const label = { ...this.#label(wording, spot, size, box), leader };
      if (!leader) return label;
      if (!isTied || !this.#isClear(...leader)) continue;
      const crossed = this.#crossLand(...leader);
      if (crossed === 0) return label;
      if (crossed < least) [best, least] = [label, crossed];
    }
    return best;
  }

  /** The px of a leader line on the land of other spaces. */
  #crossLand(start: Point, end: Point): number {
    const step = 4;
    let crossed = 0;
    for (const [x, y] of stepsOf(start, end, step)) {
      if (this.room.terrain.weigh(this.#units([x - 1, y - 1, x + 1, y + 1]), this.space.code).foreign > 0) crossed += step;
    }
    return crossed;
  }

  #label(wording: Wording, [x, y]: Point, size: number, box: Box): Label {
    return { space: this.space.code, wording, x, y, size, boxes: [box], box, leader: null, bent: null, isRepeat: false, isWorn: false };
  }

  /** True if a box is free and, if it must be clear, no order line crosses it. */
  #isFree(box: Box, isClear: boolean): boolean {
    return this.room.taken.isFree(box) && !(isClear && !this.room.lines.isFree(box));
  }

  #hasLines(): boolean {
    return !this.room.lines.isEmpty;
  }

  /** True if a label needs no line, because enough of it is on its space, or it is close to a small island. */
  #isBeside(box: Box): boolean {
    const [x, y] = nearest(box, [this.#x, this.#y]);
    const room = this.#scale.block * 0.76 + 2 * GAP + this.#drop;
    if (!this.space.isDisc) {
      const { own } = this.room.terrain.weigh(this.#units(box), this.space.code);
      if (own < 0.2 || own >= looks.astride) return own >= looks.astride;
    }
    return Math.hypot(x - this.#x, y - this.#y) <= Math.max(room, this.#disc() + 3 * GAP);
  }

  /** True if a leader line crosses no label and no unit of another space. */
  #isClear(start: Point, end: Point): boolean {
    const { k, block } = this.#scale;
    const coasts = [...this.space.coasts.values()].map(({ x, y }) => unitBox(x * k, y * k, block));
    const own = [unitBox(end[0], end[1], block), ...coasts];
    for (const [x, y] of stepsOf(start, end, 4)) {
      const isOwn = own.some(([left, top, right, bottom]) => left <= x && x <= right && top <= y && y <= bottom + this.#drop);
      if (!isOwn && !this.room.taken.isFree([x - 0.5, y - 0.5, x + 0.5, y + 0.5])) return false;
    }
    return true;
  }

  #disc(): number {
    return this.space.isDisc ? looks.disc * this.#scale.k : 0;
  }

  *#insideSpots(wide: number, high: number): Generator<Point> {
    const { k, block } = this.#scale;
    const [x, y] = [this.#x, this.#y];
    const under = y + 0.72 * block + GAP + this.#drop + high / 2;
    yield [x, under];
    yield [this.space.label.x * k, this.space.label.y * k];
    // Clear of the sails, and of the frame round a unit in hand.
    const above = y - 0.86 * block - GAP - high / 2;
    for (const share of [-0.2, 0.2, -0.4, 0.4]) yield [x + share * wide, under];
    for (const share of [0, -0.3, 0.3]) yield [x + share * wide, above];
    const aside = 0.78 * block + GAP + wide / 2;
    for (const drop of [0, 0.35, -0.35]) {
      yield [x + aside, y + drop * block];
      yield [x - aside, y + drop * block];
    }
    const across = Math.max(wide * 0.3, 8);
    const down = Math.max(high * 0.6, 7);
    for (const [column, row] of STEPS) yield [x + column * across, y + row * down];
  }

  *#besideSpots(wide: number, high: number): Generator<Point> {
    const { block } = this.#scale;
    const [x, y] = [this.#x, this.#y];
    const under = 0.72 * block + this.#drop + high / 2;
    const above = -0.8 * block - high / 2;
    const aside = 0.8 * block + wide / 2;
    yield [x, y + under];
    for (const drop of [0, 0.35, -0.35]) {
      yield [x + aside, y + drop * block];
      yield [x - aside, y + drop * block];
    }
    for (const share of [0.25, -0.25, 0.5, -0.5]) yield [x + share * wide, y + under];
    for (const share of [0, 0.25, -0.25, 0.5, -0.5]) yield [x + share * wide, y + above];
    for (const drop of [0.8, -0.8, 1.2, -1.2]) {
      yield [x + aside, y + drop * block];
      yield [x - aside, y + drop * block];
    }
  }

  /** Around the unit, at growing distances; beside and below before above. */
  *#outsideSpots(wide: number, high: number, reach: number): Generator<Point> {
    const start = Math.max(0.72 * this.#scale.block, this.#disc()) + 1;
    for (let step = 0; step <= reach; step++) {
      const away = start + step * looks.reachStep;
      for (const [across, down] of ROUND) {
        const drop = down > 0 ? this.#drop : 0;
        yield [this.#x + across * (away + wide / 2), this.#y + down * (away + high / 2) + drop];
      }
    }
  }

  /** True if a box is on the sheet; a round world has no edge at its sides. */
  #isOnSheet(box: Box): boolean {
    const { sheet, wraps } = this.#board;
    const [left, top, right, bottom] = this.#units(box);
    return top >= sheet[1] && bottom <= sheet[3] && (wraps || (left >= sheet[0] && right <= sheet[2]));
  }

  #isHeld(box: Box): boolean {
    return this.room.terrain.holds(this.#units(box), this.space.code);
  }

  /** A box in board units. */
  #units(box: Box): Box {
    const { k } = this.#scale;
    return [box[0] / k, box[1] / k, box[2] / k, box[3] / k];
  }
}

const STEPS: readonly (readonly [number, number])[] = makeSteps();
const ROUND = [
  [0, 1], [1, 0], [-1, 0], [0, -1], [0.9, 0.45], [-0.9, 0.45], [0.9, -0.45], [-0.9, -0.45],
  [0.5, 0.87], [-0.5, 0.87], [0.5, -0.87], [-0.5, -0.87],
] as const;

function makeSteps(): [number, number][] {
  const steps: [number, number][] = [];
  for (let column = -5; column <= 5; column++) {
    for (let row = -7; row <= 7; row++) if (column || row) steps.push([column, row]);
  }
  return steps.sort((a, b) => a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2);
}

function boxRound([x, y]: Point, wide: number, high: number): Box {
  return [x - wide / 2 - GAP, y - high / 2 - GAP, x + wide / 2 + GAP, y + high / 2 + GAP];
}

/** Smaller and smaller letters, down to the minimum. */
function shrink(size: number, least: number): number[] {
  const sizes: number[] = [];
  for (let next = size; next > least; next *= looks.shrink) sizes.push(next);
  return [...sizes, least];
}

/** The spot of a box that is nearest to a point. */
function nearest(box: Box, [x, y]: Point): Point {
  return [Math.min(Math.max(x, box[0]), box[2]), Math.min(Math.max(y, box[1]), box[3])];
}

function* stepsOf(start: Point, end: Point, length: number): Generator<Point> {
  const count = Math.max(1, Math.trunc(Math.hypot(end[0] - start[0], end[1] - start[1]) / length));
  for (let number = 1; number < count; number++) {
    const share = number / count;
    yield [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
  }
}

/** The class of a space by its area, measured in squares as wide as the radius of a unit. */
export function classOf({ isSea }: Pick<Space, "isSea">, area: number, unit: number): number {
  const share = area / unit ** 2;
  const [ocean = 0, sea = 0] = looks.waters;
  if (isSea) return share >= ocean ? OCEAN : share >= sea ? SEA : GULF;
  return share >= looks.countries ? COUNTRY : PROVINCE;
}

/** Names of theatres and oceans when the whole world is shown. */
export type TheatreLabel = {
  name: string;
  isSea: boolean;
  /** The possible places of the name, best first, and the width of an ocean there. */
  spots: readonly { spot: Spot; span: number }[];
};

/** For each theatre: spots from its middle outward; oceans are named where they are widest. */
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
