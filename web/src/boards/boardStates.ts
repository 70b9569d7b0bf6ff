import type { BoardCard } from "../api/types";

const STATES: Record<BoardCard["state"], string> = {
  private: "private",
  asked: "waits to be published",
  published: "published",
};

/** 'private', 'waits to be published' or 'published'. */
export function tellState(state: BoardCard["state"]): string {
  return STATES[state];
}
