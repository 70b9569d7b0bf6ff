/** Whose reach the board shows. */
import { tellProblem } from "../api/client";
import type { ReachPage } from "../api/types";
import type { Scene } from "../board/types";
import { listThreats, type Threat } from "./reachMarks";

export class ReachState {
  /** A power, all powers against the reader, or none. */
  chosen = $state("");
  problem = $state("");
  #page = $state.raw<ReachPage | null>(null);
  threats: readonly Threat[] = $derived.by(() => this.#list());

  constructor(
    private readonly ask: () => Promise<ReachPage>,
    private readonly scene: () => Scene | null,
    /** The reader's own power. */
    readonly own: () => string | null,
  ) {}

  /** True if the reach in the shown position is loaded. */
  get isKnown(): boolean {
    return this.#page !== null && this.#page.phase === this.scene()?.phase;
  }

  /** Show the reach of a power, or of none. */
  choose(power: string): void {
    this.chosen = power;
    this.refresh();
  }

  /** Fetch again if the position has changed. */
  refresh(): void {
    if (this.chosen && this.#page?.phase !== this.scene()?.phase) void this.#fetch();
  }

  /** Drop a response about an earlier position. */
  forget(): void {
    this.#page = null;
    this.refresh();
  }

  async #fetch(): Promise<void> {
    try {
      this.#page = await this.ask();
      this.problem = "";
    } catch (problem) {
      this.problem = tellProblem(problem);
    }
  }

  #list(): Threat[] {
    const scene = this.scene();
    if (!this.chosen || !this.#page || !scene || this.#page.phase !== scene.phase) return [];
    return listThreats(this.#page, scene, this.chosen, this.own());
  }
}
