/** Drafts of letters, kept on the device until they are sent. */
import type { OrderLine } from "../board/types";

/** Orders to send with a letter, for one phase. */
export type SketchDraft = { phase: string; title: string; orders: OrderLine[] };
/** An unfinished letter. */
export type Draft = { text: string; sketch: SketchDraft | null };

const PREFIX = "legation.draft";
const EMPTY: Draft = { text: "", sketch: null };

/** The draft for a room of a game. Accounts have their own: two players may share a device, and a room. */
export function recallDraft(account: number | null, game: string, key: string): Draft {
  try {
    const stored = localStorage.getItem(name(account, game, key));
    const found = stored === null ? EMPTY : (JSON.parse(stored) as Partial<Draft>);
    return { text: found.text ?? "", sketch: found.sketch ?? null };
  } catch {
    return EMPTY;
  }
}

/** Keep a draft; an empty one is forgotten. */
export function keepDraft(account: number | null, game: string, key: string, draft: Draft): void {
  try {
    if (draft.text || draft.sketch) localStorage.setItem(name(account, game, key), JSON.stringify(draft));
    else localStorage.removeItem(name(account, game, key));
  } catch {
    // Storage may be unavailable; the draft then lasts as long as the page.
  }
}

function name(account: number | null, game: string, key: string): string {
  return `${PREFIX}.${account ?? "guest"}.${game}.${key}`;
}
