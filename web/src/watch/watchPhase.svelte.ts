/** The phase being watched on the results board, if any, and the starting places of its units. */
import { tellProblem } from "../api/client";
import type { Motion } from "../api/types";
import type { Scene } from "../board/types";
import { announce } from "../ui/announce.svelte";
import { Watch } from "./watch.svelte";

/** True if the reader's system asks for reduced motion. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class WatchedPhase {
  watch = $state.raw<Watch | null>(null);
  #start = $state.raw<Scene | null>(null);
  isMoving = $state(true);
  /** The position before the phase, which the board shows while units move; none if nothing is watched or the motion is over. */
  scene: Scene | null = $derived.by(() => (this.watch && !this.watch.reveal.isDone ? this.#start : null));

  constructor(readonly fetch: (phase: string) => Promise<{ scene: Scene; motion: Motion }>) {}

  /** Watch a phase from its start. */
  async open(phase: string): Promise<void> {
    this.close();
    try {
      const { scene, motion } = await this.fetch(phase);
      this.#start = scene;
      this.isMoving = !wantsStillness();
      this.watch = new Watch(motion);
      if (this.isMoving) this.watch.play();
    } catch (problem) {
      announce(tellProblem(problem));
    }
  }

  close(): void {
    this.watch?.pause();
    this.watch = null;
  }
}
