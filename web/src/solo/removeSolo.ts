import { del } from "../api/client";

/** What the dialog says about removing a game. */
export const REMOVED = "The game is deleted for good, with its results. Nobody else plays in it.";

/** Delete a game against bots. */
export async function removeSolo(game: string): Promise<void> {
  await del("/games/{game}/solo", { game });
}
