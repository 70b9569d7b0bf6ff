/** The guide of a lesson: its current text, and the actions of its buttons. */
import { untrack } from "svelte";
import { ApiError, get, post } from "../api/client";
import { session } from "../api/session.svelte";
import type { Guide, GuideReply } from "../api/types";
import type { OpenGame } from "../game/openGame.svelte";
import { navigate } from "../router/router.svelte";
import { Form } from "../ui/form.svelte";

export type { LessonState };

class LessonState {
  guide = $state.raw<Guide | null>(null);
  readonly form = new Form();

  constructor(readonly open: OpenGame) {}

  /** Load the guide's text, again after each phase; the returned function stops that. */
  join(): () => void {
    return untrack(() => this.open.join({
      kinds: ["judged", "gm"],
      fetch: async (game) => {
        const guide = game.lesson ? await get("/games/{game}/lesson", { game: game.id }) : null;
        // The guide must match the phase of the page; if it does not, the page is out of date and loads again.
        if (guide && guide.phase !== game.phase) throw new ApiError(0, "behind", "The phase has changed.");
        return () => (this.guide = guide);
      },
      refuse: () => (this.guide = null),
    }));
  }

  /** What was said of a phase. */
  findReply(phase: string): GuideReply | null {
    return this.guide?.replies.find((reply) => reply.phase === phase) ?? null;
  }

  /** Go back to a phase and try it again. */
  takeAgain(phase: string): Promise<boolean> {
    return this.form.run(async () => {
      const { id } = this.open;
      // Leave the results first: in a moment there are none.
      navigate(`/g/${id}`);
      this.open.take(await post("/games/{game}/lesson/again", { game: id }, { phase }));
      await this.open.reload();
    });
  }

  /** Play on against real bots. */
  leave(): Promise<boolean> {
    return this.form.run(async () => {
      const { id } = this.open;
      this.open.take(await post("/games/{game}/lesson/leave", { game: id }));
      await this.open.reload();
      navigate(`/g/${id}`);
    });
  }
}

const known = new WeakMap<OpenGame, LessonState>();

/** The lesson of an open game, shared by all its pages, so that an error of one button shows on the next page. */
export function lessonOf(open: OpenGame): LessonState {
  const found = known.get(open) ?? new LessonState(open);
  known.set(open, found);
  return found;
}

/** Begin or continue a lesson and open it; a reader who is not signed in becomes a guest. */
export async function playLesson(lesson: string): Promise<void> {
  // A quick click comes before the session is loaded, and without its token the server refuses.
  await session.load();
  const begun = await post("/lessons/{lesson}", { lesson });
  await session.takeGuest(begun.session);
  navigate(`/g/${begun.game.id}`);
}
