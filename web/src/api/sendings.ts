/** Numbers of what the page sends: what is sent again because no answer came has the number that it had, and is done once. */
import { ApiError } from "./problem";

/** What was sent and not answered yet, with its number. */
const open = new Map<string, string>();

/** What makes a game: a page that is loaded again after a lost answer must not make a second one. Nothing in it is secret. */
const KEPT = /\/(solo|games)$/;
/** Ms for which a number outlives its page; whoever presses the button later than that means another game. */
const KEPT_FOR = 10 * 60_000;
const SHELF = "legation.sendings";
type Kept = Record<string, { number: string; at: number }>;

/** The number of something that is sent to an address. */
export function numberSending(address: string, body: unknown): string {
  const said = tellSending(address, body);
  const kept = KEPT.test(address) ? readKept() : null;
  const number = open.get(said) ?? kept?.[said]?.number ?? makeNumber();
  open.set(said, number);
  if (kept && !kept[said]) writeKept({ ...kept, [said]: { number, at: Date.now() } });
  return number;
}

/** It was answered: the same, if it is sent another time, is something new. What went wrong on the way may have been done. */
export function settleSending(address: string, body: unknown, problem?: unknown): void {
  const isAnswered = problem === undefined || (problem instanceof ApiError && problem.status >= 400 && problem.status < 500);
  if (!isAnswered) return;
  const said = tellSending(address, body);
  open.delete(said);
  if (!KEPT.test(address)) return;
  const { [said]: _, ...rest } = readKept();
  writeKept(rest);
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SHELF) ?? "{}") as Kept;
    return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => Date.now() - at < KEPT_FOR));
  } catch {
    return {};
  }
}

function writeKept(kept: Kept): void {
  try {
    sessionStorage.setItem(SHELF, JSON.stringify(kept));
  } catch {
    // Storage may be closed to us; then a number lasts as long as its page.
  }
}

/** A number that nobody else will think of; `randomUUID` is missing on a host without https. */
export function makeNumber(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tellSending(address: string, body: unknown): string {
  const said = body instanceof File ? [body.name, body.size, body.lastModified] : body instanceof Blob ? [body.size, body.type] : body;
  return `${address} ${JSON.stringify(said)}`;
}
