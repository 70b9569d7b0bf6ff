/** A running game while it is typed in: its text, and the server's reading of it so far. */
import { post, tellProblem } from "../api/client";
import type { Body } from "../api/client";
import type { ImportCheck, PastTurn, Terms } from "../api/types";
import { makeTerms } from "../terms/terms";

const PAUSE = 600;

/** As in a game by post: the master judges, and enters the orders of players without an account. */
export function makePostalTerms(): Terms {
  const terms = makeTerms();
  return { ...terms, is_run_by_master: true, clock: { ...terms.clock, kind: "none" } };
}

export class PrintedGame {
  variant = $state("colonia-vii");
  position = $state("");
  phase = $state("");
  turns = $state<Required<PastTurn>[]>([]);
  rules = $state("");
  modules = $state<string[]>([]);
  options = $state<Record<string, string>>({});
  found = $state.raw<ImportCheck | null>(null);
  problem = $state("");
  /** True if the reading shown belongs to the current text. */
  isCurrent = $state(true);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  isEmpty: boolean = $derived(!this.position.trim() && !this.turns.length);

  /** The request body. */
  get request(): Body<"/imports/check", "post"> {
    return {
      variant: this.variant,
      position: this.position,
      phase: this.phase,
      turns: $state.snapshot(this.turns),
      ...(this.rules && { rules: this.rules }),
      options: $state.snapshot(this.options),
      modules: $state.snapshot(this.modules),
    };
  }

  addTurn(): void {
    this.turns.push({ orders: "", printed: "", takes_printed: false, note: "" });
  }

  /** Ask again shortly after the last key. */
  checkSoon(): void {
    clearTimeout(this.#timer);
    this.isCurrent = false;
    this.#timer = setTimeout(() => void this.check(), PAUSE);
  }

  async check(): Promise<void> {
    const mine = ++this.#asked;
    if (this.isEmpty) {
      this.found = null;
      this.problem = "";
      this.isCurrent = true;
      return;
    }
    try {
      const found = await post("/imports/check", {}, this.request);
      if (mine !== this.#asked) return;
      this.found = found;
      this.problem = "";
    } catch (problem) {
      if (mine !== this.#asked) return;
      this.problem = tellProblem(problem);
    }
    this.isCurrent = true;
  }
}
