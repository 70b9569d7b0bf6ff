import { untrack } from "svelte";
import { ApiError, tellProblem } from "../api/client";
import { insist } from "../api/insist";

/** A form while it is filled in: whether it is being sent, and what was wrong with it and where. */
export class Form {
  isBusy = $state(false);
  problem = $state.raw<ApiError | Error | null>(null);
  #fields = new Set<string>();
  #loading = 0;

  /** Send it; true when it went through. A second press while it is under way does nothing. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    // An effect that loads something must not run again because it has loaded it.
    if (untrack(() => this.isBusy)) return false;
    this.isBusy = true;
    this.problem = null;
    try {
      await act();
      return true;
    } catch (problem) {
      this.#refuse(problem);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  /** Send a change that others may follow before it is answered. What went wrong stays told until the next one is made. */
  async change(act: () => Promise<unknown>): Promise<boolean> {
    this.problem = null;
    try {
      await act();
      return true;
    } catch (problem) {
      this.#refuse(problem);
      return false;
    }
  }

  /** Load something for the page, some times where the line drops. Of several loadings the last one tells. */
  async load(act: () => Promise<unknown>): Promise<boolean> {
    const mine = ++this.#loading;
    try {
      // One that was overtaken must not come late with what is old.
      await insist(() => (mine === this.#loading ? act() : Promise.resolve()));
      if (mine === this.#loading) this.problem = null;
      return true;
    } catch (problem) {
      if (mine === this.#loading) this.#refuse(problem);
      return false;
    }
  }

  /** What is wrong with a field; empty when nothing is. */
  wrong(field: string): string {
    this.#fields.add(field);
    return this.problem instanceof ApiError && this.problem.field === field ? this.problem.message : "";
  }

  /** What is wrong with the whole: a problem that no field of the form owns. */
  get fault(): string {
    if (!this.problem) return "";
    const isOwned = this.problem instanceof ApiError && this.problem.field && this.#fields.has(this.problem.field);
    return isOwned ? "" : this.problem.message;
  }

  /** Say a problem found before anything was sent. */
  refuse(field: string, message: string): void {
    this.problem = new ApiError(422, "unsent", message, field);
  }

  #refuse(problem: unknown): void {
    this.problem = problem instanceof Error ? problem : new Error(tellProblem(problem));
  }
}
