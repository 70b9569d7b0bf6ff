/** The positions of a replay, cached; the next one is fetched in advance. */
import { get } from "../api/client";
import type { Game, Motion, PhaseList } from "../api/types";
import type { Scene } from "../board/types";

/** The last place of a replay: the position after all phases. */
export const LAST = "end";

/** A position with its orders and motion. */
export type Sight = { scene: Scene; motion: Motion | null };
export type Stop = { phase: string; title: string };

/** The judged phases, and the position after them. */
export function listStops(list: PhaseList, isOver: boolean): Stop[] {
  const last = isOver ? "The end" : `Now: ${list.now.title}`;
  return [...list.phases.map(({ phase, title }) => ({ phase, title })), { phase: LAST, title: last }];
}

/** The place of the phase in an address; the first if it names no judged phase. */
export function findStop(stops: readonly Stop[], phase: string | null): number {
  const wanted = (phase ?? "").trim().toLowerCase();
  return Math.max(0, stops.findIndex((stop) => stop.phase.toLowerCase() === wanted));
}

export class ReplayScenes {
  #kept = new Map<string, Promise<Sight>>();

  constructor(readonly game: Game) {}

  /** The position before a phase with its orders and results, or the final position. */
  fetch(phase: string): Promise<Sight> {
    const known = this.#kept.get(phase);
    if (known) return known;
    const asked = this.#ask(phase);
    this.#kept.set(phase, asked);
    // A failed request is made again.
    asked.catch(() => this.#kept.delete(phase));
    return asked;
  }

  async #ask(phase: string): Promise<Sight> {
    if (phase !== LAST) {
      const wanted = { game: this.game.id, phase };
      const [scene, motion] = await Promise.all([get("/games/{game}/scene", wanted), get("/games/{game}/motion", wanted)]);
      return { scene, motion };
    }
    const scene = await get("/games/{game}/scene", { game: this.game.id });
    // The reader's saved orders are not history yet.
    return { scene: { ...scene, orders: [] }, motion: null };
  }
}
