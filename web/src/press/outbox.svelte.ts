/** Letters on their way: kept on the device until the server has them, sent again under the same request id. */
import { ApiError, post, tellProblem } from "../api/client";
import type { Letter, LetterBody } from "../api/types";

export type UnsentLetter = Omit<LetterBody, "request"> & {
  request: string;
  key: string;
  at: string;
  /** `sending` now, `waiting` for the line to come back, or `refused` with the reason. */
  state: "sending" | "waiting" | "refused";
  reason: string;
};

const AGAIN = 15_000;

export class Outbox {
  letters = $state<UnsentLetter[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly onsent: (message: Letter, letter: UnsentLetter) => void,
  ) {
    this.letters = recall(game);
    addEventListener("online", this.#flush);
    if (this.letters.length) void this.flush();
  }

  /** Send a letter; it is kept here until the server has it. */
  async send(message: Omit<LetterBody, "request">, key: string): Promise<void> {
    const letter: UnsentLetter = {
      ...message,
      key,
      request: crypto.randomUUID?.() ?? makeRequest(),
      at: new Date().toISOString(),
      state: "sending",
      reason: "",
    };
    this.letters.push(letter);
    this.#keep();
    await this.#post(letter.request);
  }

  /** Try again with everything that waits. */
  async flush(): Promise<void> {
    for (const letter of [...this.letters]) if (letter.state === "waiting") await this.#post(letter.request);
  }

  /** Try again with one that was refused. */
  async again(request: string): Promise<void> {
    await this.#post(request);
  }

  /** Take a letter back that was not sent; gives its text. */
  drop(request: string): string {
    const letter = this.letters.find((other) => other.request === request);
    this.#remove(request);
    return letter?.text ?? "";
  }

  /** Stop listening; what is unsent stays on the device. */
  close(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#flush);
  }

  #flush = (): void => void this.flush();

  async #post(request: string): Promise<void> {
    const letter = this.letters.find((other) => other.request === request);
    if (!letter) return;
    letter.state = "sending";
    const { to, text, grey, as_gm } = letter;
    const body = { to: $state.snapshot(to), text, grey, request, ...(as_gm && { as_gm }) };
    try {
      const message = await post("/games/{game}/press", { game: this.game }, body);
      this.#remove(request);
      this.onsent(message, letter);
    } catch (problem) {
      const isLater = problem instanceof ApiError && (problem.isOffline || problem.status === 429 || problem.status >= 500);
      letter.state = isLater ? "waiting" : "refused";
      letter.reason = isLater ? "" : tellProblem(problem);
      this.#keep();
      if (isLater) this.#later();
    }
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), AGAIN);
  }

  #remove(request: string): void {
    this.letters = this.letters.filter((letter) => letter.request !== request);
    this.#keep();
  }

  #keep(): void {
    try {
      const name = `legation.outbox.${this.game}`;
      if (this.letters.length) localStorage.setItem(name, JSON.stringify(this.letters));
      else localStorage.removeItem(name);
    } catch {
      // Storage may be closed to us; the letters then wait as long as the page is open.
    }
  }
}

/** What was unsent when the page was last closed. */
export function recall(game: string): UnsentLetter[] {
  try {
    const stored = JSON.parse(localStorage.getItem(`legation.outbox.${game}`) ?? "[]") as UnsentLetter[];
    return stored.map((letter) => (letter.state === "sending" ? { ...letter, state: "waiting" } : letter));
  } catch {
    return [];
  }
}

/** Pages without https have no randomUUID. */
function makeRequest(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
