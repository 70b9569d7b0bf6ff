/** What goes over the wire, as the server's contract names it. Moments are ISO 8601 in UTC; phases are codes such as "F1756M". */
import type { OrderLine, Scene } from "../board/types";

export type { OrderLine, Scene };

/** "2026-11-15T18:40:00Z" */
export type Moment = string;
/** "FRANCE" */
export type PowerId = string;
/** "PAR" */
export type SpaceId = string;
/** "F1756M" */
export type PhaseCode = string;

// Errors

export type ErrorBody = {
  code: string;
  message: string;
  field?: string | null;
  candidates?: string[];
};

// Session and accounts

export type MailSettings = { judged: boolean; press: boolean; reminders: boolean };

export type Settings = {
  theme: "system" | "light" | "dark";
  strong_hatching: boolean;
  single_keys: boolean;
  zone: string;
  mail: MailSettings;
};

export type Account = {
  id: number;
  name: string;
  email: string | null;
  is_guest: boolean;
  is_admin: boolean;
  settings: Partial<Settings>;
};

export type Session = { account: Account | null; csrf: string | null; now: Moment };

export type Token = { id: number; label: string; made_at: Moment; used_at: Moment | null };
export type NewToken = { id: number; label: string; token: string };
export type Absence = { id: number; begins_at: Moment; ends_at: Moment; note: string };

// Variants

export type VariantPower = { id: PowerId; name: string; initial: string };

export type Variant = {
  id: string;
  name: string;
  blurb: string;
  spaces: number;
  centres: number;
  to_win: number | null;
  powers: VariantPower[];
  rulebook: string;
  modules: string[];
  first_phase: PhaseCode;
  board: string;
  plate: string;
};

export type Switch = { id: string; values: string[]; default: string };

export type VariantList = { variants: Variant[]; rulebooks: string[]; switches: Switch[] };

export type Scheme = {
  secret: boolean;
  threshold: string;
  weight: "centres" | "powers";
  counted: "winter" | "any";
  subjects: string[];
  text: string;
};

export type Clause = { id: string; text: string };
export type Theatre = { name: string; spaces: SpaceId[] };

export type VariantPage = Variant & {
  scheme: Scheme;
  rules_html: string;
  clauses: Clause[];
  /** What the variant's rulebook says on each switch. */
  switches?: Record<string, string>;
  theatres: Theatre[];
};

// Games

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
  in: "nothing" | "saved" | "confirmed";
  ready: boolean;
  may: Right[];
  notes_unread?: number;
};

