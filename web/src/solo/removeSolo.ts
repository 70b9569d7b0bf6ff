import { del } from "../api/client";

/** What happens to a game that is removed. */
export const REMOVED = "It is deleted for good, with its results. It was yours alone, so nobody else loses anything.";

/** Delete a game against bots. */
export async function removeSolo(game: string): Promise<void> {
  await del("/games/{game}/solo", { game });
}
