/** A game that is open in this window: loaded once, kept current by server events, shared by all its pages. */
import { untrack } from "svelte";
import { CatchUp, canHelpToWait } from "../api/catchUp";
import { ApiError, get } from "../api/client";
import { listen, takeSince, type Line } from "../api/live";
import { session } from "../api/session.svelte";
import type { Act, Change, Game, PowerId, Seat } from "../api/types";
import type { PowerLook } from "../board/types";
import { findLooks, type Looks } from "./powerLooks.svelte";

/** Grace period when a page closes: the connection ends only if no other page of the game opens. */
const LINGER = 5_000;
/** How long after a deadline we wait for the event of the judgement before we ask. */
const PATIENCE = 5_000;
/** How long we wait for the event that bots have finished before we ask; the event may be lost. */
const ASK_EVERY = 4_000;

export type News = ReadonlySet<Change["kind"]>;

/** A part of a game on a page; all parts must belong to the same phase. */
export type Part = {
  /** Kinds of change after which it is fetched again. A new phase always fetches it again. */
  kinds: "all" | readonly Change["kind"][];
  /** Fetch it for the current game, after news of some kinds; calling the result shows it. */
  fetch: (game: Game, news: News) => Promise<() => void>;
  /** Called when it cannot be loaded, now or later. */
  refuse: (problem: unknown) => void;
};

export class OpenGame {
  game = $state.raw<Game | null>(null);
  problem = $state.raw<ApiError | null>(null);
  line = $state.raw<Line>({ isUp: true, since: new Date() });
  /** Since when the shown game may be out of date; null while it is current. */
  behindSince = $state.raw<Date | null>(null);
  /** A getter, because a derived value would end with the page that first opened the game. */
  get looks(): Looks {
    return this.game ? findLooks(this.game.variant, this.game.board) : {};
  }
  #parts = new Set<Part>();
  /** Changes that are not shown yet. */
  #news = new Set<Change["kind"]>();
  /** Parts that are not loaded yet. */
  #fresh = new Set<Part>();
  #catchUp: CatchUp;
  #users = 0;
  /** The event position before anything was read; null until it is known. */
  #since: string | null;
  #stop: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchers = new Set<() => void>();