export type Ending = {
  kind: string;
  powers: PowerId[];
  text: string;
  places: PowerId[][] | null;
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

export type PhaseEntry = {
  phase: PhaseCode;
  title: string;
  entry: number;
  judged_at: Moment;
  kind: "moves" | "retreats" | "adjustments";
};
export type PhaseList = { phases: PhaseEntry[]; now: { phase: PhaseCode; title: string } };

export type ResultLine = OrderLine & {
  text: string;
  because_of: string[];
  rejected: boolean;
  hint: string | null;
};

export type Results = {
  phase: PhaseCode;
  title: string;
  judged_at: Moment;
  counts: Record<string, number>;
  concerns: string[];
  orders: ResultLine[];
  destroyed: string[];
  notes: string[];
  tallies: Proposal[];
};

export type Sum = { title: string; rows: { text: string; value: number }[]; total: number };
export type Explanation = {
  order: string;
  text: string;
  sums: Sum[];
  clause: string;
  chain: { order: string; text: string }[];
  changes: string[];
  link: string;
};

export type CentreRow = { power: PowerId; counts: number[]; units: number[] };
export type CentreChange = { phase: PhaseCode; space: SpaceId; from: PowerId | null; to: PowerId | null };
export type CentreHistory = { years: number[]; powers: CentreRow[]; changes: CentreChange[] };

export type TextRow = {
  space: SpaceId;
  name: string;
  terrain: string;
  owner: PowerId | null;
  unit: string | null;
  power: PowerId | null;
  order: string | null;
  near: SpaceId[];
};
export type TextBoard = { theatres: { name: string; rows: TextRow[] }[] };

export type LogLine = { at: Moment; actor: string; act: string; text: string; note: string | null };

export type BriefingPhase = {
  phase: PhaseCode;
  title: string;
  orders: { order: string; result: string | null }[];
  won: SpaceId[];
  lost: SpaceId[];
  centres: number;
};
export type BriefingPage = {
  power: PowerId;
  name: string;
  position: { phase: PhaseCode; title: string; centres: SpaceId[]; count: number; to_win: number | null; units: string[]; is_due: boolean };
  deadline: Moment | null;
  history: BriefingPhase[];
  /** Only for who plays the power now. */
  left: { notes: string; plans: Record<string, string[]> } | null;
  press_kept: boolean;
};

/** How many powers want more time. */
export type Extension = { hours: number; votes: number; needed: number; yours: boolean; extended: boolean; deadline: Moment | null };

// Orders

export type MoveTarget = { to: string; way: string };
export type UnitOptions = {
  unit: string;
  at: string;
  theatre: string;
  moves: MoveTarget[];
  convoyed: { to: string; fleets: string[]; own: boolean }[];
  supports: { unit: string; at: string; power: PowerId; hold: boolean; to: string[] }[];
  convoys: { unit: string; at: string; power: PowerId }[];
  embarks: { unit: string; at: string; power?: PowerId }[];
};
export type MoveOptions = { kind: "moves"; units: UnitOptions[] };
export type RetreatOptions = {
  kind: "retreats";
  units: {
    unit: string;
    at: string;
    driven_out_by: string;
    to: { to: string; via: string | null; text: string }[];
    closed: { to: string; reason: string }[];
  }[];
  waiting_for: number;
};
export type AdjustmentOptions = {
  kind: "adjustments";
  count: number;
  sites: { space: SpaceId; units: string[] }[];
  closed: { space: SpaceId; reason: string }[];
  removable: string[];
  default: string;
};
export type OrderOptions = MoveOptions | RetreatOptions | AdjustmentOptions;
export type ConvoyTargets = { to: string[] };
export type Routes = { routes: string[][] };

export type Standing = { retreats: string[]; builds: string[] };
export type Plan = {
  version: number;
  saved_at: Moment | null;
  orders: OrderLine[];
  standing: Standing;
  warnings: { order: string; text: string }[];
};
export type Receipt = { code: string; at: Moment; orders: string[] };
export type RefusedLine = { text: string; reason: string; hint: string | null };
export type Sheet = {
  turn: number;
  phase: PhaseCode;
  power: PowerId;
  plan_a: Plan;
  plan_b: Plan | null;
  receipt: Receipt | null;
  changed: { order: string; was: string | null }[];
  missing: string[];
  total: number;
  is_locked: boolean;
  ready: boolean;
  late: Record<string, unknown> | null;
  last_turn: OrderLine[];
  refused?: RefusedLine[];
};
export type SaveOrders = {
  turn: number;
  plan: "A" | "B";
  version: number | null;
  orders: string[];
  standing?: Standing;
};
export type CheckedLine = {
  number: number;
  text: string;
  state: "read" | "question" | "refused";
  order: string | null;
  message: string | null;
  candidates: string[];
  at: [number, number] | null;
  replaces: string | null;
};
export type CheckedOrders = { lines: CheckedLine[]; read: number };
export type RepeatedOrders = { orders: string[]; left: { order: string; why: string }[] };

// Press

export type Room = {
  id: number;
  key: string;
  members: PowerId[];
  title: string;
  unread: number;
  last: { text: string; at: Moment; sender: PowerId | "GM" | null } | null;
};
export type PressBox = {
  rooms: Room[];
  may_write: boolean;
  why_not?: string | null;
  closes_at: Moment | null;
  grey: boolean;
  others: PowerId[];
};
export type Message = {
  id: number;
  room?: number;
  sender: PowerId | "GM" | null;
  text: string;
  at: Moment;
  phase: PhaseCode;
  is_yours: boolean;
};
export type MessagePage = { messages: Message[]; more: boolean };
export type SendMessage = { to: PowerId[] | "all" | "gm"; text: string; grey: boolean; as_gm?: boolean; request: string };
export type FoundMessages = { messages: Message[] };

// Votes

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

// The game master's desk

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
export type OpenInvitation = { id?: string; role: string; power: PowerId | null; uses?: number; ends_at?: Moment | null };
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
  orders?: Record<PowerId, string[]> | null;
};
export type Correction =
  | { put: string }
  | { take: string }
  | { owner: { space: SpaceId; power: PowerId | null } };
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

// Live

export type ChangeKind = "judged" | "press" | "orders" | "vote" | "desk" | "deadline" | "members";
/** `resync` is ours: the line was down so long that anything may have changed. */
export type Change = { kind: ChangeKind | "resync"; version: number };

// Sandbox

/** docs/reference/judge.md describes it; the pages pass it on as it is. */
export type JudgeRequest = Record<string, unknown>;
export type Sandbox = { id: string; variant: string; request: JudgeRequest };
export type SandboxVerdict = {
  scene_before: Scene;
  scene_after: Scene;
  results: Results;
  next: JudgeRequest;
  differences?: Record<string, { order: string; was: string; now: string }[]>;
};
