import { getBoardFile } from "../api/boardFiles";
import { post } from "../api/client";
import { session } from "../api/session.svelte";
import type { SoloBody } from "../api/types";
import { navigate, router } from "../router/router.svelte";
import { stopPictures } from "../ui/pictures";

/** Begin a game against bots and open it; a reader who is not signed in becomes a guest. Missing settings take defaults. */
export async function playSolo(wish: SoloBody): Promise<void> {
  // On a slow connection, load the board before the pictures of the page being left.
  const goOn = stopPictures();
  router.prepare("/g/next");
  try {
    // A quick click comes before the session is loaded, and without its token the server refuses.
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
