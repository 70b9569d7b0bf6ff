/** The choices in the dialog that exports results. */
import type { Places } from "../game/spaces";

export type Paper = "a4" | "letter";

/** The theatres of a board, the whole of it first. */
export function listTheatres(places: Places): { value: string; label: string }[] {
  const names = new Set([...places.spaces.values()].map((space) => space.theatre).filter(Boolean));
  return [{ value: "", label: "The whole board" }, ...[...names].sort().map((name) => ({ value: name, label: name }))];
}

/** The usual paper for a language: Letter in North America, A4 elsewhere. */
export function usualPaper(language: string): Paper {
  return /-(US|CA|MX)$/i.test(language) ? "letter" : "a4";
}
