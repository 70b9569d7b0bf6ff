/** The pages of a game, and which of them the reader sees. */
import type { Game } from "../api/types";

export type TabId =
  | "board" | "results" | "press" | "centres" | "votes" | "rules" | "gm"
  | "log" | "text" | "briefing" | "receipt" | "end" | "replay" | "statistics";

/** The name of each page in the window title. */
export const PAGE_TITLES: Record<TabId, string> = {
  board: "Board", results: "Results", press: "Press", centres: "Centres", votes: "Votes", rules: "Rules", gm: "Game master",
  log: "Log", text: "Text board", briefing: "Briefing", receipt: "Receipt",
  end: "The end", replay: "Replay", statistics: "Statistics",
};

export type GameTab = { id: TabId; label: string; href: string };

/** Tabs of the bar; the last is for game masters. */
export function listTabs(game: Game): GameTab[] {
  const at = (path: string) => `/g/${game.id}${path}`;
  const tabs: GameTab[] = [
    ...(game.status === "ended" ? [{ id: "end" as const, label: "The end", href: at("/end") }] : []),
    { id: "board", label: "Board", href: at("") },
    { id: "results", label: "Results", href: at("/results") },
    { id: "press", label: game.unread > 0 ? `Press ${game.unread}` : "Press", href: at("/press") },
    { id: "centres", label: "Centres", href: at("/centres") },
    { id: "votes", label: "Votes", href: at("/votes") },
    { id: "rules", label: "Rules", href: at("/rules") },
  ];
  if (game.you?.is_gm) tabs.push({ id: "gm", label: "Game master", href: at("/gm") });
  return tabs;
}

/** Pages that the menu adds to the tabs. */
export function listMore(game: Game): GameTab[] {
  const at = (path: string) => `/g/${game.id}${path}`;
  const more: GameTab[] = [
    { id: "replay", label: "Replay", href: at("/replay") },
    { id: "statistics", label: "Statistics", href: at("/statistics") },
    { id: "text", label: "Text board", href: at("/text") },
    { id: "log", label: "Log", href: at("/log") },
    { id: "receipt", label: "Check a receipt", href: at("/receipt") },
  ];
  if (game.you?.may.includes("briefing")) more.push({ id: "briefing", label: "Briefing", href: at("/briefing") });
  return more;
}
