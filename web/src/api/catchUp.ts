/** Work that must succeed in the end: what fails because the server cannot be reached is tried again until it works. */
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
    /** Does the work once. What it throws is tried again if waiting can help, else told to `refuse`. */
    readonly work: () => Promise<void>,
    /** Hears since when the work has failed; null when it has succeeded. */
    readonly tell: (behindSince: Date | null) => void,
    readonly refuse: (problem: unknown) => void = () => {},
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  /** Do the work, now or as soon as what is under way has ended. The answer comes after the next try, whatever it gave. */
  start(): Promise<void> {
    this.#isWanted = true;
    const done = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (!this.#isRunning) void this.#run();
    return done;
  }

  /** Try no more. */
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

  /** Milliseconds until the next try; null where there is nothing to try again. */
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

/** Whether the same request may be answered later. */
export function canHelpToWait(problem: unknown): problem is ApiError {
  return problem instanceof ApiError && (problem.isOffline || problem.status === 429 || problem.status >= 500);
}
