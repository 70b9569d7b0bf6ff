/** What changes in a game while its page is open, told by the server as it happens (SSE). */
import { ROOT } from "./client";
import type { Change } from "./types";

export type Line = { isUp: boolean; since: Date };

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

/**
 * The position of a game that the page was sent with: what a page asks for first is fetched side by side, before its
 * scripts run, so no answer knows what the others missed. It is good for the first line only.
 */
export function takeSince(game: string): string | null {
  const found = document.querySelector<HTMLMetaElement>('meta[name="since"]');
  const [id, position] = found?.content.split(" ") ?? [];
  if (!position || id !== game) return null;
  found?.remove();
  return position;
}

/**
 * Listen to a game, from a position on: what changed since is told first. The browser reconnects a broken line by
 * itself; when it gives up (the server answered with an error) we open a new one. Whenever the line is back, `resync`
 * is told.
 */
export function listen(
  game: string,
  since: string,
  onChange: (change: Change) => void,
  onLine: (line: Line) => void = () => {},
): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;
  let isFirst = true;
  let wasUp = true;

  function tellLine(isUp: boolean): void {
    if (isUp === wasUp) return;
    wasUp = isUp;
    onLine({ isUp, since: new Date() });
  }

  function open(): void {
    source = new EventSource(`${ROOT}/games/${game}/events?since=${encodeURIComponent(since)}`);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT;
      tellLine(true);
      // What was said while the line was broken may have been lost.
      if (!isFirst) onChange({ kind: "resync", version: 0 });
      isFirst = false;
    });
    source.addEventListener("change", (event) => {
      const change = readChange((event as MessageEvent<string>).data);
      if (change) onChange(change);
    });
    source.addEventListener("error", () => {
      tellLine(false);
      if (source?.readyState === EventSource.CLOSED) reopen();
    });
  }

  function reopen(): void {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(open, wait);
    wait = nextWait(wait);
  }

  function hurry(): void {
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    open();
  }

  addEventListener("online", hurry);
  open();
  return () => {
    removeEventListener("online", hurry);
    clearTimeout(timer);
    source?.close();
  };
}

/** How long to wait after a wait that was in vain. */
export function nextWait(wait: number): number {
  return Math.min(wait * 2, LONGEST_WAIT);
}

/** Read one line of the server; what is no change is passed over. */
export function readChange(data: string): Change | null {
  try {
    const value = JSON.parse(data) as Partial<Change>;
    return typeof value.kind === "string" ? { kind: value.kind, version: Number(value.version ?? 0) } : null;
  } catch {
    return null;
  }
}
