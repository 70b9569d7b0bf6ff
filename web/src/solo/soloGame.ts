import { post } from "../api/client";
import { session } from "../api/session.svelte";
import type { SoloBody } from "../api/types";
import { navigate } from "../router/router.svelte";

/** Begin a game against bots and go there; whoever is not signed in becomes a guest. What is left out is as usual. */
export async function playSolo(wish: SoloBody): Promise<void> {
  // A quick press comes before it is known who is here, and without the token the server refuses.
  await session.load();
  const begun = await post("/solo", {}, wish);
  if (begun.session) session.take(begun.session);
  navigate(`/g/${begun.game.id}`);
}
