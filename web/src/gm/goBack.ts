/** Going back to a phase: the changes in it, and the request. */
import type { Correction, GmActBody, PowerId } from "../api/types";

export type GoBackBody = Extract<GmActBody, { act: "back" }>;

/** The lines of a text, without empty ones. */
export function readLines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/** True if a text differs from the orders that were given. */
export function isChanged(given: readonly string[], text: string): boolean {
  return readLines(text).join("\n") !== given.join("\n");
}

/** The orders of the powers whose text was changed. */
export function listChanged(given: Record<PowerId, string[]>, texts: Record<PowerId, string>): Record<PowerId, string[]> {
  const changed: Record<PowerId, string[]> = {};
  for (const [power, lines] of Object.entries(given)) {
    const text = texts[power];
    if (text !== undefined && isChanged(lines, text)) changed[power] = readLines(text);
  }
  return changed;
}

export type GoBackDraft = {
  phase: string;
  orders: Record<PowerId, string[]>;
  changes: Correction[];
  replays: boolean;
  holds: boolean;
  until: string;
};

/** The request, without the note and the reference to the preview. */
export function makeGoBackBody({ phase, orders, changes, replays, holds, until }: GoBackDraft): GoBackBody {
  const rest = replays ? { replay: true, holds, ...(until ? { until } : {}) } : { replay: false };
  return { act: "back", phase, changes, orders, whole_sheets: true, ...rest };
}
