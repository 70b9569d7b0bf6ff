import { post } from "../api/client";
import type { OpenGame } from "../game/openGame.svelte";
import { navigate } from "../router/router.svelte";
import type { GameOrders } from "./gameOrders.svelte";

const TRIES = 120;
const PAUSE = 500;

/** A game without a clock is judged when its player says so, also one who is out and looks on; then its results are shown. */
export async function judgeAtOnce(book: GameOrders | null, open: OpenGame): Promise<void> {
  const before = open.game;
  if (!before) return;
  if (book && before.you?.due) await book.confirm();
  else await post("/games/{game}/solo/next", { game: before.id });
  for (let tries = 0; tries < TRIES; tries++) {
    await open.reload();
    if (open.game?.turn !== before.turn || open.game.status === "ended") break;
    await new Promise((done) => setTimeout(done, PAUSE));
  }
  navigate(`/g/${before.id}/results/${before.phase}`);
}
