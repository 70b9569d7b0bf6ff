/** Saves changes one request at a time: soon after the last change, and again after a failure. */

export type SaveState =
  | { kind: "clean" }
  | { kind: "waiting" }
  | { kind: "saving" }
  | { kind: "offline"; since: number; retryAt: number }
  | { kind: "stopped" };

/** The result of one request. `stop` ends the queue: a person must decide (conflict, too late, no right). */
export type Sending = "done" | "offline" | "stop";

export type SaveQueueParts = {
  send: () => Promise<Sending>;
  tell: (state: SaveState) => void;
  now: () => number;
  later: (act: () => void, ms: number) => () => void;
};

export const REST = 500;
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

export class SaveQueue {
  #parts: SaveQueueParts;
  #cancel: () => void = () => {};
  #isDirty = false;
  #running: Promise<void> | null = null;
  #wait = FIRST_WAIT;
  #offlineSince: number | null = null;

  constructor(parts: SaveQueueParts) {
    this.#parts = parts;
  }

  /** Something changed: send it once the player pauses. */
  change(): void {
    this.#isDirty = true;
    if (this.#offlineSince === null) this.#parts.tell({ kind: "waiting" });
    this.#schedule(REST);
  }

  /** Send all changes now, and wait for the response. */
  async flush(): Promise<void> {
    this.#cancel();
    while (this.#isDirty || this.#running) {
      if (this.#running) await this.#running;
      else await this.#run();
      if (this.#offlineSince !== null) return;
    }
  }

  /** The browser is online again. */
  hurry(): void {
    if (this.#isDirty) this.#schedule(0);
  }

  /** Discard unsent changes: the person chose the other version, or it is too late. */
  drop(): void {
    this.#cancel();
    this.#isDirty = false;
    this.#offlineSince = null;
    this.#parts.tell({ kind: "clean" });
  }

  #schedule(ms: number): void {
    this.#cancel();
    this.#cancel = this.#parts.later(() => void this.#run(), ms);
  }

  #run(): Promise<void> {
    // A change during a sending is sent by the next one.
    this.#running ??= this.#sendOnce().finally(() => (this.#running = null));
    return this.#running;
  }

  async #sendOnce(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    if (this.#offlineSince === null) this.#parts.tell({ kind: "saving" });
    const result = await this.#parts.send();
    if (result === "offline") this.#retryLater();
    else if (result === "stop") this.#parts.tell({ kind: "stopped" });
    else this.#settle();
  }

  #settle(): void {
    this.#offlineSince = null;
    this.#wait = FIRST_WAIT;
    this.#parts.tell({ kind: this.#isDirty ? "waiting" : "clean" });
    if (this.#isDirty) this.#schedule(REST);
  }

  #retryLater(): void {
    this.#isDirty = true;
    this.#offlineSince ??= this.#parts.now();
    this.#parts.tell({ kind: "offline", since: this.#offlineSince, retryAt: this.#parts.now() + this.#wait });
    this.#schedule(this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }
}
