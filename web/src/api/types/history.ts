/** What was judged: phases, results and their reasons, centres, the text board, the log, briefings. */
import type { OrderLine } from "../../board/types";
import type { Moment, PhaseCode, PowerId, SpaceId } from "./ids";

/** A rule in a sentence, and where it stands: a clause of the sheet, or an edition of the rulebook. */
export type Rule = { text: string; cite: string; id: string | null; link: string | null };

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
export type Capture = { space: SpaceId; old_owner: PowerId | null; new_owner: PowerId | null };

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
  changes: Capture[];
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
export type CentreChange = Capture & { phase: PhaseCode };
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
