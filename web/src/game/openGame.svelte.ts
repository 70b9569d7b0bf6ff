/** A game that is open in this window: loaded once, kept fresh by what the server tells, shared by all its pages. */
import { untrack } from "svelte";
import { ApiError, get } from "../api/client";
import { listen, type Line } from "../api/live";
import { session } from "../api/session.svelte";
import type { Act, Change, Game, PowerId, Seat } from "../api/types";
import type { PowerLook } from "../board/types";
import { findLooks, type Looks } from "./powerLooks.svelte";

/** Kinds of change after which the game itself reads differently; the pages listen for the rest. */
const STIRRING: ReadonlySet<string> = new Set(["judged", "deadline", "members", "gm", "press", "orders", "resync"]);
/** A page that leaves hands the game to the next one; only when none comes is the line closed. */
const LINGER = 5_000;

export class OpenGame {
  game = $state.raw<Game | null>(null);
  problem = $state.raw<ApiError | null>(null);
  line = $state.raw<Line>({ isUp: true, since: new Date() });
  /** A getter: the game outlives the page that first asked, and a derived value would die with that page. */
  get looks(): Looks {
    return this.game ? findLooks(this.game.variant, this.game.board) : {};
  }
  #handlers = new Set<(change: Change) => void>();
  #users = 0;
  #stop: (() => void) | null = null;
  #loading: Promise<void> | null = null;

  constructor(readonly id: string) {}

  /** Load it if it is not here yet. */
  load(): Promise<void> {
    this.#loading ??= this.reload();
    return this.#loading;
  }

  /** The game itself, once it is here. */
  async loaded(): Promise<Game> {
    await this.load();
    const game = untrack(() => this.game);
    if (!game) throw untrack(() => this.problem) ?? new Error("This game could not be loaded.");
    return game;
  }

  /** Load it again; what was there stays in view meanwhile. */
  async reload(): Promise<void> {
    try {
      const [game] = await Promise.all([get("/games/{game}", { game: this.id }), session.load()]);
      this.game = game;
      this.problem = null;
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (!problem.isOffline || !this.game) this.problem = problem;
      this.#loading = null;
    }
  }

  /** Take over a game that an act has answered with. */
  take(game: Game): void {
    this.game = game;
  }

  /** Hear of every change; the answer stops it. */
  on(handler: (change: Change) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** Keep the line open while a page shows the game; the answer lets go of it. */
  hold(): () => void {
    this.#users += 1;
    void this.load();
    this.#stop ??= listen(
      this.id,
      (change) => this.#hear(change),
      (line) => (this.line = line),
    );
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

  #hear(change: Change): void {
    if (STIRRING.has(change.kind)) void this.reload();
    for (const handler of this.#handlers) handler(change);
  }

  #leave(): void {
    if (this.#users > 0) return;
    this.#stop?.();
    this.#stop = null;
    games.delete(this.id);
  }
}

const games = new Map<string, OpenGame>();

/** The game with this id, the same for every page of it. */
export function openGame(id: string): OpenGame {
  const known = games.get(id) ?? new OpenGame(id);
  games.set(id, known);
  return known;
}
