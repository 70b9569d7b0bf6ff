/** Plays the phases of a game one after another: the shown phase, whether it plays, and the speed. */

export type Speed = "slow" | "normal" | "fast";

/** Ms for which each phase stays on view. */
export const PACE: Record<Speed, number> = { slow: 4_000, normal: 2_000, fast: 800 };

/** How fast units move at each speed; at the highest the board only fades from phase to phase. */
export const RATES: Record<Speed, number | null> = { slow: 0.9, normal: 1.6, fast: null };

export class ReplayPlayer {
  here = $state(0);
  isPlaying = $state(false);
  speed = $state<Speed>("normal");
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` shows a place; `run` starts its motion and returns for how many ms to show it. */
  constructor(
    readonly show: (place: number) => Promise<void>,
    readonly run: () => number = () => PACE[this.speed],
  ) {}

  /** How many places there are. */
  set count(count: number) {
    this.#count = count;
    this.here = Math.min(this.here, Math.max(0, count - 1));
  }

  get isAtEnd(): boolean {
    return this.here >= this.#count - 1;
  }

  /** Go to a place; stepping by hand stops playing. */
  async go(place: number): Promise<void> {
    this.pause();
    await this.#put(place);
  }

  /** Play, from the beginning if the end is shown; or stop. */
  toggle(): void {
    if (this.isPlaying) this.pause();
    else void this.#play();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** The next speed, faster or slower. */
  change(by: 1 | -1): void {
    const speeds = Object.keys(PACE) as Speed[];
    this.speed = speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(this.speed) + by))] ?? "normal";
  }

  async #play(): Promise<void> {
    this.isPlaying = true;
    if (this.isAtEnd) await this.#put(0);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return;
    if (this.isAtEnd) return this.pause();
    this.#timer = setTimeout(() => void this.#step(), this.run());
  }

  async #step(): Promise<void> {
    try {
      await this.#put(this.here + 1);
    } catch {
      this.pause();
      return;
    }
    this.#wait();
  }

  async #put(place: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.#count - 1, place));
    await this.show(wanted);
    this.here = wanted;
  }
}

export type ReplayAct = "toggle" | "back" | "on" | "first" | "last" | "faster" | "slower" | "stage-back" | "stage-on";

const KEYS: Record<string, ReplayAct> = {
  " ": "toggle", k: "toggle", ArrowLeft: "back", "[": "back", ArrowRight: "on", "]": "on", Home: "first", End: "last",
  ">": "faster", "<": "slower", ",": "stage-back", ".": "stage-on",
};

/** What a key does; keys with a modifier are the browser's. */
export function readReplayKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): ReplayAct | null {
  return event.ctrlKey || event.metaKey || event.altKey ? null : (KEYS[event.key] ?? null);
}
