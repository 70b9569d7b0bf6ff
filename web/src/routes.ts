import type { Component } from "svelte";
import type { Params } from "./pattern";

/** A page gets the params of its address, e.g. `{ game: "long-peace" }`. */
export type Page = Component<{ params: Params }>;
type Loader = () => Promise<{ default: Page }>;
export type Route = { pattern: string; page: string };

/** Every address and the file in `pages/` that shows it; the first that fits is taken. */
export const ROUTES: readonly Route[] = [
  { pattern: "/", page: "Home" },
  { pattern: "/games", page: "Games" },
  { pattern: "/new", page: "NewGame" },
  { pattern: "/sign-in", page: "SignIn" },
  { pattern: "/sign-up", page: "SignUp" },
  { pattern: "/forgot", page: "Forgot" },
  { pattern: "/reset/:token", page: "Reset" },
  { pattern: "/account", page: "Account" },
  { pattern: "/variants/:variant", page: "Variant" },
  { pattern: "/invite/:token", page: "Invite" },
  { pattern: "/sandbox", page: "Sandbox" },
  { pattern: "/sandbox/:sandbox", page: "Sandbox" },
  { pattern: "/g/:game", page: "Game" },
  { pattern: "/g/:game/results", page: "Results" },
  { pattern: "/g/:game/results/:phase", page: "Results" },
  { pattern: "/g/:game/press", page: "Press" },
  { pattern: "/g/:game/press/:room", page: "Press" },
  { pattern: "/g/:game/centres", page: "Centres" },
  { pattern: "/g/:game/votes", page: "Votes" },
  { pattern: "/g/:game/rules", page: "Rules" },
  { pattern: "/g/:game/desk", page: "Desk" },
  { pattern: "/g/:game/log", page: "Log" },
  { pattern: "/g/:game/text", page: "TextBoard" },
  { pattern: "/g/:game/briefing", page: "Briefing" },
  { pattern: "/dev/board/:variant", page: "Gallery" },
];

const pages = import.meta.glob<{ default: Page }>(["./pages/*.svelte", "!./pages/Gallery.svelte"]);

/** How to load a page; null where there is no such file. Each page is a chunk of its own. */
export function findLoader(page: string): Loader | null {
  if (page === "Gallery") return galleryLoader;
  return pages[`./pages/${page}.svelte`] ?? null;
}

// The gallery is for those who work on the board; an ordinary build leaves it out.
const galleryLoader: Loader | null =
  import.meta.env.DEV || import.meta.env.MODE === "gallery" ? () => import("./pages/Gallery.svelte") : null;
