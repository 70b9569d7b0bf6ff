import { ROUTES, type Route } from "./addresses";
import { matchPath, type Params } from "./pattern";

export type Match = { route: Route; params: Params };

/** The current address; `navigate` changes pages without a reload. */
class Router {
  path = $state("/");
  query = $state.raw(new URLSearchParams());
  match: Match | null = $derived(findMatch(this.path));

  /** How to fetch a page that is not loaded yet; set once at startup. */
  onprepare: (page: string) => void = () => {};

  /** Follow the browser's back and forward; called once. */
  start(): void {
    this.#read();
    addEventListener("popstate", () => this.#read());
  }

  /**
   * Go to an address of this site. `replace` adds no entry to the history. An entry made for an open menu is replaced:
   * going back from the next page leads to this one, not to its menu.
   */
  go(address: string, { replace = false } = {}): void {
    if (replace || isMenuEntry()) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    const isNewPage = location.pathname !== this.path;
    this.#read();
    if (isNewPage) scrollTo(0, 0);
  }

  /** Preload the page of an address. */
  prepare(address: string): void {
    const match = findMatch(address);
    if (match) this.onprepare(match.route.page);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

/** True if the newest entry of the history only represents an open menu. */
export function isMenuEntry(): boolean {
  return (history.state as { menu?: boolean } | null)?.menu === true;
}

function findMatch(path: string): Match | null {
  for (const route of ROUTES) {
    const params = matchPath(route.pattern, path);
    if (params) return { route, params };
  }
  return null;
}

export const router = new Router();

/** Go to an address of this site. */
export function navigate(address: string, options?: { replace?: boolean }): void {
  router.go(address, options);
}
