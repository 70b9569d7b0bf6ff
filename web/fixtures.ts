import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "fixtures");

/** Serves the files of `fixtures/` (git-ignored) under `/fixtures/` while one works on the pages; never part of a build. */
export function serveFixtures(): Plugin {
  return {
    name: "legation-fixtures",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use("/fixtures", (request, response, next) => {
        const name = (request.url ?? "/").slice(1).split("?")[0] ?? "";
        const file = join(FOLDER, name);
        if (!/^[\w.-]+\.json$/.test(name) || !existsSync(file)) return next();
        response.setHeader("Content-Type", "application/json");
        createReadStream(file).pipe(response);
      });
    },
  };
}
