/** Idempotency keys: a request that is repeated because no response came keeps its key, so that it is done once. */
import { ApiError } from "./problem";

/** Unanswered requests with their keys. */
const open = new Map<string, string>();

/** Requests that make a game: reloading the page after a lost response must not make a second one. Nothing in them is secret. */
const KEPT = /\/(solo|games)$/;
/** Ms for which a key outlives its page; a later click means another game. */
const KEPT_FOR = 10 * 60_000;
const SHELF = "legation.sendings";
type Kept = Record<string, { number: string; at: number }>;

/** The key of a request to an address. */
export function numberSending(address: string, body: unknown): string {
  const said = tellSending(address, body);
  const kept = KEPT.test(address) ? readKept() : null;
  const number = open.get(said) ?? kept?.[said]?.number ?? makeNumber();
  open.set(said, number);
  if (kept && !kept[said]) writeKept({ ...kept, [said]: { number, at: Date.now() } });
  return number;
}

/** The request was answered, so the same request is new next time. After an error on the way the key stays: it may have been done. */
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
    // Storage may be unavailable; then a key lasts as long as its page.
  }
}

/** A random key; `randomUUID` is missing on a host without https. */
export function makeNumber(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tellSending(address: string, body: unknown): string {
  const said = body instanceof File ? [body.name, body.size, body.lastModified] : body instanceof Blob ? [body.size, body.type] : body;
  return `${address} ${JSON.stringify(said)}`;
}
