/** Plays the motion of a judged phase: its time, whether it runs, and which lines it has reached. */
import type { Motion } from "../board/glide";
import type { Reveal } from "../board/types";

/** The title of each stage. */
const TITLES: Record<Motion["stages"][number]["name"], string> = {
  help: "Supports and convoys",
  advance: "Units move",
  clash: "Attacks are decided",
  retreats: "Retreats",
  removals: "Removals",
  builds: "Builds",
  results: "Results",
};

export class Watch {
  /** Seconds from the start. */
  time = $state(0);
  isPlaying = $state(false);
  /** The shown stage, up to and including its end. */
  stage: number = $derived.by(() => this.motion.stages.filter(({ start }) => !start || start < this.time).length - 1);
  reveal: Reveal = $derived.by(() => this.#list(this.stage));
  #frame = 0;
  #until = 0;
  #rate = 1;

  constructor(readonly motion: Motion) {}

  get seconds(): number {
    return this.motion.stages.at(-1)?.end ?? 0;
  }

  get isAtEnd(): boolean {
    return this.time >= this.seconds;
  }

  /** Ms left to play at a rate. */
  left(rate: number): number {
    return ((this.isAtEnd ? this.seconds : this.seconds - this.time) * 1000) / rate;
  }

  /** 'Units move, 2 of 4'. */
  get title(): string {
    const stage = this.motion.stages[this.stage];
    return stage ? `${TITLES[stage.name]}, ${this.stage + 1} of ${this.motion.stages.length}` : "";
  }

  /** Play to the end, from the start if the end is shown. */
  play(rate = 1): void {
    if (this.isAtEnd) this.time = 0;
    this.#run(this.seconds, rate);
  }

  pause(): void {
    this.isPlaying = false;
    cancelAnimationFrame(this.#frame);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Step to the end of this stage, or of the next if already there; or back to the start of this one, or of the previous. */
  step(by: 1 | -1, isMoving: boolean): void {
    this.pause();
    const ends = this.motion.stages.map(({ end }) => end);
    if (by < 0) this.time = [0, ...ends].filter((end) => end < this.time).at(-1) ?? 0;
    else if (isMoving) this.#run(ends.find((end) => end > this.time) ?? this.seconds, 1);
    else this.time = ends.find((end) => end > this.time) ?? this.seconds;
  }

  #run(until: number, rate: number): void {
    this.pause();
    [this.isPlaying, this.#until, this.#rate] = [true, until, rate];
    let last: number | null = null;
    const tick = (now: number) => {
      // The first frame only gives the starting time.
      this.time = Math.min(this.#until, this.time + (last === null ? 0 : ((now - last) / 1000) * this.#rate));
      last = now;
      if (this.time < this.#until) this.#frame = requestAnimationFrame(tick);
      else this.isPlaying = false;
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #list(stage: number): Reveal {
    const { stages, reveals } = this.motion;
    const now = stages[stage]?.start ?? 0;
    const names = (part: "line" | "head") =>
      new Set(reveals.filter((found) => found[part] <= now).map(({ power, order }) => `${power} ${order}`));
    return { lines: names("line"), heads: names("head"), isDone: stage === stages.length - 1 };
  }
}
