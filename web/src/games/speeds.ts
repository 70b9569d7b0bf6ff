/** Speeds and kinds of press, in the words of the pages. */
import type { PressKind, Speed } from "../api/types";

export const SPEEDS: readonly { value: Speed; label: string; hint: string }[] = [
  { value: "live", label: "Live", hint: "at most two hours per phase" },
  { value: "day", label: "A day", hint: "about a day per phase" },
  { value: "days", label: "A few days", hint: "up to four days per phase" },
  { value: "week", label: "A week", hint: "more than four days per phase" },
  { value: "none", label: "No deadlines", hint: "the game master moves it on" },
];

export const PRESS: readonly { value: PressKind; label: string }[] = [
  { value: "full", label: "Letters to anyone" },
  { value: "public", label: "Letters to all only" },
  { value: "none", label: "No letters" },
];

/** A speed in words. */
export function nameSpeed(speed: Speed): string {
  return SPEEDS.find((other) => other.value === speed)?.label ?? speed;
}

/** The filters for games; empty means any. */
export type Filters = { variant: string; speed: string; press: string; free: string };

/** The filters of an address; unknown values are left out. */
export function readFilters(query: URLSearchParams): Filters {
  const oneOf = (name: string, known: readonly { value: string }[]) => {
    const found = query.get(name) ?? "";
    return known.some((other) => other.value === found) ? found : "";
  };
  return {
    variant: query.get("variant") ?? "",
    speed: oneOf("speed", SPEEDS),
    press: oneOf("press", PRESS),
    free: query.get("free") === "true" ? "true" : "",
  };
}

/** The filters that are set, as a query asks for them. */
export function listSet(filters: Filters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}
