import { base as looks, hatching } from "../theme/looks";
import { drawPassage } from "./baseMarks";
import type { Arc, Area, AreaName, Board, Outline, Space } from "./boardFile";
import { Details, type Detail } from "./detail";
import type { Stroke } from "./figure";
import { touches, type Box } from "./geometry";
import { isBarred, isClosedWater, isLined } from "./ground";
import { finenessOf, levelOf, REGION, WORLD, zoomOf } from "./levels";
import { fillOf, type Paint } from "./paint";
import type { Point } from "./tracks";
import type { Power, SpaceCode } from "./types";
import type { Camera } from "./view";
import { shiftsOf } from "./wrap";

/** Px beyond the window that are still drawn, so that lines near the edge are whole. */
const BLEED = 14;

/** One request: paint `region` (device px of the canvas) as seen by a camera (in CSS px of the canvas). */
export type Job = { camera: Camera; ratio: number; region: Box; paint: Paint };

/** Paints the base: sea, lining, land, tints, hatching, bands, borders. */
export class BasePainter {
  readonly details: Details;
  #patterns = new Map<string, CanvasPattern>();

  constructor(readonly board: Board) {
    this.details = new Details(board);
  }

  paint(context: CanvasRenderingContext2D, job: Job): void {
    const [left, top, right, bottom] = job.region;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    new Pass(this, context, job).run();
    context.restore();
  }

  /** A cell of hatching as a pattern, in device px. */
  pattern(key: string, cell: number, ratio: number, draw: (context: CanvasRenderingContext2D) => void): CanvasPattern | null {
    const name = `${key} ${ratio}`;
    const found = this.#patterns.get(name);
    if (found) return found;
    const tile = document.createElement("canvas");
    tile.width = tile.height = Math.round(cell * ratio);
    const context = tile.getContext("2d");
    if (!context) return null;
    context.scale(tile.width / cell, tile.height / cell);
    draw(context);
    const made = context.createPattern(tile, "repeat");
    if (made) this.#patterns.set(name, made);
    return made;
  }
}

/** One painting of one region: layer by layer, each in every copy of the world that shows. */
class Pass {
  #k: number;
  #zoom: number;
  #fine: number;
  #detail: Detail;
  #window: Box;
  #turn: number | null;
  /** Visible lines, each with its shifts: found once and used for every layer. */
  #shown: { arc: Arc; shifts: readonly number[] }[];

