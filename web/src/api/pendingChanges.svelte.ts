/**
 * Settings that a person changes and the server stores. What they chose or typed stays visible until the server has
 * answered that change; a response to an earlier request, or news from others, must not reset it meanwhile.
 */
export class PendingChanges<T extends object> {
  /** Chosen or typed here, and not yet confirmed by the server. */
  #own = $state.raw<Partial<T>>({});
  /** Typed here, and kept even if the server refuses it, so that it need not be typed again. */
  #typed = new Set<keyof T>();
  #unsent: Partial<T> = {};
  /** The scheduled request that will carry all unsent changes; null when none is scheduled. */
  #next: Promise<void> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(
    /** The server's last response. */
    readonly stored: () => T,
    /** Send changes, one request at a time so that the last one wins; `stored` is what the server made of them. */
    readonly send: (changes: Partial<T>) => Promise<unknown>,
  ) {}

  /** The values to show. */
  get now(): T {
    return { ...this.stored(), ...this.#own };
  }

  /** True while a change awaits its response. */
  get isWaiting(): boolean {
    return Object.keys(this.#own).length > 0;
  }

  /** Choose a value and send it. A refusal is thrown, and the server's value is shown again. */
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

  /** Send what was typed. A refusal is thrown, and the typed text stays. */
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

  /** Take a response to some changes; a value changed again meanwhile still waits. */
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
