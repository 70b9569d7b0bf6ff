/** The space that the reader asked about, with the server's facts. */
import { tellProblem } from "../api/client";
import type { SpacePage } from "../api/types";
import type { Targets } from "../board/types";
import { spaceOf } from "../game/spaces";
import { announce } from "../ui/announce.svelte";

/** Why a tap did nothing for the order in hand. */
export type Why = { text: string; clause: string | null };

export class FactsState {
  space = $state<string | null>(null);
  page = $state.raw<SpacePage | null>(null);
  why = $state.raw<Why | null>(null);
  problem = $state("");
  /** A unit is in hand, and keys belong to it. */
  isBeside = $state(false);
  /** Where the units of the space can go, for highlighting. */
  lit: Targets = $derived(listReach(this.page));

  constructor(private readonly ask: (space: string) => Promise<SpacePage>) {}

  /** Show the facts of a space; `why` says why the unit in hand cannot go there. */
  open(space: string, why: Promise<Why | null> | null = null): void {
    this.isBeside = why !== null;
    if (space !== this.space) [this.space, this.page] = [space, null];
    this.why = null;
    void this.#fetch(space);
    void why?.then((found) => {
      if (this.space !== space) return;
      this.why = found;
      if (found) announce(found.text);
    });
  }

  /** Fetch again, because the position has changed. */
  refresh(): void {
    if (this.space) void this.#fetch(this.space);
  }

  close(): void {
    this.space = this.page = this.why = null;
    this.problem = "";
  }

  async #fetch(space: string): Promise<void> {
    try {
      const page = await this.ask(space);
      if (this.space !== space) return;
      [this.page, this.problem] = [page, ""];
    } catch (problem) {
      if (this.space === space) this.problem = tellProblem(problem);
    }
  }
}

function listReach(page: SpacePage | null): Targets {
  const lit: Targets = {};
  for (const unit of page?.units ?? []) {
    for (const to of [...unit.convoyed, ...unit.ships]) lit[spaceOf(to)] = { way: "convoy" };
    for (const to of unit.moves) lit[spaceOf(to)] = { way: "land" };
  }
  return lit;
}
