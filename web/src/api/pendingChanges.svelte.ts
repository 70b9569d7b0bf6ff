/**
 * What a person changes and the server keeps. What they chose or typed stays on view until the server has answered to
 * that very change: an answer to an earlier request, or news from others, must not set it back meanwhile.
 */
export class PendingChanges<T extends object> {
  /** Chosen or typed here, and not yet answered. */
  #own = $state.raw<Partial<T>>({});
  /** Typed, and kept even when the server refuses it: nobody should have to type it again. */
  #typed = new Set<keyof T>();
  #unsent: Partial<T> = {};
  /** The sending that takes along what is unsent; null when none waits. */
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(
    /** What the server said last. */
    readonly stored: () => T,
    /** Send changes; done when `stored` gives what the server made of them. One at a time, so that the last one wins. */
    readonly send: (changes: Partial<T>) => Promise<unknown>,
  ) {}

  /** What is on view. */
  get now(): T {
    return { ...this.stored(), ...this.#own };
  }

  /** Whether the server has yet to answer to something. */
  get isWaiting(): boolean {
    return Object.keys(this.#own).length > 0;
  }

  /** Choose something, and send it. A refusal is thrown, and what the server has is on view again. */
  choose(changes: Partial<T>): Promise<void> {
    this.#own = { ...this.#own, ...changes };
    this.#unsent = { ...this.#unsent, ...changes };
    this.#next ??= this.#last.then(() => this.#sendNext());
    this.#last = this.#next.catch(() => {});
    return this.#next;
  }

  /** Keep what is being typed; it is sent by `save`. */
  type(changes: Partial<T>): void {
    this.#own = { ...this.#own, ...changes };
    for (const name of namesOf(changes)) this.#typed.add(name);
  }

  /** Send what was typed. A refusal is thrown, and what was typed stays. */
  save(changes: Partial<T>): Promise<void> {
    this.type(changes);
    return this.choose(changes);
  }

  async #sendNext(): Promise<void> {
    const sent = this.#unsent;
    [this.#unsent, this.#next] = [{}, null];
    try {
      await this.send(sent);
      this.#settle(namesOf(sent), sent);
    } catch (problem) {
      this.#settle(namesOf(sent).filter((name) => !this.#typed.has(name)), sent);
      throw problem;
    }
  }

  /** The server has answered to some changes; one that was made again meanwhile still waits. */
  #settle(names: readonly (keyof T)[], sent: Partial<T>): void {
    const rest = { ...this.#own };
    for (const name of names) {
      if (name in this.#unsent || rest[name] !== sent[name]) continue;
      delete rest[name];
      this.#typed.delete(name);
    }
    this.#own = rest;
  }
}

function namesOf<T extends object>(changes: Partial<T>): (keyof T)[] {
  return Object.keys(changes) as (keyof T)[];
}
