/** A judged phase: the position before or after it, its orders and results. Phases are cached, so that stepping is quick. */
import { get, tellProblem } from "../api/client";
import type { Game, Motion, PhaseList, Results } from "../api/types";
import type { Board } from "../board/boardFile";
import type { Scene } from "../board/types";
import { loadBoard } from "../game/loadBoard";
import { makeTicks, type Tick } from "./historySlider";

type Sight = { scene: Scene; results: Results };
/** Which position is shown: before the phase or after it. */
export type Moment = "before" | "after";

export class ResultsState {
  board = $state.raw<Board | null>(null);
  list = $state.raw<PhaseList | null>(null);
  sight = $state.raw<Sight | null>(null);
  problem = $state("");
  moment = $state<Moment>("after");
  /** The position now, shown while nothing has been judged. */
  #now = $state.raw<Scene | null>(null);
  scene: Scene | null = $derived(this.sight?.scene ?? this.#now);
  ticks: Tick[] = $derived(makeTicks(this.list?.phases ?? []));
  here: number = $derived(this.ticks.findIndex((tick) => tick.phase === this.sight?.results.phase));
  /** Cached phases; dropped when the game changes, because a correction may have changed them. */
  #kept = new Map<string, Sight>();
  #keptFor: Game | null = null;

  constructor(readonly game: string) {}

  /** Fetch the list of phases and one of them, by default the last; the returned function shows it. */
  async fetch(game: Game, phase: string | null): Promise<() => void> {
    if (game !== this.#keptFor) [this.#kept, this.#keptFor] = [new Map(), game];
    const [board, list] = await Promise.all([
      this.board ?? loadBoard(game.board),
      get("/games/{game}/phases", { game: this.game }),
    ]);
    const wanted = phase ?? list.phases.at(-1)?.phase;
    const sight = wanted ? await this.#fetchSight(wanted, this.moment) : null;
    const now = wanted ? null : await get("/games/{game}/scene", { game: this.game });
    return () => {
      [this.board, this.list, this.sight, this.problem] = [board, list, sight, ""];
      this.#now = now;
    };
  }

  /** The requested phase cannot be shown. */
  refuse(problem: unknown): void {
    this.problem = tellProblem(problem);
  }

  /** The position before the shown phase, with its orders and motion. */
  async fetchMotion(phase: string): Promise<{ scene: Scene; motion: Motion }> {
    const [{ scene }, motion] = await Promise.all([
      this.#fetchSight(phase, "before"),
      get("/games/{game}/motion", { game: this.game, phase }),
    ]);
    return { scene, motion };
  }

  async #fetchSight(phase: string, moment: Moment): Promise<Sight> {
    const known = this.#kept.get(`${phase} ${moment}`);
    if (known) return known;
    const other = this.#kept.get(`${phase} ${moment === "after" ? "before" : "after"}`);
    const [scene, results] = await Promise.all([
      get("/games/{game}/scene", { game: this.game, phase, moment }),
      other?.results ?? get("/games/{game}/results", { game: this.game, phase }),
    ]);
    this.#kept.set(`${phase} ${moment}`, { scene, results });
    return { scene, results };
  }
}
