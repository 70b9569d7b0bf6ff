/** Milliseconds in which the second half of a double tap comes. */
const MOMENT = 400;

/**
 * Takes no press for a moment after it came: a double tap was meant for what stood here before. Focus that went with
 * what stood here comes to its first button then.
 */
export function settle(node: HTMLElement): () => void {
  node.inert = true;
  const timer = setTimeout(() => {
    node.inert = false;
    if (document.activeElement === document.body) node.querySelector("button")?.focus();
  }, MOMENT);
  return () => clearTimeout(timer);
}
