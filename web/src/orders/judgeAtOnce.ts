import { post } from "../api/client";
import type { OpenGame } from "../game/openGame.svelte";
import { navigate } from "../router/router.svelte";
import type { GameOrders } from "./gameOrders.svelte";

/** Judge a game without a clock when its player asks, even one whose power is out; then show the results. */
export async function judgeAtOnce(book: GameOrders | null, open: OpenGame): Promise<void> {
  const before = open.game;
  if (!before) return;
  if (book && before.you?.due) await book.confirm();
  else open.take(await post("/games/{game}/solo/next", { game: before.id }, { turn: before.turn }));
  await open.reload();
  await open.until((game) => game.turn !== before.turn && !game.judging);
  // A player who left the page while the bots were thinking stays where they are.
  if (location.pathname === `/g/${before.id}` || location.pathname === `/g/${before.id}/text`) {
    navigate(`/g/${before.id}/results/${before.phase}`);
  }
}
