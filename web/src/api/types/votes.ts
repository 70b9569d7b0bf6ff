/** Proposals and tallies. */
import type { PhaseCode, PowerId } from "./ids";
import type { Scheme } from "./variants";

export type Weight = { power: PowerId; weight: number };
export type Tally = {
  yes: number;
  no: number;
  silent: number;
  short: number;
  for: Weight[];
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
  your_vote: boolean | null;
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
