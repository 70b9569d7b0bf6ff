/** Milliseconds within which the second tap of a double tap comes. */
const MOMENT = 400;

/**
 * Ignores presses for a moment after it appears, because a double tap was meant for what stood here before. If focus was on
 * what stood here, it moves to the first button.
 */
export function settle(node: HTMLElement): () => void {
  node.inert = true;
  const timer = setTimeout(() => {
    node.inert = false;
    if (document.activeElement === document.body) node.querySelector("button")?.focus();
  }, MOMENT);
  return () => clearTimeout(timer);
}
