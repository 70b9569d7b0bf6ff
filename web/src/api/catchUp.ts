/** Retries work until it succeeds, as long as it fails only because the server cannot be reached. */
import { ApiError } from "./problem";

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

export class CatchUp {
  #isRunning = false;
  #isWanted = false;
  #isClosed = false;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  constructor(
    /** Does the work once. If it throws, it is tried again where waiting can help; otherwise `refuse` gets the error. */
    readonly work: () => Promise<void>,
    /** Called with the time since which the work has failed, or null once it succeeds. */
    readonly tell: (behindSince: Date | null) => void,
    readonly refuse: (problem: unknown) => void = () => {},
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** Do the work now, or as soon as the current try has ended. Resolves after the next try, whatever its result. */
  start(): Promise<void> {
    this.#isWanted = true;
    const done = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (!this.#isRunning) void this.#run();
    return done;
  }

  /** Stop trying. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#release();
  }

  #hurry = (): void => {
    if (this.#isWanted && !this.#isRunning && !document.hidden) void this.#run();
  };

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isRunning = true;
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      const wait = await this.#try();
      if (wait === null) continue;
      this.#isWanted = true;
      this.#timer = setTimeout(this.#again, wait);
      break;
    }
    this.#isRunning = false;
    this.#release();
  }

  #again = (): void => {
    if (!this.#isRunning && !this.#isClosed) void this.#run();
  };

  /** Milliseconds until the next try; null if there is nothing to retry. */
  async #try(): Promise<number | null> {
    try {
      await this.work();
    } catch (problem) {
      if (!canHelpToWait(problem)) {
        this.refuse(problem);
        return null;
      }
      this.tell(new Date());
      const wait = Math.max(this.#wait, (problem.retryAfter ?? 0) * 1000);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
      return wait;
    }
    this.#wait = FIRST_WAIT;
    this.tell(null);
    return null;
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** True if the same request may succeed later. */
export function canHelpToWait(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && (problem.isOffline || problem.status === 429 || problem.status >= 500);
}
