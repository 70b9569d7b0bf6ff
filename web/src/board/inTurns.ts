/** Ms that a turn of work may take: a tap waits no longer than that. */
const TURN = 8;

/** Do work in short turns, so that what happens between them is answered; the answer stops it. */
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
