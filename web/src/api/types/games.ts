/** Games, their terms and seats, and how one joins. */
import type { Moment, PhaseCode, PowerId } from "./ids";

export type GameStatus = "open" | "running" | "paused" | "ended";
export type BotLevel = "easy" | "steady" | "strong";
export type Seating = "choice" | "preferences" | "lot";
export type Role = "player" | "standby" | "spectator" | "gm" | "co_gm" | "visitor";

export type Card = {
  id: string;
  title: string;
  variant: string;
  variant_name: string;
  status: GameStatus;
  kind: "hosted" | "solo";
  phase: PhaseCode;
  phase_title: string;
  deadline: Moment | null;
  powers: number;
  free_seats: number;
  you: { role: Role; power: PowerId | null; due: boolean; unread: number } | null;
  is_anonymous: boolean;
  gm: string;
};

export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

export type Clock = {
  kind: "none" | "weekdays" | "duration";
  zone: string;
  weekdays: Weekday[];
  time: string;
  hours: number;
  first_hours: number;
  retreat_hours: number;
  adjustment_hours: number;
  retreat_weekdays: Weekday[];
  adjustment_weekdays: Weekday[];
  holidays: string[];
  grace_minutes: number;
};

export type PressTerms = {
  private: boolean;
  rooms: boolean;
  public: boolean;
  grey: boolean;
  closes_minutes: number;
  in_retreats: boolean;
};

export type Terms = {
  seating: Seating;
  players_per_power: number;
  is_anonymous: boolean;
  is_private: boolean;
  clock: Clock;
  early: "all_ready" | "never";
  vote_extension_hours: number;
  vacation_days: number;
  missing: { limit: number; then: "standby" | "disorder" };
  press: PressTerms;
  gm_sees_orders: boolean;
  gm_plays: boolean;
  spectators: { allowed: boolean; delay_phases: number };
  webhook: string | null;
  reminders_hours: number[];
  bots: Record<PowerId, BotLevel>;
  bot_voting: boolean;
};

export type NewGameRequest = {
  title: string;
  variant: string;
  rules?: string;
  options?: Record<string, string>;
  modules?: string[];
  terms: Terms;
};

export type Seat = {
  power: PowerId;
  name: string;
  initial: string;
  player: string | null;
  kind: "player" | "bot" | "empty";
  bot?: BotLevel | null;
  centres: number;
  units: number;
  is_out: boolean;
  in_disorder: boolean;
  is_you: boolean;
  is_offered: boolean;
};

export type Right =
  | "orders"
  | "press"
  | "vote"
  | "desk"
  | "join"
  | "leave"
  | "start"
  | "read_press"
  | (string & {});

export type You = {
  roles: Role[];
  power: PowerId | null;
  is_gm: boolean;
  due: boolean;
  handed_in: "nothing" | "saved" | "confirmed";
  ready: boolean;
  may: Right[];
};

export type Placing = { place: number; powers: PowerId[] };
export type Ending = {
  kind: string;
  powers: PowerId[];
  text: string;
  /** The places that were voted. */
  places: PowerId[][] | null;
  by_vote: boolean;
  /** The final places of all powers. */
  placings: Placing[];
  placings_text: string;
};

export type Game = Omit<Card, "you"> & {
  terms: Terms;
  rules: string;
  options: Record<string, string>;
  modules: string[];
  version: number;
  turn: number;
  phase_since: Moment;
  is_locked: boolean;
  paused_at: Moment | null;
  you: You | null;
  seats: Seat[];
  waiting_for: number | null;
  ending: Ending | null;
  unread: number;
  board: string;
  edition: string;
};

export type SoloRequest = { variant: string; power?: PowerId | null; level: BotLevel };
export type JoinRequest = { power?: PowerId; wishes?: PowerId[]; role: "player" | "standby" | "spectator" };
export type InvitationRequest = { role: string; power?: PowerId | null; uses: number; days: number };
export type NewInvitation = { url: string; token: string };
export type Invitation = { game: Card; role: string; power: PowerId | null };

/** How many powers want more time. */
export type Extension = { hours: number; votes: number; needed: number; yours: boolean; extended: boolean; deadline: Moment | null };
