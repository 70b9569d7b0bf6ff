/** What was judged: phases, results and their reasons, centres, the text board, the log, briefings. */
import type { OrderLine } from "../../board/types";
import type { Moment, PhaseCode, PowerId, SpaceId } from "./ids";
import type { Rule } from "./variants";

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
  /** Where the rule stands that decided: a clause of the sheet, or the rulebook. */
  cite?: string;
};

/** A centre that changed hands. */
export type Capture = { space: SpaceId; from: PowerId | null; to: PowerId | null };

/** A judged phase. */
export type Results = {
  phase: PhaseCode;
  title: string;
  judged_at: Moment;
  counts: Record<string, number>;
  concerns: string[];
  orders: ResultLine[];
  destroyed: { power: PowerId; unit: string }[];
  notes: string[];
  /** Counted votes, in sentences. */
  tallies: string[];
  /** What happened to centres by a rule of the variant, in sentences. */
  events: string[];
  changes?: Capture[];
};

export type Sum = { title: string; rows: { text: string; value: number }[]; total: number };
export type Explanation = {
  order: string;
  text: string;
  sums: Sum[];
  /** The rule that decided it. */
  clause: Rule;
  /** Others that bear on it. */
  also: Rule[];
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
