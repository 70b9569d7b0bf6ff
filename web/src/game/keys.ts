/** Keys of the play page. Letters serve twice: as commands, and to spell the code of a target. */

export type Command =
  | "goto" | "next" | "previous" | "move" | "support" | "convoy" | "hold" | "bomb" | "set" | "back" | "undo" | "plan"
  | "phase-back" | "phase-on" | "keys";

const LETTERS: Record<string, Command> = {
  n: "next", m: "move", s: "support", c: "convoy", h: "hold", b: "bomb", u: "undo", p: "plan",
};
const SIGNS: Record<string, Command> = { "/": "goto", "?": "keys", "[": "phase-back", "]": "phase-on" };

/** What the list of keys says. */
export const KEY_LIST: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ["/"], text: "Go to a space or unit; three letters do" },
  { keys: ["N", "Shift N"], text: "Next or previous unit without orders" },
  { keys: ["M", "S", "C", "H"], text: "Move, support, convoy, hold" },
  { keys: ["B"], text: "The bomb that lies with the unit, in games with bombs" },
  { keys: ["A-Z"], text: "Spell the code of a target" },
  { keys: ["Arrows"], text: "Through the targets, clockwise; pan the board when nothing is in hand" },
  { keys: ["Enter"], text: "Set the order" },
  { keys: ["Esc"], text: "One step back" },
  { keys: ["U"], text: "Undo" },
  { keys: ["P"], text: "Plan A or B" },
  { keys: ["[", "]"], text: "A phase back or on" },
  { keys: ["1-9"], text: "Go to a theatre" },
  { keys: ["+", "-", "0"], text: "Zoom in, out, whole world" },
  { keys: ["?"], text: "This list" },
];

export type Stroke = { key: string; isShift: boolean };
export type Reading =
  | { act: "command"; command: Command; typed: "" }
  | { act: "theatre"; number: number; typed: "" }
  | { act: "target"; code: string; typed: string }
  /** Nothing yet: `fallback` is what the letter means if no other follows soon. */
  | { act: "wait"; typed: string; fallback: Command | null }
  | { act: "none"; typed: "" };

export type KeyScene = {
  /** Letters typed just before. */
  typed: string;
  /** Codes that may be spelt now, in capitals. */
  codes: readonly string[];
  /** Whether single letters are switched on. */
  hasLetters: boolean;
};

/** What a key means. */
export function readKey(stroke: Stroke, scene: KeyScene): Reading {
  const { key } = stroke;
  if (key === "Enter") return command("set");
  if (key === "Escape") return command("back");
  if (!scene.hasLetters) return none();
  const sign = SIGNS[key];
  if (sign) return command(sign);
  if (/^[1-9]$/.test(key) && !scene.typed) return { act: "theatre", number: Number(key), typed: "" };
  if (!/^[a-z0-9]$/i.test(key)) return none();
  if (stroke.isShift) return key.toLowerCase() === "n" ? command("previous") : none();
  return readLetter(key.toLowerCase(), scene);
}

function readLetter(letter: string, scene: KeyScene): Reading {
  const typed = scene.typed + letter;
  const fitting = scene.codes.filter((code) => code.toLowerCase().startsWith(typed));
  const meant = scene.typed ? null : (LETTERS[letter] ?? null);
  const [only] = fitting;
  if (only && fitting.length === 1 && (meant === null || typed.length > 1)) return { act: "target", code: only, typed };
  if (fitting.length) return { act: "wait", typed, fallback: meant };
  if (meant) return command(meant);
  // A slip: begin anew with this letter.
  return scene.typed ? readLetter(letter, { ...scene, typed: "" }) : none();
}

function command(name: Command): Reading {
  return { act: "command", command: name, typed: "" };
}

function none(): Reading {
  return { act: "none", typed: "" };
}

/** Whether a key belongs to the field it was typed in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type);
}
