/** Where the reader goes after signing in. */

const PARAM = "next";

/** The requested page of this site, or else the list of games; never another site. */
export function findReturn(query: URLSearchParams): string {
  const next = query.get(PARAM) ?? "";
  return /^\/(?![/\\])/.test(next) ? next : "/games";
}

/** An address that remembers where to go afterwards. */
export function keepReturn(path: string, next: string): string {
  return next && next !== "/games" ? `${path}?${PARAM}=${encodeURIComponent(next)}` : path;
}
