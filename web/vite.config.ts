import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Rollup } from "vite";
import { defineConfig } from "vitest/config";
import { serveFixtures } from "./fixtures.ts";
import { writeHints } from "./hints.ts";

/** Where the server of the game runs while one works on the pages. */
const SERVER = process.env["LEGATION_SERVER"] ?? "http://127.0.0.1:8000";

const NO_TRANSITION = join(import.meta.dirname, "src/board/noTransition.ts");

export default defineConfig({
  base: "/",
  plugins: [svelte(), serveFixtures(), writeHints()],
  resolve: { alias: { "d3-transition": NO_TRANSITION, "d3-interpolate": NO_TRANSITION } },
  build: {
    outDir: "../src/legation/server/web/static",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Five per cent smaller than Vite's own; the scripts of a game's page must stay under 200 KB.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 2 } },
    // One small file of styles is here sooner than one for each part of a page.
    cssCodeSplit: false,
    // Many small files compress badly and take a request each.
    rollupOptions: { output: { onlyExplicitManualChunks: true, manualChunks: nameChunk } },
  },
  // Bundled ahead, d3-zoom would keep a copy of d3-selection to itself.
  optimizeDeps: { include: ["d3-zoom", "d3-selection"] },
  server: {
    proxy: { "/api": { target: SERVER, ws: true } },
    // How boards look is written beside the code that draws pictures.
    fs: { allow: [import.meta.dirname, join(import.meta.dirname, "../src/legation/render/picture")] },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});

/**
 * What every page needs travels together; so does what the pages of a game, every board, and the writing of orders need.
 * The page of a running game thus waits for four files: a browser fetches six at a time, and each more is a wait more.
 */
function nameChunk(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  if (/^\0|\/looks\.json$|\/node_modules\/(svelte|esm-env|clsx)\/|\/web\/src\/(api|ui|theme|router)\/|\/web\/src\/(?!main)[^/]+$|\/board\/columnName\.ts$/.test(id)) return "base";
  if (/\/web\/src\/board\/|\/node_modules\/d3-/.test(id)) return "board";
  if (isNeededBy(id, /\/(GamePage|SitePage)\.svelte$/, getModuleInfo)) return "frame";
  if (isNeededBy(id, /\/orders\/BoardPage\.svelte$/, getModuleInfo)) {
    return isNeededBy(id, /\/GamesPage\.svelte$/, getModuleInfo) ? "frame" : "orders";
  }
  return undefined;
}

/** Whether a module is imported, directly or by others, from one whose name fits. */
function isNeededBy(id: string, wanted: RegExp, find: Rollup.GetModuleInfo, seen = new Set<string>()): boolean {
  if (wanted.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (find(id)?.importers ?? []).some((importer) => isNeededBy(importer, wanted, find, seen));
}
