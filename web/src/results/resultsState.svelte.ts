/** A judged phase: its position, orders and results. Phases that were seen are kept, so that stepping is quick. */
import { get, tellProblem } from "../api/client";
import type { Game, PhaseList, Results } from "../api/types";
import type { Board } from "../board/boardFile";
import type { Scene } from "../board/types";
import { loadBoard } from "../game/loadBoard";
import { makeTicks, type Tick } from "./historySlider";

type Sight = { scene: Scene; results: Results };

export class ResultsState {
  board = $state.raw<Board | null>(null);
  list = $state.raw<PhaseList | null>(null);
  sight = $state.raw<Sight | null>(null);
  problem = $state("");
  /** The position now, shown while nothing has been judged. */
  #now = $state.raw<Scene | null>(null);
  scene: Scene | null = $derived(this.sight?.scene ?? this.#now);
  ticks: Tick[] = $derived(makeTicks(this.list?.phases ?? []));
  here: number = $derived(this.ticks.findIndex((tick) => tick.phase === this.sight?.results.phase));
  #kept = new Map<string, Promise<Sight>>();
  #wanted = "";

  constructor(readonly game: string) {}

  /** Load the list of phases and one of them, the last where none is named. */
  async load(game: Game, phase: string | null): Promise<void> {
    try {
      this.board ??= await loadBoard(game.board);
      this.list = await get("/games/{game}/phases", { game: this.game });
      const last = this.list.phases.at(-1)?.phase;
      const wanted = phase ?? last;
      if (wanted) await this.show(wanted);
      else this.#now = await get("/games/{game}/scene", { game: this.game });
      this.problem = "";
    } catch (problem) {
      this.problem = tellProblem(problem);
    }
  }

  /** Show a phase; the newest wish wins. */
  async show(phase: string): Promise<void> {
    this.#wanted = phase;
    try {
      const sight = await this.#fetch(phase);
      if (this.#wanted === phase) this.sight = sight;
      this.problem = "";
    } catch (problem) {
      this.#kept.delete(phase);
      if (this.#wanted === phase) this.problem = tellProblem(problem);
    }
  }

  /** Forget what may have been corrected. */
  refresh(): void {
    this.#kept.clear();
  }

  #fetch(phase: string): Promise<Sight> {
    const known = this.#kept.get(phase);
    if (known) return known;
    const loading = Promise.all([
      get("/games/{game}/scene", { game: this.game, phase }),
      get("/games/{game}/results", { game: this.game, phase }),
    ]).then(([scene, results]) => ({ scene, results }));
    this.#kept.set(phase, loading);
    return loading;
  }
}
