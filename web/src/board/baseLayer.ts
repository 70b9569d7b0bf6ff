import { BasePainter } from "./basePainter";
import type { Board } from "./boardFile";
import type { Paint } from "./paint";
import { Plate } from "./plate";
import type { Camera } from "./view";
import { whenIdle, withNextFrame } from "./whenIdle";

export { MARGIN } from "./plate";

/** Px of margin that must be left before the picture is extended. */
const LOW = 80;
/** Pieces painted in one frame while nothing moves, and the ms after a move before that begins. */
const PIECES_AT_REST = 3;
const STILL = 80;

/**
 * The base as a picture: moved by the compositor during a gesture, extended strip by strip, and drawn anew on a second
 * plate, one piece per frame, when scale, owners or theme have changed. So no frame waits for the whole board.
 */
export class BaseLayer {
  #front: Plate;
  #back: Plate;
  #camera: Camera | null = null;
  /** Cancels the next scheduled work; null if there is none. */
  #stop: (() => void) | null = null;
  #isIdle = false;
  #moved = -STILL;

  constructor(canvases: readonly [HTMLCanvasElement, HTMLCanvasElement], board: Board) {
    const painter = new BasePainter(board);
    this.#front = new Plate(canvases[0], painter);
    this.#back = new Plate(canvases[1], painter);
    this.#back.canvas.hidden = true;
  }

  /** Show the camera's view; called in every frame of a gesture. */
  show(camera: Camera): void {
    this.#camera = camera;
    if (this.#front.camera) this.#moved = performance.now();
    this.#place(camera);
  }

  #place(camera: Camera): void {
    if (this.#front.camera?.k === camera.k && this.#front.spare(camera) < LOW) this.#front.extend(camera);
    if (this.#front.spare(camera) >= 0) this.#front.finish(camera);
    this.#front.show(camera);
    this.#schedule();
  }

  /** True if the picture fills the window of a camera and is not much too coarse for it. */
  isGood(camera: Camera): boolean {
    const k = this.#front.camera?.k ?? 0;
    return this.#front.spare(camera) >= 0 && camera.k / k < 1.7;
  }

  /** Draw for a camera. A picture under way is finished first, unless this is the camera at rest. */
  draw(camera: Camera, paint: Paint, width: number, height: number, isAtRest: boolean): void {
    if (!width || !height) return;
    this.#camera = camera;
    if (this.#front.fits(camera, paint, width, height)) {
      this.#back.camera = null;
      this.#front.extend(camera);
      this.#front.finish(camera);
    } else if (!this.#front.camera) {
      this.#front.start(camera, paint, width, height);
      this.#front.finish(camera);
    } else if (!this.#isUnderWay || (isAtRest && !this.#back.fits(camera, paint, width, height))) {
      this.#back.start(camera, paint, width, height);
    }
    this.#front.show(camera);
    this.#schedule();
  }

  destroy(): void {
    this.#cancel();
  }

  get #isUnderWay(): boolean {
    return this.#back.camera !== null;
  }

  get #isMoving(): boolean {
    return performance.now() - this.#moved < STILL;
  }

  /** What is in sight is painted with the next frames; the rest when the page is idle. */
  #schedule(): void {
    const isUrgent = this.#isUnderWay || this.#isMoving;
    if (this.#stop && this.#isIdle && isUrgent) this.#cancel();
    if (this.#stop || (this.#front.isDone && !this.#isUnderWay)) return;
    this.#isIdle = !isUrgent;
    this.#stop = (isUrgent ? withNextFrame : whenIdle)(() => {
      this.#stop = null;
      this.#work();
      this.#schedule();
    });
  }

  #cancel(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** Paint one or a few pieces; the new plate comes to the front when its visible part is done. */
  #work(): void {
    const pieces = this.#isMoving ? 1 : PIECES_AT_REST;
    const plate = this.#isUnderWay ? this.#back : this.#front;
    for (let piece = 0; piece < pieces; piece++) plate.work();
    if (this.#isUnderWay && this.#camera && this.#back.isReady(this.#camera)) this.#swap(this.#camera);
  }

  #swap(camera: Camera): void {
    [this.#front, this.#back] = [this.#back, this.#front];
    this.#back.camera = null;
    this.#front.canvas.hidden = false;
    this.#back.canvas.hidden = true;
    this.#place(camera);
  }
}
