/** Local storage for what the server does not have yet. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * The storage of this device. If it is full or a private window forbids it, values last
 * as long as the page.
 */
export class DeviceShelf implements Shelf {
  /** Values that could not be stored; `null` marks a value that could not be removed. */
  readonly #held = new Map<string, string | null>();

  getItem(key: string): string | null {
    const held = this.#held.get(key);
    return held !== undefined ? held : (this.#ask((storage) => storage.getItem(key)) ?? null);
  }

  setItem(key: string, value: string): void {
    const isKept = this.#ask((storage) => (storage.setItem(key, value), true));
    if (isKept) this.#held.delete(key);
    else this.#held.set(key, value);
  }

  removeItem(key: string): void {
    const isGone = this.#ask((storage) => (storage.removeItem(key), true));
    if (isGone) this.#held.delete(key);
    else this.#held.set(key, null);
  }

  #ask<T>(act: (storage: Storage) => T): T | undefined {
    try {
      return act(localStorage);
    } catch {
      return undefined;
    }
  }
}

export const shelf = new DeviceShelf();
