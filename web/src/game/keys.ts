/** Keys of the play page. Letters are commands, or spell the code of a target; a word of several letters is never a command. */

export type Command =
  | "goto" | "next" | "previous" | "move" | "support" | "convoy" | "hold" | "bomb" | "set" | "back" | "undo" | "plan"
  | "phase-back" | "phase-on" | "keys" | "facts";

const LETTERS: Record<string, Command> = {
  n: "next", m: "move", s: "support", c: "convoy", h: "hold", b: "bomb", u: "undo", p: "plan",
};
const SHIFTED: Record<string, Command> = { n: "previous", f: "facts" };
const SIGNS: Record<string, Command> = { "/": "goto", "?": "keys", "[": "phase-back", "]": "phase-on" };

/** What the list of keys says. */
export const KEY_LIST: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ["/"], text: "Go to a space or unit; three letters are enough" },
  { keys: ["Shift F"], text: "Facts of the space in focus; in the search field press Shift Enter" },
  { keys: ["N", "Shift N"], text: "Next or previous unit without orders" },
  { keys: ["M", "S", "C", "H"], text: "Move, support, convoy, hold" },
  { keys: ["B"], text: "The bomb that lies with the unit, in games with bombs" },
  { keys: ["A-Z"], text: "Spell the code of a target" },
  { keys: ["Arrows"], text: "Through the targets, clockwise; pan the board when nothing is in hand" },
  { keys: ["Enter"], text: "Set the order" },
  { keys: ["Esc"], text: "One step back" },
  { keys: ["U"], text: "Undo" },
  { keys: ["P"], text: "Plan A or B" },
  { keys: ["[", "]"], text: "Previous or next phase" },
  { keys: ["1-9"], text: "Go to a theatre" },
  { keys: ["+", "-", "0"], text: "Zoom in, out, whole world" },
  { keys: ["?"], text: "This list" },
];

export type Stroke = { key: string; isShift: boolean };

/** Letters typed in quick succession. Only the first can be a command; the rest spell. */
export type Word = {
  letters: string;
  /** The target that was taken because no other begins with these letters. */
  taken: string | null;
};

export type Reading =
  /** The command is undone if more letters follow soon and make a word. */
  | { act: "command"; command: Command; word: Word | null }
  | { act: "theatre"; number: number; word: null }
  /** A target of the step in which the word began, or of the next step if `isNext`. */
  | { act: "target"; code: string; isNext: boolean; word: Word | null }
  /** Nothing yet: `fallback` is what the letter means if no other follows soon. */
  | { act: "wait"; word: Word; fallback: Command | null }
  /** A word that no target begins with. */
  | { act: "lost"; word: Word }
  | { act: "none"; word: null };

export type KeyScene = {
  /** What was typed just before. */
  word: Word | null;
  /** Codes that could be spelt when the word began, in capitals; and those that can be now. */
  codes: readonly string[];
  nextCodes: readonly string[];
  /** True if a unit is in hand. */
  hasHand: boolean;
  /** True if single-letter keys are switched on. */
  hasLetters: boolean;
};

/** Commands that only change the order in hand, so that they can be undone if a word follows. */
const KINDS: ReadonlySet<Command> = new Set(["move", "support", "convoy", "hold", "bomb"]);

/** What a key means. */
export function readKey(stroke: Stroke, scene: KeyScene): Reading {
  const { key } = stroke;
  if (key === "Enter") return command("set");
  if (key === "Escape") return command("back");
  if (!scene.hasLetters) return none();
  const sign = SIGNS[key];
  if (sign) return command(sign);
  if (/^[1-9]$/.test(key) && !scene.word) return { act: "theatre", number: Number(key), word: null };
  if (!/^[a-z0-9]$/i.test(key)) return none();
  if (stroke.isShift) {
    const meant = SHIFTED[key.toLowerCase()];
    return meant ? command(meant) : none();
  }
  const letter = key.toUpperCase();
  return scene.word ? readOn(scene.word, letter, scene) : readFirst(letter, scene);
}

function readFirst(letter: string, scene: KeyScene): Reading {
  const meant = LETTERS[letter.toLowerCase()] ?? null;
  const fitting = listFitting(letter, scene.codes);
  const [only] = fitting;
  const word: Word = { letters: letter, taken: null };
  if (only && fitting.length === 1 && !meant) return take(only, letter, false);
  if (fitting.length) return { act: "wait", word, fallback: meant };
  if (!scene.hasHand) return meant ? command(meant) : none();
  if (meant && KINDS.has(meant)) return { act: "command", command: meant, word };
  // It may begin a code that is no target, so a command that cannot be undone waits.
  return { act: "wait", word, fallback: meant };
}

/** A letter within a word; it is never a command. */
function readOn(before: Word, letter: string, scene: KeyScene): Reading {
  const letters = before.letters + letter;
  const fitting = listFitting(letters, scene.codes);
  const found = fitting.find((code) => code === letters) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found) return take(found, letters, false);
  if (fitting.length) return { act: "wait", word: { letters, taken: null }, fallback: null };
  // The target was clear before its whole code was typed, and the next one follows at once.
  const next = before.taken ? listFitting(letter, scene.nextCodes) : [];
  if (next[0] && next.length === 1) return take(next[0], letter, true);
  return { act: "lost", word: { letters, taken: null } };
}

function take(code: string, letters: string, isNext: boolean): Reading {
  return { act: "target", code, isNext, word: code === letters ? null : { letters, taken: code } };
}

function listFitting(letters: string, codes: readonly string[]): string[] {
  return [...new Set(codes)].filter((code) => code.startsWith(letters));
}

function command(name: Command): Reading {
  return { act: "command", command: name, word: null };
}

function none(): Reading {
  return { act: "none", word: null };
}

/** True if a key belongs to the field it was typed in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type);
}
