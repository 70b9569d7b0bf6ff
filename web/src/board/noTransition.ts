import { selection } from "d3-selection";

/**
 * Stands in for d3-transition (see vite.config.ts). d3-zoom brings it along to stop transitions; we glide by ourselves
 * (`Pilot`), and without it and what it brings the pages are 10 KB lighter.
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
