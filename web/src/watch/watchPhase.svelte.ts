/** Whether a phase is being watched on the board of the results, and from where its units start. */
import { tellProblem } from "../api/client";
import type { Motion } from "../api/types";
import type { Scene } from "../board/types";
import { announce } from "../ui/announce.svelte";
import { Watch } from "./watch.svelte";

/** Whether the reader's system asks for no motion. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class WatchedPhase {
  watch = $state.raw<Watch | null>(null);
  #start = $state.raw<Scene | null>(null);
  isMoving = $state(true);
  /** What the board shows while units move: the position before; none where nothing is watched or all is done. */
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
