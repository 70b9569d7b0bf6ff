/** A cache of board files. They are large and never change under one address, so each is fetched once. */
import { getAddress } from "./client";

const files = new Map<string, Promise<unknown>>();

/** The board file at an address, as text. */
export function getBoardFile<T>(address: string): Promise<T> {
  const known = files.get(address) ?? getAddress<unknown>(address);
  files.set(address, known);
  known.catch(() => files.delete(address));
  return known as Promise<T>;
}
