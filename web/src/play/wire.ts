/** What the server sends beyond the common types, as the play pages read it. */
import type { PowerId, Results, Sheet, SpaceId } from "../api/types";

export type Capture = { space: SpaceId; from: PowerId | null; to: PowerId | null };

/** Results of a phase, with what changed hands; tallies are sentences. */
export type PhaseResults = Omit<Results, "tallies" | "destroyed"> & {
  tallies: string[];
  /** What happened to centres by a rule of the variant, in sentences. */
  events: string[];
  destroyed: { power: PowerId; unit: string }[];
  changes?: Capture[];
};

/** A sheet with the private notes of the power, and whether it has anything to order. */
export type DeskSheet = Sheet & { notes?: string; is_due?: boolean; judged?: number };
