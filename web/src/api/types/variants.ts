/** Variants, their powers and clauses, and how they vote. */
import type { PhaseCode, PowerId, SpaceId } from "./ids";

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
/** A clause that closes a choice, and where it can be read. */
export type ClauseLink = { id: string; link: string };
/** A rule in a sentence, and where it stands: a clause of the sheet, or an edition of the rulebook. */
export type Rule = { text: string; cite: string; id: string | null; link: string | null };
export type Theatre = { name: string; spaces: SpaceId[] };

export type VariantPage = Variant & {
  scheme: Scheme;
  rules_html: string;
  clauses: Clause[];
  /** Of rule modules that any game may have. */
  module_clauses?: Record<string, Clause[]>;
  /** What the variant's rulebook says on each switch. */
  switches?: Record<string, string>;
  theatres: Theatre[];
};
