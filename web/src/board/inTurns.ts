/** The longest turn of work in ms: a tap does not wait longer. */
const TURN = 8;

/** Do work in short turns, so that the page can react between them; returns a function that stops it. */
export function doInTurns(steps: Iterator<unknown>, ondone: () => void): () => void {
  let timer = setTimeout(take);

  function take(): void {
    const end = performance.now() + TURN;
    while (performance.now() < end) {
      if (steps.next().done) {
        ondone();
        return;
      }
    }
    timer = setTimeout(take);
  }
  return () => clearTimeout(timer);
}
