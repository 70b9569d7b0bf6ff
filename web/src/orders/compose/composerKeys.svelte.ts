/** Turns keys of the play page into actions on the order in hand. */
import { session } from "../../api/session.svelte";
import { isTyping, readKey, type Command, type Reading, type Word } from "../../game/keys";
import { announce } from "../../ui/announce.svelte";
import type { Composer } from "./composer.svelte";
import { listChoices, stepBack, type Draft } from "./draftOrder";

/** How long a letter waits for the next one. */
const PAUSE = 700;

export type KeyActs = {
  goto: () => void;
  keys: () => void;
  plan: () => void;
  phaseBack: () => void;
  theatre: (number: number) => void;
  facts: () => void;
};

export class Keyboard {
  /** What is being spelt, and the order in hand when it began. */
  #word: Word | null = null;
  #before: Draft | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly composer: () => Composer | null,
    private readonly acts: KeyActs,
  ) {}

  /**
   * Arrows step through the targets while a unit is in hand; call this before the board, which pans by them. In
   * the list up and down step through its rows, and the two others through the targets.
   */
  step(event: KeyboardEvent): void {
    const way = ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const)[event.key];
    const composer = this.composer();
    if (!way || !composer?.draft || !composer.choices.length || isTyping(event.target) || hasOwnArrows(event)) return;
    event.preventDefault();
    event.stopPropagation();
    composer.step(way);
  }

  /** Handle a key; other keys are left to the page. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && this.#isPressed(event.target)) return;
    const now = this.composer()?.draft ?? null;
    if (!this.#word) this.#before = now;
    const reading = readKey(
      { key: event.key, isShift: event.shiftKey },
      {
        word: this.#word,
        codes: listCodes(this.#before),
        nextCodes: listCodes(now),
        hasHand: now !== null,
        hasLetters: session.settings.single_keys,
      },
    );
    if (reading.act === "none") return;
    event.preventDefault();
    this.#keep(reading.word);
    if (reading.act === "command") this.#run(reading.command);
    else if (reading.act === "theatre") this.acts.theatre(reading.number);
    else if (reading.act === "target") this.#spell(reading.code, reading.isNext);
    else this.#wait(reading);
  }

  /** True if Enter presses a button or link instead of setting the order; the row of the unit in hand does not count. */
  #isPressed(target: EventTarget | null): boolean {
    if (!(target instanceof Element)) return false;
    const row = target.closest<HTMLElement>("[data-unit-row]")?.dataset["unitRow"];
    if (row && row === this.composer()?.draft?.unit.unit) return false;
    return target.closest("button, a[href], summary, [role='tab'], label") !== null;
  }

  /** A word continues while its letters follow soon enough. */
  #keep(word: Word | null): void {
    clearTimeout(this.#timer);
    this.#word = word;
    if (word) this.#timer = setTimeout(() => (this.#word = null), PAUSE);
  }

  #wait(reading: Extract<Reading, { act: "wait" | "lost" }>): void {
    const { letters } = reading.word;
    // The word undoes what its first letters did.
    if (letters.length > 1) this.composer()?.restore(this.#before);
    if (reading.act === "lost") return announce(`No target begins with ${letters}.`);
    const { fallback } = reading;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#word = null;
      if (fallback) this.#run(fallback);
    }, PAUSE);
  }

  #spell(code: string, isNext: boolean): void {
    const composer = this.composer();
    if (!composer?.draft) return;
    if (isNext) this.#before = composer.draft;
    else composer.restore(this.#before);
    composer.cursor = code;
    if (composer.takeCursor()) return;
    // From a hold, go back to the moves.
    composer.restore(stepBack(composer.draft));
    composer.cursor = code;
    composer.takeCursor();
  }

  #run(command: Command): void {
    const composer = this.composer();
    switch (command) {
      case "goto":
        return this.acts.goto();
      case "keys":
        return this.acts.keys();
      case "plan":
        return this.acts.plan();
      case "phase-back":
        return this.acts.phaseBack();
      case "facts":
        return this.acts.facts();
      case "next":
        return composer?.next();
      case "previous":
        return composer?.previous();
      case "undo":
        return composer?.undo();
      case "back":
        return composer?.back();
      case "set":
        if (composer && !composer.takeCursor()) composer.set();
        return;
      case "move":
      case "support":
      case "convoy":
      case "hold":
      case "bomb":
        return composer?.chooseKind(command);
    }
  }
}

function hasOwnArrows(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return true;
  const isUpright = event.key === "ArrowUp" || event.key === "ArrowDown";
  return event.target.closest(`[role='tablist'], [role='slider'], dialog${isUpright ? ", [data-stop]" : ""}`) !== null;
}

/** Codes of the targets of an order; if one is chosen, of those that could replace it. */
function listCodes(draft: Draft | null): string[] {
  if (!draft) return [];
  const choices = listChoices(draft);
  const back = choices.length ? null : stepBack(draft);
  return (back ? listChoices(back) : choices).map((choice) => choice.space);
}
