import { getBoardFile } from "../api/boardFiles";
import { post } from "../api/client";
import { session } from "../api/session.svelte";
import type { SoloBody } from "../api/types";
import { navigate, router } from "../router/router.svelte";
import { stopPictures } from "../ui/pictures";

/** Begin a game against bots and go there; whoever is not signed in becomes a guest. What is left out is as usual. */
export async function playSolo(wish: SoloBody): Promise<void> {
  // On a slow line the board comes before the pictures of the page that one leaves.
  const goOn = stopPictures();
  router.prepare("/g/next");
  try {
    // A quick press comes before it is known who is here, and without the token the server refuses.
    await session.load();
    const begun = await post("/solo", {}, wish);
    await session.takeGuest(begun.session);
    void getBoardFile(begun.game.board).catch(() => {});
    navigate(`/g/${begun.game.id}`);
  } catch (problem) {
    goOn();
    throw problem;
  }
}
