import { select } from "d3-selection";
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent } from "d3-zoom";
import type { Board } from "./boardFile";
import { scaleOf } from "./levels";
import type { Camera } from "./view";
import { nearest } from "./wrap";

/** Px of the window's foot, sides and head that furniture covers; what is sought is put in the middle of the rest. */
export type Inset = { top: number; right: number; bottom: number; left: number };
export const NO_INSET: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

const EASE_MS = 160;
const MOST_ZOOM = 9;
/** Board units of bare paper round a board. */
const EDGE = 30;

export type Listener = {
  /** Every frame of a gesture. */
  move: (camera: Camera) => void;
  /** When it has come to rest. */
  rest: () => void;
};

/** Pans and zooms one element by wheel, drag, pinch, buttons and keys; a round world pans for ever. */
export class Pilot {
  #zoom = zoom<HTMLElement, unknown>();
  #frame = 0;
  #size = { width: 1, height: 1 };

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

  /** The smallest scale: the whole sheet. */
  get least(): number {
    const [left, top, right, bottom] = this.board.sheet;
    return Math.min(this.#size.width / (right - left), this.#size.height / (bottom - top)) * 0.98;
  }

  /** Tell it the size of the window; the middle stays where it is. */
  resize(width: number, height: number): void {
    this.#size = { width, height };
    const [left, top, right, bottom] = this.board.sheet;
    const side = this.board.wraps ? Infinity : EDGE;
    this.#zoom
      .extent([[0, 0], [width, height]])
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
  zoomBy(factor: number, inset: Inset): void {
    const { k, x, y } = this.camera;
    const [mx, my] = this.#middle(inset);
    this.#glide({ x: (mx - x) / k, y: (my - y) / k }, k * factor, inset);
  }

  /** Pan by so many px. */
  panBy(dx: number, dy: number): void {
    const { k, x, y } = this.camera;
    this.#animate({ k, x: x + dx, y: y + dy });
  }

  /** Bring a spot of the board to the middle of the free area. */
  goTo(spot: { x: number; y: number }, k: number, inset: Inset): void {
    const camera = this.camera;
    const [mx] = this.#middle(inset);
    const x = nearest(spot.x, (mx - camera.x) / camera.k, this.board.wraps ? this.board.width : null);
    this.#glide({ x, y: spot.y }, k, inset);
  }

  /** The whole board. */
  showWhole(inset: Inset): void {
    const [left, top, right, bottom] = this.board.sheet;
    this.goTo({ x: (left + right) / 2, y: (top + bottom) / 2 }, this.least, inset);
  }

  /** End a glide; what is under way stays where it is. */
  stop(): void {
    if (this.#frame) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  destroy(): void {
    this.stop();
    select(this.element).on(".zoom", null);
  }

  #middle(inset: Inset): [number, number] {
    const { width, height } = this.#size;
    return [(inset.left + width - inset.right) / 2, (inset.top + height - inset.bottom) / 2];
  }

  #glide(spot: { x: number; y: number }, k: number, inset: Inset): void {
    const [low, high] = this.#zoom.scaleExtent();
    const scale = Math.max(low, Math.min(high, k));
    const [mx, my] = this.#middle(inset);
    this.#animate({ k: scale, x: mx - spot.x * scale, y: my - spot.y * scale });
  }

  #set({ k, x, y }: Camera): void {
    const wanted = zoomIdentity.translate(x, y).scale(k);
    const [[left, top], [right, bottom]] = this.#zoom.translateExtent();
    const { width, height } = this.#size;
    const bounded = this.#zoom.constrain()(wanted, [[0, 0], [width, height]], [[left, top], [right, bottom]]);
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

/** A camera between two: scale grows evenly by factors, and the spot that both see in one place keeps it. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const k = from.k * (to.k / from.k) ** share;
  if (Math.abs(to.k / from.k - 1) < 1e-6) {
    return { k, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
  const done = (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done };
}