  constructor(
    readonly painter: BasePainter,
    readonly context: CanvasRenderingContext2D,
    readonly job: Job,
  ) {
    const { camera, ratio, region } = job;
    const { board } = painter;
    this.#k = camera.k * ratio;
    this.#zoom = zoomOf(camera.k, board.unit);
    this.#fine = finenessOf(this.#zoom);
    this.#detail = painter.details.at(this.#k);
    const bleed = BLEED * ratio;
    this.#window = [
      (region[0] - bleed - camera.x * ratio) / this.#k,
      (region[1] - bleed - camera.y * ratio) / this.#k,
      (region[2] + bleed - camera.x * ratio) / this.#k,
      (region[3] + bleed - camera.y * ratio) / this.#k,
    ];
    this.#turn = board.wraps ? board.width : null;
    this.#shown = board.arcs
      .map((arc) => ({ arc, shifts: shiftsOf(arc.box, this.#window, this.#turn) }))
      .filter(({ shifts }) => shifts.length > 0);
  }

  run(): void {
    const { context } = this;
    context.lineJoin = "round";
    context.lineCap = "round";
    this.#sea();
    this.#closed();
    this.#seaBorders();
    this.#lands();
    this.#hatching();
    this.#bands();
    this.#borders();
    this.#seam();
    this.#surround();
    this.#closedNames();
    this.#ties();
    this.#marks();
  }

  /** A number of CSS px in board units. */
  #px(width: number): number {
    return (width * this.job.ratio) / this.#k;
  }

  #at(shift: number): void {
    const { camera, ratio } = this.job;
    this.context.setTransform(this.#k, 0, 0, this.#k, (camera.x + shift * camera.k) * ratio, camera.y * ratio);
  }

  /** Draw something with a box in every copy of the world that shows it. */
  #each<T extends { box: Box }>(things: Iterable<T>, draw: (thing: T) => void): void {
    for (const thing of things) {
      for (const shift of shiftsOf(thing.box, this.#window, this.#turn)) {
        this.#at(shift);
        draw(thing);
      }
    }
  }

  /** Lines that pass a test, as one path, so that their strokes merge and do not overlap. */
  #gather(isWanted: (arc: Arc) => boolean, detail = this.#detail): Path2D | null {
    const gathered = new Path2D();
    let isEmpty = true;
    for (const { arc, shifts } of this.#shown) {
      if (!isWanted(arc)) continue;
      for (const shift of shifts) gathered.addPath(detail.arc(arc), { e: shift });
      isEmpty = false;
    }
    return isEmpty ? null : gathered;
  }

  #stroke(path: Path2D | null, colour: string, width: number, dashes: readonly number[] = []): void {
    if (!path) return;
    this.#at(0);
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = this.#px(width);
    context.setLineDash(dashes.map((part) => this.#px(part)));
    context.stroke(path);
    context.setLineDash([]);
  }

  #sea(): void {
    const { tokens } = this.job.paint;
    const { context } = this;
    const [left, top, right, bottom] = this.job.region;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = tokens.sea;
    context.fillRect(left, top, right - left, bottom - top);
    // Wide strokes along a jagged coast are the most expensive part; a slightly smoother coast is enough for them.
    const shore = this.#gather((arc) => isLined(this.painter.board, arc), this.painter.details.at(this.#k, 1));
    context.lineJoin = levelOf(this.#zoom) >= REGION ? "round" : "bevel";
    // One line at World zoom, two at Theatre, three beyond.
    for (const [outer = 0, inner = 0, strength = 0] of looks.lining.slice(2 - Math.min(levelOf(this.#zoom), 2))) {
      context.globalAlpha = strength;
      this.#stroke(shore, tokens.seaLine, outer * this.#fine);
      context.globalAlpha = 1;
      this.#stroke(shore, tokens.sea, inner * this.#fine);
    }
    context.lineJoin = "round";
  }

  /** Dashes between seas, and along closed water. */
  #seaBorders(): void {
    const { board } = this.painter;
    const borders = this.#gather((arc) => arc.kind === "sea" || isClosedWater(board, arc));
    const dashes = looks.seaDots.map((part) => part * this.#fine);
    this.context.lineCap = "butt";
    const width = looks.seaBorder * Math.max(looks.thinnest, this.#fine);
    this.#stroke(borders, this.job.paint.tokens.seaBorder, width, dashes);
    this.context.lineCap = "round";
  }

  /** Areas closed to all: land striped in tones of land, water hatched in tones of the sea; scenery; islets. */
  #closed(): void {
    const { tokens } = this.job.paint;
    const { board } = this.painter;
    const lakes = board.scenery.filter(({ isLand }) => !isLand);
    const closed = [...board.closed.values(), ...lakes];
    const stripes = this.#lines("stripes", tokens.closedStripe, looks.stripes, looks.stripeWidth, looks.stripeCell);
    const hatching = this.#lines("closed", tokens.seaBorder, looks.closedHatching, looks.closedWidth, looks.closedCell);
    this.#each(closed, (area) =>
      this.#fill(area, area.isLand ? tokens.closedLand : tokens.closedSea, area.isLand ? stripes : hatching, 1),
    );
    this.#each(board.scenery.filter(({ isLand }) => isLand), (area) => this.#fill(area, tokens.scenery));
    const least = this.#px(looks.leastIslet);
    const islets = board.islets.filter(({ box }) => Math.max(box[2] - box[0], box[3] - box[1]) >= least);
    this.context.strokeStyle = tokens.coast;
    this.#each(islets, ({ line }) => {
      const path = this.#detail.islet(line);
      this.context.fillStyle = tokens.scenery;
      this.context.lineWidth = this.#px(looks.islet);
      this.context.fill(path);
      this.context.stroke(path);
    });
  }

  #lines(key: string, colour: string, path: string, width: number, cell: number): CanvasPattern | null {
    return this.#hatch(`${key} ${colour}`, cell, (context) => {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(new Path2D(path));
    });
  }

  /** The names of closed areas and lakes in grey, where they fit. */
  #closedNames(): void {
    if (levelOf(this.#zoom) === WORLD) return;
    const { board } = this.painter;
    for (const area of [...board.closed.values(), ...board.scenery]) {
      for (const place of area.places) this.#closedName(area, place);
    }
  }

  #closedName(area: Area, place: AreaName): void {
    const { context } = this;
    const { camera, ratio, paint } = this.job;
    const { tokens } = paint;
    const [x, y, half] = [place.spot.x, place.spot.y, place.span / 2];
    const shifts = shiftsOf([x - half, y - half, x + half, y + half], this.#window, this.#turn);
    if (!shifts.length) return;
    const [least = 0, most = 0] = looks.closedLetters;
    const font = (size: number) => `${area.isLand ? "" : "italic "}500 ${size}px "EB Garamond", Georgia, serif`;
    context.font = font(100);
    const width = (context.measureText(area.name).width / 100) * (1 + 2 * looks.closedSpacing);
    const letters = Math.min(most, (0.8 * place.span * camera.k) / width);
    if (letters < least || (area.places.length > 1 && !place.tilt && this.#isAshore(place, letters, width))) return;
    context.font = font(letters);
    context.letterSpacing = `${letters * looks.closedSpacing}px`;
    context.textAlign = "center";
    context.fillStyle = tokens.ink2;
    context.strokeStyle = area.isLand ? tokens.closedLand : tokens.closedSea;
    context.lineWidth = 3.2;
    for (const shift of shifts) {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.translate((x + shift) * camera.k + camera.x, y * camera.k + camera.y);
      context.rotate((place.tilt * Math.PI) / 180);
      context.strokeText(area.name, 0, letters * 0.35);
      context.fillText(area.name, 0, letters * 0.35);
    }
    context.letterSpacing = "0px";
  }

  /** True if a level name lies on an islet that is longer than its letters are high. */
  #isAshore({ spot: { x, y } }: AreaName, letters: number, width: number): boolean {
    const high = letters / this.job.camera.k;
    const name: Box = [x - (high * width) / 2, y - high / 2, x + (high * width) / 2, y + high / 2];
    return this.painter.board.islets.some(({ box }) => Math.max(box[2] - box[0], box[3] - box[1]) > high && touches(box, name));
  }

  #fill(outline: Outline, colour: string, hatching: CanvasPattern | null = null, opacity = 0): void {
    const { context } = this;
    const path = this.#detail.area(outline);
    context.fillStyle = colour;
    context.fill(path, "evenodd");
    if (!hatching) return;
    context.globalAlpha = opacity;
    context.fillStyle = hatching;
    context.fill(path, "evenodd");
    context.globalAlpha = 1;
  }

  /** A pattern that keeps its size in px whatever the scale. */
  #hatch(key: string, cell: number, draw: (context: CanvasRenderingContext2D) => void): CanvasPattern | null {
    const pattern = this.painter.pattern(key, cell, this.job.ratio, draw);
    // Finer in a small picture of the whole world, where it would hide the tints.
    const size = Math.max(hatching.least, this.#fine) / this.#k;
    pattern?.setTransform(new DOMMatrix([size, 0, 0, size, 0, 0]));
    return pattern;
  }

  #lands(): void {
    const { paint } = this.job;
    this.#each(this.#landSpaces(), (space) => {
      this.#fill(space, fillOf(paint, space.code));
    });
  }

  *#landSpaces(): Generator<Space> {
    for (const space of this.painter.board.spaces.values()) if (!space.isSea) yield space;
  }

  #hatching(): void {
    const { paint } = this.job;
    for (const [power, look] of Object.entries(paint.powers)) {
      const owned = this.#inSight(paint.owners, power);
      const homes = this.#inSight(paint.homes, power);
      if (!owned.length && !homes.length) continue;
      const pattern = this.#hatch(`${power} ${look.hatch}`, look.cell, (context) => {
        context.strokeStyle = context.fillStyle = look.hatch;
        context.lineWidth = hatching.width;
        if (look.hatching) context.stroke(new Path2D(look.hatching));
        else for (const at of hatching.dots) context.fill(dot(at));
      });
      if (!pattern) continue;
      this.context.globalAlpha = look.opacity;
      this.#each(owned, (space) => {
        this.context.fillStyle = pattern;
        this.context.fill(this.#detail.area(space), "evenodd");
      });
      this.context.globalAlpha = look.opacity * looks.homeHatching;
      this.#each(homes, (space) => {
        this.context.fillStyle = pattern;
        this.context.fill(this.#detail.area(space), "evenodd");
      });
      this.context.globalAlpha = 1;
    }
  }

  /** The visible spaces of a power. */
  #inSight(owners: ReadonlyMap<SpaceCode, Power>, power: Power): Space[] {
    const found: Space[] = [];
    for (const [code, owner] of owners) {
      const space = owner === power ? this.painter.board.spaces.get(code) : undefined;
      if (space && shiftsOf(space.box, this.#window, this.#turn).length) found.push(space);
    }
    return found;
  }

  #bands(): void {
    const { owners, held } = this.job.paint;
    this.#bandsOf(owners, looks.band);
    this.#bandsOf(held, looks.halfBand);
  }

  /** The band runs round a realm, not round each of its spaces; it is clipped to one space at a time. */
  #bandsOf(owners: ReadonlyMap<SpaceCode, Power>, [width = 0, opacity = 0]: readonly number[]): void {
    const { context, painter } = this;
    for (const [code, power] of owners) {
      const space = painter.board.spaces.get(code);
      const look = this.job.paint.powers[power];
      if (!space || !look) continue;
      for (const shift of shiftsOf(space.box, this.#window, this.#turn)) {
        const rim = this.#rim(space, owners, power);
        if (!rim) continue;
        this.#at(shift);
        context.save();
        context.clip(this.#detail.area(space), "evenodd");
        context.globalAlpha = opacity;
        context.strokeStyle = look.unit;
        context.lineWidth = this.#px(2 * width * this.#fine);
        context.stroke(rim);
        context.restore();
      }
    }
  }

  #rim(space: Space, owners: ReadonlyMap<SpaceCode, Power>, power: Power): Path2D | null {
    const rim = new Path2D();
    let isEmpty = true;
    for (const number of space.arcs) {
      const arc = this.painter.board.arcs[number];
      if (!arc || arc.sides.filter((side) => owners.get(side) === power).length !== 1) continue;
      rim.addPath(this.#detail.arc(arc));
      isEmpty = false;
    }
    return isEmpty ? null : rim;
  }

  #borders(): void {
    const { tokens } = this.job.paint;
    const { board } = this.painter;
    const thin = Math.max(looks.thinnest, this.#fine);
    this.#stroke(this.#gather((arc) => arc.kind === "land"), tokens.border, looks.landBorder * thin);
    this.#stroke(this.#gather((arc) => isBarred(board, arc) || isLined(board, arc)), tokens.coast, looks.coast * thin);
    this.#stroke(this.#gather((arc) => arc.kind === "scenery" && !isLined(board, arc)), tokens.coast, looks.islet);
    const nations = this.#gather((arc) => arc.kind === "land" && board.nations.get(arc.sides[0]) !== board.nations.get(arc.sides[1]));
    this.#stroke(nations, tokens.coast, looks.nation * thin);
    // An island closed to armies has a dashed coast.
    const barred = this.#gather((arc) => arc.kind === "coast" && arc.sides.some((side) => board.spaces.get(side)?.isClosed));
    this.context.lineCap = "butt";
    this.#stroke(barred, tokens.sea, looks.closedCoast * thin, looks.closedDashes);
    this.context.lineCap = "round";
  }

  /** A dotted meridian at the seam of the world. */
  #seam(): void {
    if (this.#turn === null) return;
    const { board } = this.painter;
    const seam = new Path2D();
    const [left, , right] = this.#window;
    for (let copy = Math.ceil(left / this.#turn); copy * this.#turn <= right; copy++) {
      seam.moveTo(copy * this.#turn, 0);
      seam.lineTo(copy * this.#turn, board.height);
    }
    this.#stroke(seam, this.job.paint.tokens.ink2, looks.seam, looks.seamDots);
  }

  /** Blank paper around the board's edge, with the off-board boxes. */
  #surround(): void {
    const { context } = this;
    const { tokens } = this.job.paint;
    const { board } = this.painter;
    const [left, top, right, bottom] = this.#window;
    const [low, high] = this.#turn === null ? [0, board.width] : [left - 1, right + 1];
    this.#at(0);
    const paper = new Path2D();
    paper.rect(left - 1, top - 1, right - left + 2, bottom - top + 2);
    paper.rect(low, 0, high - low, board.height);
    context.fillStyle = tokens.paper;
    context.fill(paper, "evenodd");
    const edge = new Path2D();
    edge.rect(low, 0, high - low, board.height);
    this.#stroke(edge, tokens.ink, looks.edge);
    this.#boxes();
  }

  /** Dotted hairlines from outlying islands to the main piece of their space, if long enough to be seen. */
  #ties(): void {
    const { context } = this;
    const { paper, coast } = this.job.paint.tokens;
    context.setLineDash(looks.tieDots.map((part) => this.#px(part)));
    const strokes: readonly [string, number][] = [[paper, looks.tieHalo], [coast, looks.tie]];
    for (const [colour, width] of strokes) {
      context.strokeStyle = colour;
      context.lineWidth = this.#px(width);
      this.#each(this.painter.board.ties, ({ start, end }) => {
        if (Math.hypot(end.x - start.x, end.y - start.y) < this.#px(looks.tieLength)) return;
        context.beginPath();
        context.moveTo(start.x, start.y);
        context.lineTo(end.x, end.y);
        context.stroke();
      });
    }
    context.setLineDash([]);
  }

  /** Canals and crossings; too small to read when the whole world is shown. */
  #marks(): void {
    if (levelOf(this.#zoom) === WORLD) return;
    const { camera, ratio, paint } = this.job;
    for (const mark of this.painter.board.marks) {
      for (const shift of shiftsOf(mark.box, this.#window, this.#turn)) {
        const line = mark.line.map(({ x, y }): Point => [(x + shift) * camera.k + camera.x, y * camera.k + camera.y]);
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
        for (const stroke of drawPassage(mark.kind, line, paint.tokens)) this.#paintStroke(stroke);
      }
    }
    this.context.lineCap = "round";
  }

  /** A piece of a drawing, in px. */
  #paintStroke({ d, fill, stroke, width = 1, dash, isRound, strokeOpacity = 1 }: Stroke): void {
    const { context } = this;
    const path = new Path2D(d);
    if (fill) {
      context.fillStyle = fill;
      context.fill(path);
    }
    if (!stroke) return;
    context.globalAlpha = strokeOpacity;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineCap = isRound ? "round" : "butt";
    context.setLineDash(dash?.split(" ").map(Number) ?? []);
    context.stroke(path);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** Off-board boxes: a double frame, with their connections at the bottom. */
  #boxes(): void {
    const { context } = this;
    const { tokens } = this.job.paint;
    this.#each(this.painter.board.boxes, ({ box, notes }) => {
      const [left, top, right, bottom] = box;
      for (const [inset = 0, width = 0] of looks.boxes) {
        const by = this.#px(inset);
        const frame = new Path2D();
        frame.rect(left + by, top + by, right - left - 2 * by, bottom - top - 2 * by);
        if (!inset) {
          context.fillStyle = tokens.sea;
          context.fill(frame);
        }
        context.strokeStyle = tokens.ink2;
        context.lineWidth = this.#px(width);
        context.stroke(frame);
      }
      this.#boxNotes(box, notes);
    });
  }

  #boxNotes([left, , right, bottom]: Box, notes: readonly string[]): void {
    if (levelOf(this.#zoom) === WORLD) return;
    const { context } = this;
    const { camera, ratio, paint } = this.job;
    const size = Math.max(looks.leastBoxLetters, Math.min(looks.boxLetters * this.painter.board.unit * camera.k, looks.mostBoxLetters));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.textAlign = "center";
    context.fillStyle = paint.tokens.seaText;
    for (const [number, line] of [...notes].reverse().entries()) {
      context.font = `italic ${line.startsWith("lists") ? 600 : 500} ${size}px "EB Garamond", Georgia, serif`;
      const y = bottom * camera.k + camera.y - looks.boxFoot * size - number * size * 1.1;
      context.fillText(line, ((left + right) / 2) * camera.k + camera.x, y, (right - left) * camera.k - 2 * looks.boxEdge);
    }
  }
}

function dot(at: number): Path2D {
  const path = new Path2D();
  path.arc(at, at, hatching.dotRadius, 0, 2 * Math.PI);
  return path;
}
