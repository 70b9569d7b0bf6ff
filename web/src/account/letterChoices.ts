/** The kinds of e-mail that a person can switch off, in the words of the pages. */
import type { Settings } from "../api/types";

export type LetterChoice = keyof Settings["mail"];

export const LETTERS: { choice: LetterChoice; label: string; hint?: string }[] = [
  { choice: "judged", label: "A phase was judged" },
  { choice: "reminders", label: "Reminders before a deadline" },
  { choice: "press", label: "New press" },
  { choice: "missed", label: "My orders were missing" },
  { choice: "deadlines", label: "Moved deadlines and pauses" },
  { choice: "votes", label: "Proposals and results of votes" },
  { choice: "seats", label: "Seats that change hands or become free", hint: "Also civil disorder, and players who ask to stand by." },
  { choice: "changes", label: "Actions of the game master", hint: "Going back, corrections, changed terms, another game master." },
  { choice: "ending", label: "The end of a game" },
];

/** E-mails that are about none of the reader's games, so that no game can have its own choice. */
export const BESIDE_GAMES: typeof LETTERS = [
  { choice: "invitations", label: "Invitations, and games I am waiting for" },
];

/** What the e-mail about a judged phase contains. */
export const IN_RESULTS: typeof LETTERS = [
  { choice: "whole_turn", label: "With the whole turn", hint: "All orders and centres, not only what concerns your power." },
  { choice: "picture", label: "With a picture of the results" },
];

/** A kind of e-mail in words; the key itself for one that this page does not know. */
export function nameLetters(choice: LetterChoice): string {
  return [...LETTERS, ...BESIDE_GAMES, ...IN_RESULTS].find((letters) => letters.choice === choice)?.label ?? choice;
}

/** How many of these e-mails are switched off. */
export function countOff(mail: Record<LetterChoice, boolean>): number {
  return [...LETTERS, ...BESIDE_GAMES].filter(({ choice }) => !mail[choice]).length;
}
