import { untrack } from "svelte";
import { ApiError, tellProblem } from "../api/client";
import { insist } from "../api/insist";

/** The state of a form: whether it is being sent, and its errors. */
export class Form {
  isBusy = $state(false);
  problem = $state.raw<ApiError | Error | null>(null);
  #fields = new Set<string>();
  #loading = 0;

  /** Send the form; true on success. A second click meanwhile does nothing. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    // An effect that loads something must not run again because of its own load.
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

  /** Send a change; others may follow before its response. An error stays visible until the next change. */
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

  /** Load something for the page, with retries if the connection drops. Only the last of several loads counts. */
  async load(act: () => Promise<unknown>): Promise<boolean> {
    const mine = ++this.#loading;
    try {
      // A load that was overtaken must not show old data late.
      await insist(() => (mine === this.#loading ? act() : Promise.resolve()));
      if (mine === this.#loading) this.problem = null;
      return true;
    } catch (problem) {
      if (mine === this.#loading) this.#refuse(problem);
      return false;
    }
  }

  /** The error of a field, or an empty text. */
  wrong(field: string): string {
    this.#fields.add(field);
    return this.problem instanceof ApiError && this.problem.field === field ? this.problem.message : "";
  }

  /** The error of the whole form: one that belongs to no field. */
  get fault(): string {
    if (!this.problem) return "";
    const isOwned = this.problem instanceof ApiError && this.problem.field && this.#fields.has(this.problem.field);
    return isOwned ? "" : this.problem.message;
  }

  /** Show an error found before anything was sent. */
  refuse(field: string, message: string): void {
    this.problem = new ApiError(422, "unsent", message, field);
  }

  #refuse(problem: unknown): void {
    this.problem = problem instanceof Error ? problem : new Error(tellProblem(problem));
  }
}
