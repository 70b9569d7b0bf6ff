import { selection } from "d3-selection";

/**
 * Stands in for d3-transition and d3-interpolate (see vite.config.ts). d3-zoom brings them along for transitions; we glide
 * by ourselves (`Pilot`), and without them and their dependencies the pages are 17 KB smaller.
 */
Object.assign(selection.prototype as object, {
  interrupt(this: unknown): unknown {
    return this;
  },
});

/** There is never a transition to stop. */
export function interrupt(): void {
  // Nothing under way.
}

/** Only transitions would call it. */
export function interpolateZoom(): never {
  throw new Error("the board glides by itself");
}
