import { tick } from "svelte";
import { announce } from "../ui/announce.svelte";

let isFirst = true;

/**
 * Announce a new page and focus its text, as a load by the browser would have done.
 * The browser does this itself for the first page.
 */
export async function arrive(title: string): Promise<void> {
  if (isFirst) {
    isFirst = false;
    return;
  }
  await tick();
  announce(title);
  const page = document.getElementById("page");
  if (!page || page.contains(document.activeElement)) return;
  page.tabIndex = -1;
  page.focus({ preventScroll: true });
}
