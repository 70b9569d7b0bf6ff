import type { BoardCard } from "../api/types";

const STATES: Record<BoardCard["state"], string> = {
  private: "private",
  asked: "waiting to be published",
  published: "published",
};

/** 'private', 'waiting to be published' or 'published'. */
export function tellState(state: BoardCard["state"]): string {
  return STATES[state];
}
