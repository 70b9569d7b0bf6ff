/** Sketches in letters: the address of their board, and what is sent. */
import type { SketchBody } from "../api/types";
import type { OrderLine } from "../board/types";
import type { SketchDraft } from "./letterDrafts";

/** The word for a letter in addresses: its room and its number there. */
export function makeLetterWord(room: number, letter: number): string {
  return `${room}-${letter}`;
}

/** Room and number of a letter; null if the word is malformed. */
export function readLetterWord(word: string | null): { room: number; letter: number } | null {
  const found = /^(\d{1,16})-(\d{1,9})$/.exec(word ?? "");
  return found ? { room: Number(found[1]), letter: Number(found[2]) } : null;
}

/** The board on which a sketch is shown: that of the reader's orders, or of the sketch's phase. */
export function linkToSketch(game: { id: string; phase: string }, phase: string, room: number, letter: number): string {
  const board = phase === game.phase ? "" : `/results/${phase}`;
  return `/g/${game.id}${board}?sketch=${makeLetterWord(room, letter)}`;
}

/** A sketch as the server reads it: lines by power. */
export function toBody(sketch: SketchDraft | null): SketchBody | null {
  if (!sketch?.orders.length) return null;
  const orders: Record<string, string[]> = {};
  for (const line of sketch.orders) (orders[line.power] ??= []).push(line.order);
  return { phase: sketch.phase, orders };
}

/** The orders as the board draws them. */
export function toDrawn(orders: readonly OrderLine[]): OrderLine[] {
  return orders.filter((line) => !line.rejected).map((line) => ({ ...line, state: "sketch" }));
}
