/** Unsent letters: kept on the device until the server has them, and sent again with the same request id. */
import { ApiError, post, tellProblem } from "../api/client";
import { makeNumber } from "../api/sendings";
import type { Letter, LetterBody } from "../api/types";
import type { Draft, SketchDraft } from "./letterDrafts";
import { toBody } from "./sketches";

/** A letter that the server may not have yet. */
export type UnsentLetter = Omit<LetterBody, "request" | "sketch"> & {
  request: string;
  key: string;
  sketch: SketchDraft | null;
  at: string;
  /** `sending` now, `waiting` for the connection, or `refused` with the reason. */
  state: "sending" | "waiting" | "refused";
  reason: string;
};
export type NewLetter = Pick<UnsentLetter, "to" | "text" | "grey" | "as_gm" | "sketch">;

const PREFIX = "legation.outbox";
const AGAIN = 15_000;

export class Outbox {
  letters = $state<UnsentLetter[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    /** The account of the letters: on a shared device nobody sends another person's letters. */
    readonly account: number | null,
    readonly onsent: (message: Letter, letter: UnsentLetter) => void,
  ) {
    this.letters = recall(game, account);
    addEventListener("online", this.#flush);
    if (this.letters.length) void this.flush();
  }

  /** Send a letter; it is kept here until the server has it. */
  async send(message: NewLetter, key: string): Promise<void> {
    const letter: UnsentLetter = {
      ...message,
      key,
      request: makeNumber(),
      at: new Date().toISOString(),
      state: "sending",
      reason: "",
    };
    this.letters.push(letter);
    this.#keep(letter);
    await this.#post(letter.request);
  }

  /** Send all waiting letters again. */
  async flush(): Promise<void> {
    for (const letter of [...this.letters]) if (letter.state === "waiting") await this.#post(letter.request);
  }

  /** Send a refused letter again. */
  async again(request: string): Promise<void> {
    await this.#post(request);
  }

  /** Turn an unsent letter back into a draft. */
  drop(request: string): Draft {
    const letter = this.letters.find((other) => other.request === request);
    this.#remove(request);
    return { text: letter?.text ?? "", sketch: letter ? $state.snapshot(letter.sketch) : null };
  }

  /** Stop listening; unsent letters stay on the device. */
  close(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#flush);
  }

  #flush = (): void => void this.flush();

  async #post(request: string): Promise<void> {
    const letter = this.letters.find((other) => other.request === request);
    if (!letter) return;
    letter.state = "sending";
    const { to, text, grey, as_gm, sketch } = letter;
    const body = { to: $state.snapshot(to), text, grey, request, ...(as_gm && { as_gm }), ...(sketch && { sketch: toBody($state.snapshot(sketch)) }) };
    try {
      const message = await post("/games/{game}/press", { game: this.game }, body);
      this.#remove(request);
      this.onsent(message, letter);
    } catch (problem) {
      const isLater = problem instanceof ApiError && (problem.isOffline || problem.status === 429 || problem.status >= 500);
      letter.state = isLater ? "waiting" : "refused";
      letter.reason = isLater ? "" : tellProblem(problem);
      this.#keep(letter);
      if (isLater) this.#later();
    }
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), AGAIN);
  }

  #remove(request: string): void {
    this.letters = this.letters.filter((letter) => letter.request !== request);
    try {
      localStorage.removeItem(nameOf(this.game, this.account, request));
    } catch {
      // As below.
    }
  }

  /** Each letter has its own storage key, so that two windows do not overwrite each other's. */
  #keep(letter: UnsentLetter): void {
    try {
      localStorage.setItem(nameOf(this.game, this.account, letter.request), JSON.stringify(letter));
    } catch {
      // Storage may be unavailable; the letters then wait as long as the page is open.
    }
  }
}

/** Letters unsent when the page was last closed, the oldest first. */
export function recall(game: string, account: number | null): UnsentLetter[] {
  try {
    const prefix = nameOf(game, account, "");
    const names = Array.from({ length: localStorage.length }, (_, number) => localStorage.key(number) ?? "");
    return names
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => readLetter(localStorage.getItem(name)))
      .sort((a, b) => a.at.localeCompare(b.at));
  } catch {
    return [];
  }
}

function readLetter(stored: string | null): UnsentLetter[] {
  try {
    const letter = JSON.parse(stored ?? "") as UnsentLetter;
    return [letter.state === "sending" ? { ...letter, state: "waiting" } : letter];
  } catch {
    return [];
  }
}

function nameOf(game: string, account: number | null, request: string): string {
  return `${PREFIX}.${account ?? "guest"}.${game}.${request}`;
}
