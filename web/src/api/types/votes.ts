/** Proposals and tallies. */
import type { PhaseCode, PowerId } from "./ids";
import type { Scheme } from "./variants";

export type Weight = { power: PowerId; weight: number };
export type Tally = {
  yes: number;
  no: number;
  silent: number;
  short: number;
  in_favour: Weight[];
  against: Weight[];
  not_voted: Weight[];
  with_yours: string | null;
};
export type Proposal = {
  id: string;
  by: PowerId | null;
  made: PhaseCode;
  text: string;
  places: PowerId[][];
  /** Of a draw among all: who shares in it as things stand. */
  shared_by: PowerId[];
  is_yours: boolean;
  your_vote: boolean | null;
  /** What your vote weighs. */
  your_weight: number;
  /** What votes on it are counted in. */
  counts: "centres" | "powers";
  /** A power in the first place is out of the game or in civil disorder: it lapses if that stays so. */
  lapsed: boolean;
  /** A draw among all that ends the game before the count, once so many powers agree. */
  agreement: { needed: number } | null;
  needed: number;
  whole: number;
  tally: Tally | null;
};
export type VoteBox = {
  scheme: Scheme;
  proposals: Proposal[];
  may_vote?: boolean;
  may_propose: boolean;
  why_not: string | null;
  counted_in: string | null;
};
