/** A position with its orders inside an address: the link contains everything, and no server stores it. */
import type { RequestJson } from "../api/types";

/** The greatest length, in characters, of the JSON in a link. */
const LONGEST = 400_000;

/** The address that opens a position in the sandbox. */
export async function linkToSandbox(request: RequestJson): Promise<string> {
  return `/sandbox?position=${await packPosition(request)}`;
}

/** A position as letters, digits, hyphens and underscores. Empty fields are left out. */
export async function packPosition(request: RequestJson): Promise<string> {
  const said = Object.entries(request).filter(([, value]) => !isEmpty(value));
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify(Object.fromEntries(said))), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The position in a link; throws if the link is incomplete. */
export async function unpackPosition(code: string): Promise<RequestJson> {
  let found: unknown;
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await pipe(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    found = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    found = null;
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    throw new Error("This link contains no position. Perhaps part of it was cut off.");
  }
  return found;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > LONGEST) throw new Error("too long");
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
