/** The kinds of letters that a person can do without, in the words of the pages. */
import type { Settings } from "../api/types";

export type LetterChoice = keyof Settings["mail"];

export const LETTERS: { choice: LetterChoice; label: string; hint?: string }[] = [
  { choice: "judged", label: "A phase was judged" },
  { choice: "reminders", label: "Reminders before a deadline" },
  { choice: "press", label: "New press" },
  { choice: "missed", label: "My orders did not come" },
  { choice: "deadlines", label: "A deadline moved, a pause" },
  { choice: "votes", label: "Proposals and their outcome" },
  { choice: "seats", label: "Seats that change hands or are free", hint: "Also civil disorder, and who asks to stand by." },
  { choice: "changes", label: "Acts of the game master", hint: "Going back, corrections, changed terms, another game master." },
  { choice: "ending", label: "The end of a game" },
];

/** Letters that have to do with no game of one's own, so that no game can have a choice of its own. */
export const BESIDE_GAMES: typeof LETTERS = [
  { choice: "invitations", label: "I am asked to play, or a game I wait for is there" },
];

/** What stands in the letter about a judged phase. */
export const IN_RESULTS: typeof LETTERS = [
  { choice: "whole_turn", label: "With the whole turn", hint: "All orders and centres, not only what concerns your power." },
  { choice: "picture", label: "With a picture of the results" },
];

/** A kind of letters in words; the key itself for one that this page does not know. */
export function nameLetters(choice: LetterChoice): string {
  return [...LETTERS, ...BESIDE_GAMES, ...IN_RESULTS].find((letters) => letters.choice === choice)?.label ?? choice;
}

/** How many of these letters are left out. */
export function countOff(mail: Record<LetterChoice, boolean>): number {
  return [...LETTERS, ...BESIDE_GAMES].filter(({ choice }) => !mail[choice]).length;
}
