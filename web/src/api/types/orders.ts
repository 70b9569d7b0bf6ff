/** What may be ordered, and what was. */
import type { OrderLine } from "../../board/types";
import type { Moment, PhaseCode, PowerId, SpaceId } from "./ids";

/** A clause that closes a choice, and where it can be read. */
export type ClauseLink = { id: string; link: string };

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
/** Bombs that a power may launch from a space. */
export type Launch = { site: SpaceId; count: number };
export type MoveOptions = { kind: "moves"; units: UnitOptions[]; launches: Launch[] };
export type RetreatOptions = {
  kind: "retreats";
  units: {
    unit: string;
    at: string;
    driven_out_by: string;
    to: { to: string; via: string | null; text: string }[];
    closed: { to: string; reason: string; clause: ClauseLink | null }[];
  }[];
  /** Why a fleet that carries one army is closed to others. */
  ferry: { reason: string; clause: ClauseLink | null } | null;
  waiting_for: number | null;
};
export type AdjustmentOptions = {
  kind: "adjustments";
  count: number;
  sites: { space: SpaceId; units: string[]; note: string }[];
  closed: { space: SpaceId; reason: string; clause: ClauseLink | null }[];
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
  /** Lines that do not count; they stay in the plan and are published with their reason. */
  refused: RefusedLine[];
  standing: Standing;
  warnings: { order: string; text: string }[];
};
export type Receipt = { code: string; at: Moment; orders: string[] };
/** `reason` is a code, `hint` the sentence, `cite` where the rule stands. */
export type RefusedLine = {
  power: PowerId;
  text: string;
  /** The unit that the line names; empty where it could not be read. */
  unit: string;
  reason: string;
  hint: string | null;
  clause?: string | null;
  cite?: string;
  choices?: string[];
};
export type Sheet = {
  turn: number;
  phase: PhaseCode;
  power: PowerId;
  plan_a: Plan;
  plan_b: Plan | null;
  receipt: Receipt | null;
  changed: { unit: string; order: string | null; was: string | null }[];
  missing: string[];
  total: number;
  /** Builds that are still open, or if negative removals that are left to the rulebook. */
  unused?: number;
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
  /** The order with its parts. */
  understood: OrderLine | null;
  message: string | null;
  candidates: string[];
  at: [number, number] | null;
  replaces: string | null;
  /** Whether the order will be followed. */
  counts?: boolean;
  /** Why it is not followed: the code, and the clause of the sheet. */
  reason?: string | null;
  clause?: string | null;
  /** Where the rule stands, in words. */
  cite?: string | null;
  /** Why it has no effect as things stand. */
  warning?: string | null;
};
export type CheckedOrders = { lines: CheckedLine[]; read: number; refused?: number };
export type RepeatedOrders = { orders: OrderLine[]; left: { order: string; why: string }[] };
