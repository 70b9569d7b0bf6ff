import { tick } from "svelte";
import { announce } from "../ui/announce.svelte";

let isFirst = true;

/**
 * A new page without a load by the browser: say its name and take the focus to its text, as a load would have done.
 * The first page is the browser's own affair.
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
