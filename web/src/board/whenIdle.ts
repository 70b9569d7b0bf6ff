/** Ms after which work is done even though the page has not been idle. */
const LONGEST_WAIT = 500;
/** Ms to wait if a browser does not say when it is idle. */
const BRIEF = 60;

/** Act when this page has nothing else to do; returns a function that stops it. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(act, { timeout: LONGEST_WAIT });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, BRIEF);
  return () => clearTimeout(timer);
}

/** Act with the next frame; returns a function that stops it. */
export function withNextFrame(act: () => void): () => void {
  const frame = requestAnimationFrame(act);
  return () => cancelAnimationFrame(frame);
}
