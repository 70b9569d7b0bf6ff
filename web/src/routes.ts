import type { Component } from "svelte";
import type { Params } from "./router/pattern";

/** A page gets the params of its address, e.g. `{ game: "long-peace" }`. */
export type Page = Component<{ params: Params }>;
type Loader = () => Promise<{ default: Page }>;

const GALLERY = "gallery/BoardGalleryPage";
const pages = import.meta.glob<{ default: Page }>([
  "./*/*Page.svelte",
  "!./gallery/*",
  // The frames around the pages.
  "!./game/GamePage.svelte",
  "!./site/SitePage.svelte",
]);

/** How to load a page, or the not-found page if there is no such file. Each page is a separate chunk. */
export function findLoader(page: string): Loader | null {
  const found = page === GALLERY ? galleryLoader : pages[`./${page}.svelte`];
  return found ?? pages["./site/NotFoundPage.svelte"] ?? null;
}

// The gallery is for developers of the board; an ordinary build leaves it out.
const galleryLoader: Loader | null =
  import.meta.env.DEV || import.meta.env.MODE === "gallery" ? () => import("./gallery/BoardGalleryPage.svelte") : null;
