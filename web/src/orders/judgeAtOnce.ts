import { post } from "../api/client";
import type { OpenGame } from "../game/openGame.svelte";
import { navigate } from "../router/router.svelte";
import type { GameOrders } from "./gameOrders.svelte";

/** A game without a clock is judged when its player says so, also one who is out and looks on; then its results are shown. */
export async function judgeAtOnce(book: GameOrders | null, open: OpenGame): Promise<void> {
  const before = open.game;
  if (!before) return;
  if (book && before.you?.due) await book.confirm();
  else open.take(await post("/games/{game}/solo/next", { game: before.id }, { turn: before.turn }));
  await open.reload();
  await open.until((game) => game.turn !== before.turn && !game.judging);
  // Whoever went elsewhere while the bots were thinking is not called back.
  if (location.pathname === `/g/${before.id}` || location.pathname === `/g/${before.id}/text`) {
    navigate(`/g/${before.id}/results/${before.phase}`);
  }
}
