import { select } from "d3-selection";
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent } from "d3-zoom";
import type { Board } from "./boardFile";
import { scaleOf } from "./levels";
import type { Camera } from "./view";
import { nearest } from "./wrap";

/** Px of the window's bottom, sides and top that panels cover; a sought spot is centred in the rest. */
export type Inset = { top: number; right: number; bottom: number; left: number };
export const NO_INSET: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

const EASE_MS = 160;
const MOST_ZOOM = 9;
/** Board units of blank paper around a board. */
const EDGE = 30;

export type Listener = {
  /** Every frame of a gesture. */
  move: (camera: Camera) => void;
  /** When it has stopped moving. */
  rest: () => void;
};

/** Pans and zooms one element by wheel, drag, pinch, buttons and keys; a round world pans for ever. */
export class Pilot {
  #zoom = zoom<HTMLElement, unknown>();
  #frame = 0;
  /** The part of the window that no panel covers. */
  #free: [[number, number], [number, number]] = [[0, 0], [1, 1]];

  constructor(
    readonly element: HTMLElement,
    readonly board: Board,
    readonly listener: Listener,
  ) {
    this.#zoom
      .clickDistance(5)
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => listener.move(event.transform))
      .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.stop();
      })
      .on("end", () => {
        if (!this.#frame) listener.rest();
      });
    // A second tap means hold, not zoom.
    select(element).call(this.#zoom).on("dblclick.zoom", null);
  }

  get camera(): Camera {
    return zoomTransform(this.element);
  }

  /** The smallest scale: the whole sheet in the free area. */
  get least(): number {
    const [left, top, right, bottom] = this.board.sheet;
    const [[x0, y0], [x1, y1]] = this.#free;
    return Math.min((x1 - x0) / (right - left), (y1 - y0) / (bottom - top)) * 0.98;
  }

  /** Set the size of the window and its covered part; a smaller board is centred in the rest. */
  resize(width: number, height: number, inset: Inset): void {
    this.#free = [[inset.left, inset.top], [width - inset.right, height - inset.bottom]];
    const [left, top, right, bottom] = this.board.sheet;
    const side = this.board.wraps ? Infinity : EDGE;
    this.#zoom
      .extent(this.#free)
      .scaleExtent([this.least, scaleOf(MOST_ZOOM, this.board.unit)])
      .translateExtent([[left - side, top - EDGE], [right + side, bottom + EDGE]]);
  }

  /** Go to a camera at once. */
  jump(camera: Camera): void {
    this.stop();
    this.#set(camera);
    this.listener.rest();
  }

  /** Zoom about the middle of the free area. */
  zoomBy(factor: number): void {
    const { k, x, y } = this.camera;
    const [mx, my] = this.#middle;
    this.#glide({ x: (mx - x) / k, y: (my - y) / k }, k * factor);
  }

  /** Pan by a distance in px. */
  panBy(dx: number, dy: number): void {
    const { k, x, y } = this.camera;
    this.#animate({ k, x: x + dx, y: y + dy });
  }

  /** Bring a spot of the board to the middle of the free area. */
  goTo(spot: { x: number; y: number }, k: number): void {
    const camera = this.camera;
    const [mx] = this.#middle;
    const x = nearest(spot.x, (mx - camera.x) / camera.k, this.board.wraps ? this.board.width : null);
    this.#glide({ x, y: spot.y }, k);
  }

  /** The whole board. */
  showWhole(): void {
    const [left, top, right, bottom] = this.board.sheet;
    this.goTo({ x: (left + right) / 2, y: (top + bottom) / 2 }, this.least);
  }

  /** End a glide; the view stays where it is. */
  stop(): void {
    if (this.#frame) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  destroy(): void {
    this.stop();
    select(this.element).on(".zoom", null);
  }

  get #middle(): [number, number] {
    const [[left, top], [right, bottom]] = this.#free;
    return [(left + right) / 2, (top + bottom) / 2];
  }

  #glide(spot: { x: number; y: number }, k: number): void {
    const [low, high] = this.#zoom.scaleExtent();
    const scale = Math.max(low, Math.min(high, k));
    const [mx, my] = this.#middle;
    this.#animate({ k: scale, x: mx - spot.x * scale, y: my - spot.y * scale });
  }

  #set({ k, x, y }: Camera): void {
    const wanted = zoomIdentity.translate(x, y).scale(k);
    const bounded = this.#zoom.constrain()(wanted, this.#free, this.#zoom.translateExtent());
    this.#zoom.transform(select(this.element), bounded);
  }

  #animate(to: Camera): void {
    this.stop();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const from = this.camera;
    if (isStill || (from.k === to.k && from.x === to.x && from.y === to.y)) {
      this.jump(to);
      return;
    }
    const start = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, now - start) / EASE_MS);
      const eased = 1 - (1 - t) ** 3;
      this.#frame = t < 1 ? requestAnimationFrame(step) : 0;
      this.#set(between(from, to, eased));
      if (t === 1) this.listener.rest();
    };
    this.#frame = requestAnimationFrame(step);
  }
}

/** A camera between two: the scale grows evenly by factors, and the spot that both show in the same place keeps it. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const k = from.k * (to.k / from.k) ** share;
  if (Math.abs(to.k / from.k - 1) < 1e-6) {
    return { k, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
  const done = (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done };
}
