/** First positions, each fetched once. */
import { get } from "../api/client";
import type { RequestJson } from "../api/types";

const known = new Map<string, Promise<RequestJson>>();

/** The first position of a variant. */
export function getStart(variant: string): Promise<RequestJson> {
  const asked = known.get(variant) ?? get("/variants/{variant}/start", { variant });
  known.set(variant, asked);
  asked.catch(() => known.delete(variant));
  return asked;
}