  constructor(readonly id: string) {
    this.#since = takeSince(id);
    this.#catchUp = new CatchUp(
      () => this.#fetch(),
      (since) => (this.behindSince = since && (this.behindSince ?? since)),
      (problem) => this.#refuse(problem),
    );
  }

  /** Load the game and all shown parts again; the old ones stay visible meanwhile. */
  reload(): Promise<void> {
    return this.#hear({ kind: "resync", version: 0 });
  }

  /** Take over the game in the response to an action. */
  take(game: Game): void {
    if (this.game && game.turn !== this.game.turn) void this.reload();
    else this.#put(game);
  }

  /** Wait until the game has reached this turn, or is over. */
  async until(isThere: (game: Game) => boolean): Promise<void> {
    for (let game = this.game; game && game.status !== "ended" && !isThere(game); game = this.game) {
      await new Promise<void>((done) => this.#watchers.add(done));
    }
  }

  /** Show a part of the game and keep it current; the returned function stops that. */
  join(part: Part): () => void {
    this.#parts.add(part);
    this.#fresh.add(part);
    void this.#catchUp.start();
    return () => {
      this.#parts.delete(part);
      this.#fresh.delete(part);
    };
  }

  /** Fetch a part again, because the reader asks for something else. */
  fetchAgain(part: Part): Promise<void> {
    this.#fresh.add(part);
    return this.#catchUp.start();
  }

  /** Keep the connection open while a page shows the game; the returned function releases it. */
  hold(): () => void {
    this.#users += 1;
    if (!untrack(() => this.game)) void this.#catchUp.start();
    this.#attend();
    return () => {
      this.#users -= 1;
      setTimeout(() => this.#leave(), LINGER);
    };
  }

  /** The seat of a power. */
  seat(power: PowerId): Seat | null {
    return this.game?.seats.find((seat) => seat.power === power) ?? null;
  }

  /** 'France' for FRANCE; the game master is 'Game master'. */
  name(power: PowerId): string {
    if (power === "GM") return "Game master";
    return this.seat(power)?.name ?? power;
  }

  /** How a power looks, once that is known. */
  look(power: PowerId): PowerLook | null {
    return this.looks[power] ?? null;
  }

  /** True if the reader may do something here. */
  may(right: Act): boolean {
    return this.game?.you?.may.includes(right) ?? false;
  }

  #hear(change: Change): Promise<void> {
    this.#news.add(change.kind);
    return this.#catchUp.start();
  }

  /** Listen for changes since the game was read, as long as a page shows it. */
  #attend(): void {
    if (this.#users > 0 && this.#since !== null) this.#stop ??= this.#listen(this.#since);
  }

  #listen(since: string): () => void {
    const stop = listen(
      this.id,
      since,
      (change) => void this.#hear(change),
      (line) => (this.line = line),
    );
    // A device that slept has missed events.
    const look = (): void => void (document.hidden || this.reload());
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Fetch what has changed and show it all at once: header, board and panel never show different phases. */
  async #fetch(): Promise<void> {
    const news = this.#news;
    const fresh = this.#fresh;
    [this.#news, this.#fresh] = [new Set(), new Set()];
    try {
      const before = untrack(() => this.game);
      const game = before && !news.size ? before : await this.#fetchGame();
      this.#since ??= game.position;
      this.#attend();
      // The bar can be shown before the page, as there is nothing that it could contradict.
      if (!before) this.game = game;
      const isNext = game.turn !== before?.turn || game.status !== before.status;
      const wanted = [...this.#parts].filter((part) => isNext || fresh.has(part) || concerns(part, news));
      const ready = await Promise.all(wanted.map((part) => fetchPart(part, game, news)));
      this.#put(game);
      this.problem = null;
      for (const [number, show] of ready.entries()) if (this.#parts.has(wanted[number] as Part)) show();
    } catch (problem) {
      // After any error, the next try fetches the game and all its parts again.
      for (const kind of [...news, "resync" as const]) this.#news.add(kind);
      if (problem instanceof ApiError && !this.game) this.problem = problem;
      throw problem;
    }
  }

  async #fetchGame(): Promise<Game> {
    const [game] = await Promise.all([get("/games/{game}", { game: this.id }), session.load()]);
    return game;
  }

  #refuse(problem: unknown): void {
    this.#news.clear();
    this.#fresh.clear();
    if (!(problem instanceof ApiError)) throw problem;
    this.problem = problem;
    this.game = null;
    // A viewer who may not read the game gets no events either, and asking again would not help.
    this.#stop?.();
    this.#stop = this.#since = null;
    for (const tell of this.#watchers) tell();
  }

  #put(game: Game): void {
    this.game = game;
    this.#watchClock(game);
    const told = this.#watchers;
    this.#watchers = new Set();
    for (const tell of told) tell();
  }

  /** Ask again when something should have happened. */
  #watchClock(game: Game): void {
    clearTimeout(this.#timer);
    const untilDue = game.deadline && game.status === "running" ? Date.parse(game.deadline) + PATIENCE - Date.now() : -1;
    const wait = game.judging ? ASK_EVERY : untilDue;
    // Longer waits exceed the browser's timer; the next load of the page handles them.
    if (wait > 0 && wait < 2 ** 31) this.#timer = setTimeout(() => void this.reload(), wait);
  }

  #leave(): void {
    if (this.#users > 0) return;
    this.#stop?.();
    this.#stop = null;
    clearTimeout(this.#timer);
    this.#catchUp.close();
    games.delete(this.id);
  }
}

function concerns(part: Part, news: News): boolean {
  if (!news.size) return false;
  return part.kinds === "all" || news.has("resync") || part.kinds.some((kind) => news.has(kind));
}

/** Loads a part and returns what shows it. A part that is refused for good must not hold up the others. */
async function fetchPart(part: Part, game: Game, news: News): Promise<() => void> {
  try {
    return await part.fetch(game, news);
  } catch (problem) {
    if (canHelpToWait(problem)) throw problem;
    return () => part.refuse(problem);
  }
}

const games = new Map<string, OpenGame>();

/** The game with this id, the same for every page of it. */
export function openGame(id: string): OpenGame {
  const known = games.get(id) ?? new OpenGame(id);
  games.set(id, known);
  return known;
}
