import { join } from "node:path";
import type { Plugin, Rollup } from "vite";
import { ROUTES } from "./src/router/addresses.ts";

type Bundle = Rollup.OutputBundle;

/**
 * Writes `hints.json`: for every address the files that its page will ask for. The server names them in the page, so
 * that the browser fetches them at once instead of finding out one by one.
 */
export function writeHints(): Plugin {
  return {
    name: "legation-hints",
    apply: "build",
    generateBundle(_, bundle) {
      const hints = ROUTES.map(({ pattern, page }) => ({ pattern, files: listFiles(bundle, page) }));
      this.emitFile({ type: "asset", fileName: "hints.json", source: JSON.stringify(hints) });
    },
    transformIndexHtml: { order: "post", handler: moveStyles },
  };
}

/** Styles in the head hold up everything on the page; after the first lines they hold up only what follows. */
function moveStyles(page: string): string {
  const styles = /\n\s*(<link rel="stylesheet" crossorigin [^>]+>)/.exec(page);
  if (!styles) throw new Error("index.html names no styles");
  return page.replace(styles[0], "").replace('<div id="app">', `${styles[1]}\n    <div id="app">`);
}

function listFiles(bundle: Bundle, page: string): string[] {
  const start = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.moduleIds.includes(join(import.meta.dirname, "src", `${page}.svelte`)),
  );
  const found = new Set<string>();
  if (start) addFiles(bundle, start.fileName, found);
  return [...found];
}

/** A script and those that it imports, with their styles. */
function addFiles(bundle: Bundle, name: string, found: Set<string>): void {
  const file = bundle[name];
  if (file?.type !== "chunk" || file.isEntry || found.has(name)) return;
  found.add(name);
  for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
  for (const next of file.imports) addFiles(bundle, next, found);
}
