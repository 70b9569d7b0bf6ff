/** A game that is open in this window: loaded once, kept fresh by what the server tells, shared by all its pages. */
import { untrack } from "svelte";
import { CatchUp, canHelpToWait } from "../api/catchUp";
import { ApiError, get } from "../api/client";
import { listen, takeSince, type Line } from "../api/live";
import { session } from "../api/session.svelte";
import type { Act, Change, Game, PowerId, Seat } from "../api/types";
import type { PowerLook } from "../board/types";
import { findLooks, type Looks } from "./powerLooks.svelte";

/** A page that leaves hands the game to the next one; only when none comes is the line closed. */
const LINGER = 5_000;
/** After a deadline the judgement is expected within this time; then we ask, in case nobody told us. */
const PATIENCE = 5_000;
/** While bots think, the server tells when they have finished; should that word be lost, we ask after so long. */
const ASK_EVERY = 4_000;

export type News = ReadonlySet<Change["kind"]>;

/** Something of a game that a page shows, and that must belong to the same phase as all the rest. */
export type Part = {
  /** Kinds of change after which it is fetched again. A new phase has it fetched in any case. */
  kinds: "all" | readonly Change["kind"][];
  /** Fetch it for the game as it is now, after news of some kinds; the answer puts it on view. */
  fetch: (game: Game, news: News) => Promise<() => void>;
  /** It cannot be had, now or later. */
  refuse: (problem: unknown) => void;
};

export class OpenGame {
  game = $state.raw<Game | null>(null);
  problem = $state.raw<ApiError | null>(null);
  line = $state.raw<Line>({ isUp: true, since: new Date() });
  /** Since when we know, or fear, that what is on view is no longer true; null while all is well. */
  behindSince = $state.raw<Date | null>(null);
  /** A getter: the game outlives the page that first asked, and a derived value would die with that page. */
  get looks(): Looks {
    return this.game ? findLooks(this.game.variant, this.game.board) : {};
  }
  #parts = new Set<Part>();
  /** What has changed and is not on view yet. */
  #news = new Set<Change["kind"]>();
  /** Parts that have nothing yet. */
  #fresh = new Set<Part>();
  #catchUp: CatchUp;
  #users = 0;
  /** Where the game stood before anything of it was read; null until that is known. */
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

  /** Load it and all that is on view again; what was there stays in view meanwhile. */
  reload(): Promise<void> {
    return this.#hear({ kind: "resync", version: 0 });
  }

  /** Take over a game that an act has answered with. */
  take(game: Game): void {
    if (this.game && game.turn !== this.game.turn) void this.reload();
    else this.#put(game);
  }

  /** Wait until the game has come so far, or is over. */
  async until(isThere: (game: Game) => boolean): Promise<void> {
    for (let game = this.game; game && game.status !== "ended" && !isThere(game); game = this.game) {
      await new Promise<void>((done) => this.#watchers.add(done));
    }
  }

  /** Show a part of the game and keep it fresh; the answer lets go of it. */
  join(part: Part): () => void {
    this.#parts.add(part);
    this.#fresh.add(part);
    void this.#catchUp.start();
    return () => {
      this.#parts.delete(part);
      this.#fresh.delete(part);
    };
  }

  /** Fetch a part again, because the reader wants to see something else of it. */
  fetchAgain(part: Part): Promise<void> {
    this.#fresh.add(part);
    return this.#catchUp.start();
  }

  /** Keep the line open while a page shows the game; the answer lets go of it. */
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

  /** Whether the reader may do something here. */
  may(right: Act): boolean {
    return this.game?.you?.may.includes(right) ?? false;
  }

  #hear(change: Change): Promise<void> {
    this.#news.add(change.kind);
    return this.#catchUp.start();
  }

  /** Hear what changes since the game was read, as long as a page shows it. */
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
    // A device that slept has heard nothing.
    const look = (): void => void (document.hidden || this.reload());
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** Fetch what has changed, and put it on view all at once: header, board and panel never show different phases. */
  async #fetch(): Promise<void> {
    const news = this.#news;
    const fresh = this.#fresh;
    [this.#news, this.#fresh] = [new Set(), new Set()];
    try {
      const before = untrack(() => this.game);
      const game = before && !news.size ? before : await this.#fetchGame();
      this.#since ??= game.position;
      this.#attend();
      // The bar can be shown before the page; there is nothing that it could contradict.
      if (!before) this.game = game;
      const isNext = game.turn !== before?.turn || game.status !== before.status;
      const wanted = [...this.#parts].filter((part) => isNext || fresh.has(part) || concerns(part, news));
      const ready = await Promise.all(wanted.map((part) => fetchPart(part, game, news)));
      this.#put(game);
      this.problem = null;
      for (const [number, show] of ready.entries()) if (this.#parts.has(wanted[number] as Part)) show();
    } catch (problem) {
      // Whatever it was, the next try asks for the game again, and for all its parts.
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
    // Whoever may not read the game hears nothing of it either, and asking again would not help.
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
    // Longer ones are looked at when the page is loaded again: the browser counts no further.
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

/** What puts a part on view. One that is refused for good must not keep back the others. */
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
