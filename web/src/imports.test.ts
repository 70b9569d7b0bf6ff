/** Which folder may import from which. A folder is named by what the reader of a page sees; see the README beside. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const SOURCE = import.meta.dirname;

/** Every folder may import itself, the folders named here, and whatever those folders may import. */
const ALLOWED: Record<string, readonly string[]> = {
  theme: [],
  router: [],
  api: ["theme"],
  ui: ["api", "router"],
  board: ["ui"],
  site: ["ui"],
  game: ["board", "site"],
  // The features, each with its pages.
  people: ["site"],
  account: ["people"],
  admin: ["boards", "site"],
  solo: ["game"],
  log: ["game"],
  receipts: ["game"],
  press: ["game", "people"],
  votes: ["game"],
  centres: ["game"],
  briefing: ["game"],
  gallery: ["game"],
  terms: ["game"],
  examples: ["game"],
  learn: ["examples"],
  symbols: ["game"],
  rules: ["account", "examples", "terms"],
  facts: ["rules"],
  lesson: ["game"],
  watch: ["game"],
  results: ["facts", "lesson", "press", "solo", "watch"],
  variants: ["rules", "solo"],
  home: ["lesson", "variants"],
  games: ["account", "variants", "terms"],
  boards: ["variants"],
  importing: ["games"],
  statistics: ["game"],
  replay: ["results"],
  ending: ["centres", "solo"],
  gm: ["games", "log", "results", "votes"],
  orders: ["ending", "facts", "games", "lesson", "press"],
  textBoard: ["orders"],
  sandbox: ["orders", "results"],
  sketch: ["press", "sandbox"],
};

/** The files at the top put the pages together, so they may import all folders. */
const TOP = "";

type Import = { file: string; from: string; to: string };

const imports = listFiles("").flatMap(listImports);

test("every folder is named in the table", () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((folder) => folder.name).sort()).toEqual(Object.keys(ALLOWED).sort());
});

test("a folder imports only what it may", () => {
  const wrong = imports.filter(({ from, to }) => from !== TOP && from !== to && !reach(from).has(to));
  expect(wrong.map(({ file, to }) => `${file} imports ${to || "a file at the top"}`)).toEqual([]);
});

test("no folder reaches itself through others", () => {
  for (const folder of Object.keys(ALLOWED)) expect(reach(folder), folder).not.toContain(folder);
});

test("every permission is used", () => {
  const used = new Set(imports.map(({ from, to }) => `${from} ${to}`));
  const isUsed = (folder: string, other: string) => [other, ...reach(other)].some((to) => used.has(`${folder} ${to}`));
  const idle = Object.entries(ALLOWED).flatMap(([folder, others]) => others.filter((other) => !isUsed(folder, other)).map((other) => `${folder} ${other}`));
  expect(idle).toEqual([]);
});

/** All folders that one may import from. */
function reach(folder: string, found = new Set<string>()): Set<string> {
  for (const other of ALLOWED[folder] ?? []) {
    if (!found.has(other)) reach(other, found.add(other));
  }
  return found;
}

function listFiles(folder: string): string[] {
  return readdirSync(join(SOURCE, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.(ts|svelte)$/.test(entry.name) && path !== "imports.test.ts" ? [path] : [];
  });
}

function listImports(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), "utf8");
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g);
  const targets = [...found].map(([, path = ""]) => normalize(join(dirname(file), path)));
  // What pictures and pages share lies outside the pages.
  return targets.filter((target) => !target.startsWith("..")).map((target) => ({ file, from: topOf(file), to: topOf(target) }));
}

function topOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : TOP;
}
