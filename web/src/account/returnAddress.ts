/** Where a reader goes after signing in. */

const PARAM = "next";

/** The page of ours that was wanted, else the games; never another site. */
export function findReturn(query: URLSearchParams): string {
  const next = query.get(PARAM) ?? "";
  return /^\/(?![/\\])/.test(next) ? next : "/games";
}

/** An address that remembers where to go afterwards. */
export function keepReturn(path: string, next: string): string {
  return next && next !== "/games" ? `${path}?${PARAM}=${encodeURIComponent(next)}` : path;
}
