/** The sketch of a letter, shown on a board; the address names the letter. */
import { get, tellProblem } from "../api/client";
import type { Letter } from "../api/types";
import type { OrderLine } from "../board/types";
import { navigate, router } from "../router/router.svelte";
import { readLetterWord, toDrawn } from "./sketches";

export class SketchOnBoard {
  letter = $state.raw<Letter | null>(null);
  problem = $state("");
  /** Lines to draw beside the orders of the board. */
  lines: readonly OrderLine[] = $derived(toDrawn((this.letter?.sketch?.orders ?? []) as OrderLine[]));

  constructor(readonly game: string) {}

  /** Fetch the letter that the address names. */
  async follow(word: string | null): Promise<void> {
    const wanted = readLetterWord(word);
    this.problem = "";
    if (!wanted) {
      this.letter = null;
      return;
    }
    try {
      const query = { game: this.game, room: wanted.room, before: wanted.letter + 1, limit: 1 };
      const { messages } = await get("/games/{game}/press/{room}", query);
      const found = messages.find((letter) => letter.id === wanted.letter && letter.sketch);
      if (router.query.get("sketch") !== word) return;
      this.letter = found ?? null;
      if (!found) this.problem = "This letter has no sketch, or it is not open to you.";
    } catch (problem) {
      this.problem = tellProblem(problem);
    }
  }

  /** Take the sketch off the board. */
  hide(): void {
    this.letter = null;
    this.problem = "";
    navigate(router.path, { replace: true });
  }
}
