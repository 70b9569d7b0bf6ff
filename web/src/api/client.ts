/** One way to ask the server: JSON in, JSON out, the session's token on whatever changes something. */
import { ApiError, readProblem, UNREACHED } from "./problem";
import type { Session } from "./types";

export { ApiError, tellProblem } from "./problem";

export const ROOT = "/api/v1";

export type Query = Record<string, string | number | boolean | null | undefined>;
export type Asking = { query?: Query; signal?: AbortSignal };

const CSRF_HEADER = "X-Legation-CSRF";

let csrf: string | null = null;

/** Remember the session's token; the session store calls this whenever a session comes in. */
export function setCsrf(token: string | null): void {
  csrf = token;
}

/** Ask for something: `get<Game>("/games/abc")`. */
export function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  return ask<T>("GET", path, undefined, { ...(query && { query }), ...(signal && { signal }) });
}

/** Make or do something. */
export function post<T>(path: string, body: unknown = {}, asking: Asking = {}): Promise<T> {
  return ask<T>("POST", path, body, asking);
}

/** Put something in place of what was there. */
export function put<T>(path: string, body: unknown, asking: Asking = {}): Promise<T> {
  return ask<T>("PUT", path, body, asking);
}

/** Change a part of something. */
export function patch<T>(path: string, body: unknown, asking: Asking = {}): Promise<T> {
  return ask<T>("PATCH", path, body, asking);
}

/** Take something away. */
export function del<T = void>(path: string, asking: Asking = {}): Promise<T> {
  return ask<T>("DELETE", path, undefined, asking);
}

/** Ask for text that is no JSON: reports, transcripts. */
export async function getText(path: string, query?: Query): Promise<string> {
  const answer = await send("GET", path, undefined, query ? { query } : {});
  return answer.text();
}

/** The address of something, for links and pictures. */
export function makeUrl(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  const address = path.startsWith("/api/") ? path : ROOT + path;
  if (!search) return address;
  return address + (address.includes("?") ? "&" : "?") + search;
}

async function ask<T>(method: string, path: string, body: unknown, asking: Asking): Promise<T> {
  const answer = await sendKnown(method, path, body, asking);
  if (answer.status === 204) return undefined as T;
  return (await answer.json()) as T;
}

/** A token grows old when one signs in elsewhere or the server forgets the session: fetch a new one once. */
async function sendKnown(method: string, path: string, body: unknown, asking: Asking): Promise<Response> {
  const sent = csrf;
  try {
    return await send(method, path, body, asking);
  } catch (problem) {
    if (!(problem instanceof ApiError) || !isStaleToken(problem) || method === "GET") throw problem;
    // The session may have come in meanwhile.
    if (csrf === sent) csrf = (await ask<Session>("GET", "/session", undefined, {})).csrf;
    if (csrf === null || csrf === sent) throw problem;
    return send(method, path, body, asking);
  }
}

function isStaleToken(problem: ApiError): boolean {
  return problem.status === 403 && problem.code.includes("csrf");
}

async function send(method: string, path: string, body: unknown, asking: Asking): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(makeUrl(path, asking.query), makeInit(method, body, asking.signal));
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    throw new ApiError(0, "unreached", UNREACHED);
  }
  if (answer.ok) return answer;
  throw readProblem(answer.status, await readJson(answer), answer.headers.get("Retry-After"));
}

function makeInit(method: string, body: unknown, signal: AbortSignal | undefined): RequestInit {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrf !== null) headers[CSRF_HEADER] = csrf;
  return {
    method,
    headers,
    credentials: "same-origin",
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}
