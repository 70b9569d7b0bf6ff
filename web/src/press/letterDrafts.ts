/** What somebody began to write, kept on the device until it is sent. */

/** The draft for a room of a game. */
export function recallDraft(game: string, key: string): string {
  try {
    return localStorage.getItem(name(game, key)) ?? "";
  } catch {
    return "";
  }
}

/** Keep a draft; an empty one is forgotten. */
export function keepDraft(game: string, key: string, text: string): void {
  try {
    if (text) localStorage.setItem(name(game, key), text);
    else localStorage.removeItem(name(game, key));
  } catch {
    // Storage may be closed to us; the draft then lasts as long as the page.
  }
}

function name(game: string, key: string): string {
  return `legation.draft.${game}.${key}`;
}
