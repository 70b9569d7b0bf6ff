/** The game master's desk. */
import type { Level as BotLevel, ProposalFacts as Proposal, Role } from "../schema";
import type { Results } from "./history";
import type { Moment, PowerId, SpaceId } from "./ids";

export type DeskState = "confirmed" | "saved" | "in" | "nothing" | "disorder" | "not_due";
export type DeskPower = {
  power: PowerId;
  players: string[];
  bot: BotLevel | null;
  state: DeskState;
  at: Moment | null;
  receipt: string | null;
  seen_at: Moment | null;
  missed: number;
};
export type Member = { id: number; name: string; role: Role; power: PowerId | null };
export type OpenInvitation = { id: string; role: string; power: PowerId | null; uses?: number; ends_at?: Moment | null };
export type DeskPage = {
  powers: DeskPower[];
  deadline: Moment | null;
  clock_text: string;
  is_locked: boolean;
  paused_at: Moment | null;
  standbys: Member[];
  members: Member[];
  invitations: OpenInvitation[];
  proposals: Proposal[];
  counted_in?: string | null;
  facts: FactKind[];
  orders?: Record<PowerId, string[]> | null;
};
export type Correction =
  | { put: string }
  | { take: string }
  | { owner: { space: SpaceId; power: PowerId | null } }
  | { years: string }
  | { bombs: string };
/** What can be corrected in a game: years only where colonies age, and so on. */
export type FactKind = "put" | "take" | "owner" | "aboard" | "years" | "bombs";
export type DeskAct =
  | "deadline"
  | "extend"
  | "pause"
  | "resume"
  | "lock"
  | "advance"
  | "dry-run"
  | "remind"
  | "seat"
  | "offer"
  | "disorder"
  | "correct"
  | "back"
  | "broadcast"
  | "hand-over"
  | "co-gm"
  | "terms";
/** `results` of a dry run. */
export type DeskAnswer = { log: string; results?: Pick<Results, "phase" | "title" | "counts" | "orders"> };
