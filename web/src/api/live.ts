/** Live changes of a game while its page is open, as server-sent events. */
import { ROOT } from "./client";
import type { Change } from "./types";

export type Line = { isUp: boolean; since: Date };

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 60_000;

/**
 * The event position that the page was sent with. The first requests of a page run in parallel, before its scripts,
 * so no response knows what the others missed. It is valid for the first connection only.
 */
export function takeSince(game: string): string | null {
  const found = document.querySelector<HTMLMetaElement>('meta[name="since"]');
  const [id, position] = found?.content.split(" ") ?? [];
  if (!position || id !== game) return null;
  found?.remove();
  return position;
}

/**
 * Listen to a game from an event position on; earlier changes come first. The browser reconnects a broken connection
 * by itself; when it gives up (the server answered with an error), we open a new one. After every reconnection a
 * `resync` is reported.
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
      // Events sent while the connection was down may be lost.
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

/** How long to wait after a try that failed. */
export function nextWait(wait: number): number {
  return Math.min(wait * 2, LONGEST_WAIT);
}

/** Read one line of the stream; anything but a change is skipped. */
export function readChange(data: string): Change | null {
  try {
    const value = JSON.parse(data) as Partial<Change>;
    return typeof value.kind === "string" ? { kind: value.kind, version: Number(value.version ?? 0) } : null;
  } catch {
    return null;
  }
}
