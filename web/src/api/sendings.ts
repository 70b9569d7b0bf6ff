/** Numbers of what the page sends: what is sent again because no answer came has the number that it had, and is done once. */
import { ApiError } from "./problem";

/** What was sent and not answered yet, with its number. */
const open = new Map<string, string>();

/** The number of something that is sent to an address. */
export function numberSending(address: string, body: unknown): string {
  const said = tellSending(address, body);
  const number = open.get(said) ?? makeNumber();
  open.set(said, number);
  return number;
}

/** It was answered: the same, if it is sent another time, is something new. What went wrong on the way may have been done. */
export function settleSending(address: string, body: unknown, problem?: unknown): void {
  const isAnswered = problem === undefined || (problem instanceof ApiError && problem.status >= 400 && problem.status < 500);
  if (isAnswered) open.delete(tellSending(address, body));
}

/** A number that nobody else will think of; `randomUUID` is missing on a host without https. */
export function makeNumber(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tellSending(address: string, body: unknown): string {
  const said = body instanceof File ? [body.name, body.size, body.lastModified] : body instanceof Blob ? [body.size, body.type] : body;
  return `${address} ${JSON.stringify(said)}`;
}
