import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { serveFixtures } from "./fixtures.ts";

/** Where the server of the game runs while one works on the pages. */
const SERVER = process.env["LEGATION_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "/",
  plugins: [svelte(), serveFixtures()],
  resolve: { alias: { "d3-transition": join(import.meta.dirname, "src/board/noTransition.ts") } },
  build: {
    outDir: "../src/legation/server/web/static",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Five per cent smaller than Vite's own; all scripts together are to stay under 200 KB.
    minify: "terser",
    terserOptions: { module: true, compress: { passes: 2 } },
    // Many small files compress badly and take a request each.
    rollupOptions: { output: { experimentalMinChunkSize: 8_000 } },
  },
  // Bundled ahead, d3-zoom would keep a copy of d3-selection to itself.
  optimizeDeps: { include: ["d3-zoom", "d3-selection"] },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
