import type { BasePainter } from "./basePainter";
import { hullOf, touches, type Box } from "./geometry";
import type { Paint } from "./paint";
import { snap, type Camera } from "./view";

/** Px of board that a plate holds beyond each edge of the window, so that a pan has something to show. */
export const MARGIN = 192;
/** More device px per CSS px than this cost more than they show; a machine with few cores gets fewer. */
const MOST_RATIO = 2;
const SLOW_RATIO = 1.5;
const FEW_CORES = 4;
/** Device px of a plate that are painted in one frame. */
const PIECE = 160_000;

/** One picture of the base, for one camera. It is painted piece by piece, and can be pushed sideways and extended. */
export class Plate {
  camera: Camera | null = null;
  paint: Paint | null = null;
  #context: CanvasRenderingContext2D | null;
  #pending: Box[] = [];
  #ratio = 1;
  #size = { width: 0, height: 0 };

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly painter: BasePainter,
  ) {
    this.#context = canvas.getContext("2d", { alpha: false });
  }

  get isDone(): boolean {
    return this.#pending.length === 0;
  }

  /** True if it is a picture with this scale, paint and size. */
  fits(camera: Camera, paint: Paint, width: number, height: number): boolean {
    const { width: wide, height: high } = this.#size;
    return this.camera?.k === camera.k && this.paint === paint && wide === width && high === height;
  }

  /** Begin a new picture. */
  start(camera: Camera, paint: Paint, width: number, height: number): void {
    const most = (navigator.hardwareConcurrency || FEW_CORES) > FEW_CORES ? MOST_RATIO : SLOW_RATIO;
    this.#ratio = Math.min(most, devicePixelRatio || 1);
    this.#size = { width, height };
    const wide = Math.ceil((width + 2 * MARGIN) * this.#ratio);
    const high = Math.ceil((height + 2 * MARGIN) * this.#ratio);
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
      this.canvas.style.width = `${wide / this.#ratio}px`;
    }
    this.camera = snap(camera, this.#ratio);
    this.paint = paint;
    this.#pending = cut([0, 0, wide, high]);
  }

  /** Move the picture to another place of the board; the new parts remain to be painted. */
  extend(camera: Camera): void {
    const { width, height } = this.canvas;
    const context = this.#context;
    if (!this.camera || !context) return;
    const next = snap(camera, this.#ratio);
    const dx = Math.round((next.x - this.camera.x) * this.#ratio);
    const dy = Math.round((next.y - this.camera.y) * this.#ratio);
    if (!dx && !dy) return;
    this.camera = next;
    if (Math.abs(dx) >= width * 0.7 || Math.abs(dy) >= height * 0.7) {
      this.#pending = cut([0, 0, width, height]);
      return;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "copy";
    context.drawImage(this.canvas, dx, dy);
    context.globalCompositeOperation = "source-over";
    const whole: Box = [0, 0, width, height];
    const left = this.#pending.map((box): Box => [box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy]);
    this.#pending = left.flatMap((box) => clip(box, whole));
    if (dx) this.#pending.push(...cut(dx > 0 ? [0, 0, dx, height] : [width + dx, 0, width, height]));
    if (dy) this.#pending.push(...cut(dy > 0 ? [0, 0, width, dy] : [0, height + dy, width, height]));
  }

  /** Paint the next piece. */
  work(): void {
    const region = this.#pending.shift();
    if (region) this.#paintRegion(region);
  }

  /** True if everything in a camera's view is painted. */
  isReady(camera: Camera): boolean {
    const seen = this.#seen(camera);
    return !this.#pending.some((box) => touches(box, seen));
  }

  /** Paint a camera's view at once, and nothing beyond it. */
  finish(camera: Camera): void {
    const seen = outward(this.#seen(camera));
    const isUrgent = (box: Box) => touches(box, seen);
    const urgent = this.#pending.filter(isUrgent);
    if (!urgent.length) return;
    this.#pending = this.#pending.filter((box) => !isUrgent(box)).concat(urgent.flatMap((box) => without(box, seen)));
    for (const region of join(urgent.flatMap((box) => clip(box, seen)))) this.#paintRegion(region);
  }

  /** Px from the window's edge to the picture's on the nearest side; negative if part of the window is empty. */
  spare(camera: Camera): number {
    const { left, top, grow } = this.#place(camera);
    const { width, height } = this.#size;
    const right = left + grow * (width + 2 * MARGIN) - width;
    const bottom = top + grow * (height + 2 * MARGIN) - height;
    return this.camera ? Math.min(-left, -top, right, bottom) : -Infinity;
  }

  /** Move it to its place in a camera's view. */
  show(camera: Camera): void {
    const { left, top, grow } = this.#place(camera);
    this.canvas.style.transform = `translate(${left}px, ${top}px) scale(${grow})`;
  }

  #place(camera: Camera): { left: number; top: number; grow: number } {
    const own = this.camera ?? camera;
    const grow = camera.k / own.k;
    return { left: camera.x - grow * (own.x + MARGIN), top: camera.y - grow * (own.y + MARGIN), grow };
  }

  /** The window of a camera in device px of the picture. */
  #seen(camera: Camera): Box {
    const { left, top, grow } = this.#place(camera);
    const ratio = this.#ratio / grow;
    const { width, height } = this.#size;
    return [-left * ratio, -top * ratio, (width - left) * ratio, (height - top) * ratio];
  }

  #paintRegion(region: Box): void {
    if (!this.#context || !this.camera || !this.paint) return;
    const { k, x, y } = this.camera;
    const camera = { k, x: x + MARGIN, y: y + MARGIN };
    this.painter.paint(this.#context, { camera, ratio: this.#ratio, region, paint: this.paint });
  }
}

/** A region in pieces that are painted one per frame, the middle ones first. */
export function cut([left, top, right, bottom]: Box): Box[] {
  const rows = Math.max(1, Math.ceil(((right - left) * (bottom - top)) / PIECE));
  const step = Math.ceil((bottom - top) / rows);
  const pieces: Box[] = [];
  for (let y = top; y < bottom; y += step) pieces.push([left, y, right, Math.min(bottom, y + step)]);
  const middle = (top + bottom) / 2;
  return pieces.sort((a, b) => Math.abs(a[1] + a[3] - 2 * middle) - Math.abs(b[1] + b[3] - 2 * middle));
}

function clip(box: Box, by: Box): Box[] {
  if (!touches(box, by)) return [];
  return [[Math.max(box[0], by[0]), Math.max(box[1], by[1]), Math.min(box[2], by[2]), Math.min(box[3], by[3])]];
}

/** The rest of a box when another one is cut out of it. */
export function without([left, top, right, bottom]: Box, by: Box): Box[] {
  const upper = Math.max(top, by[1]);
  const lower = Math.min(bottom, by[3]);
  const parts: Box[] = [
    [left, top, right, upper],
    [left, lower, right, bottom],
    [left, upper, by[0], lower],
    [by[2], upper, right, lower],
  ];
  return parts.filter((part) => part[0] < part[2] && part[1] < part[3]);
}

/** Boxes that together fill one box, as that box: a picture is painted faster in one piece than in several. */
export function join(boxes: readonly Box[]): Box[] {
  if (!boxes.length) return [];
  const hull = hullOf(boxes);
  const filled = boxes.reduce((sum, box) => sum + areaOf(box), 0);
  return filled >= areaOf(hull) ? [hull] : [...boxes];
}

function areaOf([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top);
}

/** The box of whole px around another. */
function outward([left, top, right, bottom]: Box): Box {
  return [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)];
}
