/** The HTTP client: JSON in, JSON out, with the session's token on every request that changes something. */
import { ApiError, readProblem, UNREACHED } from "./problem";
import type { paths } from "./schema";
import { numberSending, settleSending } from "./sendings";

export { ApiError, tellProblem } from "./problem";

export const ROOT = "/api/v1";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Operation<P extends string, M extends Method> = `/api/v1${P}` extends infer K extends keyof paths ? paths[K][M] : never;

/** The addresses at which the server answers this method, without the root. */
export type Path<M extends Method> = {
  [K in keyof paths]: K extends `/api/v1${infer P}` ? (paths[K][M] extends { responses: unknown } ? P : never) : never;
}[keyof paths];

type Named<O, W extends "path" | "query"> = O extends { parameters: { [Key in W]?: infer Found } }
  ? [NonNullable<Found>] extends [never] ? unknown : NonNullable<Found>
  : unknown;
/** Path and query parameters, by name. */
export type Params<P extends string, M extends Method> = Named<Operation<P, M>, "path"> & Named<Operation<P, M>, "query">;

type Json = { content: { "application/json": unknown } };
/** The request body. */
export type Body<P extends string, M extends Method> = Operation<P, M> extends { requestBody: infer B extends Json }
  ? B["content"]["application/json"]
  : Operation<P, M> extends { requestBody?: infer B }
    ? NonNullable<B> extends Json ? NonNullable<B>["content"]["application/json"] | undefined : undefined
    : undefined;

/** The response body. */
export type Answer<P extends string, M extends Method> = Operation<P, M> extends { responses: infer R }
  ? R extends { 200: infer A extends Json } | { 201: infer A extends Json } ? A["content"]["application/json"] : undefined
  : never;

/** Params and body may be left out where the route needs none. */
type MayOmit<T> = Record<never, never> extends T ? [params?: T] : [params: T];
type MayOmitBody<T> = undefined extends T ? [body?: T] : [body: T];
type Values = Record<string, string | number | boolean | null | undefined>;

const CSRF_HEADER = "X-Legation-CSRF";
const NUMBER_HEADER = "Idempotency-Key";

let csrf: string | null = null;

/** Remember the session's token; the session store calls this for every new session. */
export function setCsrf(token: string | null): void {
  csrf = token;
}

/** Asks the person for what the server requires; true if the request should be sent again. */
type Gate = (problem: ApiError) => Promise<boolean>;

let gate: Gate = async () => false;

/** Set what asks the person when a request is refused; the session store calls this. */
export function setGate(ask: Gate): void {
  gate = ask;
}

/** Send a GET request: `get("/games/{game}/log", { game: "abc" })`. */
export function get<P extends Path<"get">>(path: P, ...[params]: MayOmit<Params<P, "get">>): Promise<Answer<P, "get">> {
  return ask("GET", makeUrl(path, params as Values));
}

/** Send a GET request to an address that the server gave. */
export function getAddress<T>(address: string): Promise<T> {
  return ask("GET", address);
}

/** Send a POST request. */
export function post<P extends Path<"post">>(
  path: P,
  params: Params<P, "post">,
  ...[body]: MayOmitBody<Body<P, "post">>
): Promise<Answer<P, "post">> {
  return ask("POST", makeUrl(path, params as Values), body ?? {});
}

/** Send a file as it is. */
export function postFile<P extends Path<"post">>(path: P, params: Params<P, "post">, file: Blob): Promise<Answer<P, "post">> {
  return ask("POST", makeUrl(path, params as Values), file);
}

/** Send a PUT request. */
export function put<P extends Path<"put">>(path: P, params: Params<P, "put">, body: Body<P, "put">): Promise<Answer<P, "put">> {
  return ask("PUT", makeUrl(path, params as Values), body);
}

/** Send a PATCH request. */
export function patch<P extends Path<"patch">>(
  path: P,
  params: Params<P, "patch">,
  body: Body<P, "patch">,
): Promise<Answer<P, "patch">> {
  return ask("PATCH", makeUrl(path, params as Values), body);
}

/** Send a DELETE request. */
export function del<P extends Path<"delete">>(
  path: P,
  ...[params]: MayOmit<Params<P, "delete">>
): Promise<Answer<P, "delete">> {
  return ask("DELETE", makeUrl(path, params as Values));
}

/** The URL of a route, for links too: params named in the path are filled in, the others form the query. */
export function makeUrl<P extends Path<"get">>(path: P, params: Params<P, "get">): string;
export function makeUrl(path: string, params?: Values): string;
export function makeUrl(path: string, params: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(params).filter(
    ([name, value]) => value !== null && value !== undefined && !path.includes(`{${name}}`),
  );
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return ROOT + filled + (search && `?${search}`);
}

type Sent = { method: string; address: string; body: unknown; number: string | null };

async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  if (method !== "POST") return read<T>({ method, address, body, number: null });
  try {
    const found = await read<T>({ method, address, body, number: numberSending(address, body) });
    settleSending(address, body);
    return found;
  } catch (problem) {
    settleSending(address, body, problem);
    throw problem;
  }
}

/** The body as JSON. A response that breaks off is treated as if none had come. */
async function read<T>(sent: Sent): Promise<T> {
  const answer = await sendAgainWhenAsked(sent);
  if (answer.status === 204) return undefined as T;
  try {
    return (await answer.json()) as T;
  } catch {
    throw new ApiError(0, "unreached", UNREACHED);
  }
}

/** Where the session has ended, the request waits until the person has signed in, and is sent again. */
async function sendAgainWhenAsked(sent: Sent): Promise<Response> {
  try {
    return await sendKnown(sent);
  } catch (problem) {
    if (!(problem instanceof ApiError) || !(await gate(problem))) throw problem;
    return sendKnown(sent);
  }
}

/** A token becomes invalid on sign-in elsewhere, or when the server drops the session: fetch a new one once. */
async function sendKnown(sent: Sent): Promise<Response> {
  const token = csrf;
  try {
    return await send(sent);
  } catch (problem) {
    if (!(problem instanceof ApiError) || !isStaleToken(problem) || sent.method === "GET") throw problem;
    // The session may have arrived meanwhile.
    if (csrf === token) csrf = (await get("/session")).csrf;
    if (csrf === null || csrf === token) throw problem;
    return send(sent);
  }
}

function isStaleToken(problem: ApiError): boolean {
  return problem.status === 403 && problem.code.includes("csrf");
}

async function send(sent: Sent): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(sent.address, makeInit(sent));
  } catch {
    throw new ApiError(0, "unreached", UNREACHED);
  }
  if (answer.ok) return answer;
  throw readProblem(answer.status, await readJson(answer), answer.headers.get("Retry-After"));
}

function makeInit({ method, body, number }: Sent): RequestInit {
  const headers: Record<string, string> = { Accept: "application/json" };
  const isFile = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = isFile ? "application/octet-stream" : "application/json";
  if (method !== "GET" && csrf !== null) headers[CSRF_HEADER] = csrf;
  if (number !== null) headers[NUMBER_HEADER] = number;
  return {
    method,
    headers,
    credentials: "same-origin",
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  };
}

async function readJson(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}
