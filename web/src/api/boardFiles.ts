/** Board files are large and never change under one address: each is fetched once for all who read it. */
import { getAddress } from "./client";

const files = new Map<string, Promise<unknown>>();

/** The board file at an address, as it comes. */
export function getBoardFile<T>(address: string): Promise<T> {
  const known = files.get(address) ?? getAddress<unknown>(address);
  files.set(address, known);
  known.catch(() => files.delete(address));
  return known as Promise<T>;
}
