/** Keys of the play page, turned into acts on what is in hand. */
import { session } from "../../api/session.svelte";
import { isTyping, readKey, type Command } from "../../game/keys";
import type { Composer } from "./composer.svelte";

/** How long a letter waits for the next one. */
const PAUSE = 700;

export type KeyActs = {
  goto: () => void;
  keys: () => void;
  plan: () => void;
  phaseBack: () => void;
  theatre: (number: number) => void;
};

export class Keyboard {
  #typed = "";
  /** A code that was clear before all of it was typed, and how much of it was. */
  #spelt = { code: "", typed: "" };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly composer: () => Composer | null,
    private readonly acts: KeyActs,
  ) {}

  /**
   * Arrows go through the targets while something is in hand; to be asked before the board, which pans by them. In
   * the list up and down go through its rows, and the two others through the targets.
   */
  step(event: KeyboardEvent): void {
    const way = ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const)[event.key];
    const composer = this.composer();
    if (!way || !composer?.draft || !composer.choices.length || isTyping(event.target) || hasOwnArrows(event)) return;
    event.preventDefault();
    event.stopPropagation();
    composer.step(way);
  }

  /** Take a key; what is not ours is left to the page. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (this.#isTail(event)) return event.preventDefault();
    if (event.key === "Enter" && this.#isPressed(event.target)) return;
    const reading = readKey(
      { key: event.key, isShift: event.shiftKey },
      { typed: this.#typed, codes: this.#codes(), hasLetters: session.settings.single_keys },
    );
    clearTimeout(this.#timer);
    this.#typed = reading.typed;
    if (reading.act === "none") return;
    event.preventDefault();
    if (reading.act === "command") this.#run(reading.command);
    else if (reading.act === "theatre") this.acts.theatre(reading.number);
    else if (reading.act === "target") this.#spell(reading.code, reading.typed);
    else this.#wait(reading.fallback);
  }

  /** Enter on a button or link presses it and sets no order; the row of the unit in hand is no such button. */
  #isPressed(target: EventTarget | null): boolean {
    if (!(target instanceof Element)) return false;
    const row = target.closest<HTMLElement>("[data-unit-row]")?.dataset["unitRow"];
    if (row && row === this.composer()?.draft?.unit.unit) return false;
    return target.closest("button, a[href], summary, [role='tab'], label") !== null;
  }

  #codes(): string[] {
    return this.composer()?.choices.map((choice) => choice.space) ?? [];
  }

  #wait(fallback: Command | null): void {
    this.#timer = setTimeout(() => {
      this.#typed = "";
      if (fallback) this.#run(fallback);
    }, PAUSE);
  }

  #spell(code: string, typed: string): void {
    const composer = this.composer();
    if (!composer?.draft) return;
    composer.cursor = code;
    composer.takeCursor();
    this.#typed = "";
    this.#spelt = { code: code.toLowerCase(), typed };
    this.#timer = setTimeout(() => (this.#spelt = { code: "", typed: "" }), PAUSE);
  }

  /** Letters that come after the code was clear still belong to it; they are no commands. */
  #isTail(event: KeyboardEvent): boolean {
    const typed = this.#spelt.typed + event.key.toLowerCase();
    if (!this.#spelt.code || event.key.length > 1 || !this.#spelt.code.startsWith(typed)) return false;
    this.#spelt = { ...this.#spelt, typed };
    return true;
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
