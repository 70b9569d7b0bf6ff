/** Milliseconds in which the second half of a double tap comes. */
const MOMENT = 400;

/** Takes no press for a moment after it came: a double tap was meant for what stood here before. */
export function settle(node: HTMLElement): () => void {
  node.inert = true;
  const timer = setTimeout(() => (node.inert = false), MOMENT);
  return () => clearTimeout(timer);
}
