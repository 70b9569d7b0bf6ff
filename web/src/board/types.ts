import type { Snippet } from "svelte";
import type { Tokens } from "../theme/tokens";
import type { Box } from "./geometry";
import type { Scale } from "./view";

/** What the server sends about one phase. */
export type Power = string;
export type SpaceCode = string;
/** A space, or one coast of it: `STP/SC`. */
export type Place = string;

export type OrderKind =
  | "hold" | "move" | "support_hold" | "support_move" | "convoy" | "embark" | "retreat" | "disband" | "build" | "waive"
  | "bomb";
export type OrderResult =
  | "succeeds" | "fails" | "cut" | "disrupted" | "dislodged" | "void" | "destroyed" | "illegal";

export type OrderLine = {
  power: Power;
  /** Standard notation. */
  order: string;
  kind: OrderKind;
  /** Where the unit stands. */
  at: Place;
  /** `A PAR`. */
  unit: string;
  to?: Place | null;
  /** Where the unit stands that is helped or carried. */
  of?: Place | null;
  /** That unit: `A BRI`. */
  other?: string | null;
  /** A move or retreat by convoy. */
  carried?: boolean;
  /** How many bombs a unit takes along. */
  bombs?: number;
  /** Seas passed by a convoyed move or retreat, in sequence. */
  route?: SpaceCode[];
  /** A sketch came in a letter and counts for nothing. */
  state?: "draft" | "set" | "sketch";
  result?: OrderResult;
  /** What became of the order itself, where `result` tells that its unit was driven out. */
  order_result?: OrderResult | null;
  reason?: string;
  text?: string;
  /** The line was refused. */
  rejected?: boolean;
};

/** `aboard` is the power of the army on its deck. */
export type Dislodged = { power: Power; unit: string; from: SpaceCode | null; retreats: Place[]; aboard?: Power | null };
/** What rules know about a space. A colony has its years: at `full_age` it is permanent. */
export type MarkKind = "colony" | "bomb" | "ruined" | "closed";
export type SceneMark = {
  kind: MarkKind;
  text: string;
  age?: number | null;
  full_age?: number | null;
  counts?: boolean | null;
  /** How many bombs lie there. */
  bombs?: number | null;
};

export type Scene = {
  phase: string;
  /** `A PAR`, `F STP/SC`, `TF X` by power. */
  units: Record<Power, string[]>;
  /** The army on the deck of a ship, by the ship's space, with its power: `A LON FRANCE`. */
  cargo?: Record<SpaceCode, string>;
  dislodged: Dislodged[];
  centres: Record<Power, SpaceCode[]>;
  /** Who last stood in a space. */
  influence: Record<SpaceCode, Power>;
  contested: SpaceCode[];
  /** What rules know about a space: a colony and its years, bombs, ruins, a closed sea. */
  marks?: Record<SpaceCode, SceneMark>;
  /** How far each power is toward its own victory condition, in words; empty where a plain count decides. */
  goals?: Record<Power, string>;
  orders: OrderLine[];
};

/** Colours of a power in one theme. */
export type PowerColours = { unit: string; tint: string; hatch: string; opacity: number; line: string; letter: string };
/** How a power is told apart: initial, hatching (a path in a cell of 8 px, empty for dots), colours. */
export type PowerLook = {
  initial: string;
  slot: string;
  hatching: string;
  cell: number;
  light: PowerColours;
  dark: PowerColours;
};

/** How a target can be reached; every way but `land` is drawn dashed. */
export type Target = { way: "land" | "convoy" | string; note?: string };
export type Targets = Record<SpaceCode, Target>;

/** The targets next to a unit: those that need no convoy. */
export function listNear(targets: Targets): SpaceCode[] {
  return Object.keys(targets).filter((space) => targets[space]?.way !== "convoy");
}

/** A space in the reach of a power: how strong an attack there could be, after a colon the defence of the reader's own. */
export type ReachMark = { space: SpaceCode; text: string; isThreat: boolean };

/** What was tapped: a space, and the unit in it where the tap was meant for the unit. */
export type Pick = { space: SpaceCode; unit: string | null; power: Power | null; isDislodged: boolean };

/** Draws units in motion, at a scale and for the part of the board in sight. */
export type Movers = Snippet<[MoverView]>;
export type MoverView = { scale: Scale; window: Box; tokens: Tokens; theme: "light" | "dark" };

/** The lines, and the heads, that the motion of a phase has come to, by power and order; at its end there are all marks. */
export type Reveal = { lines: ReadonlySet<string>; heads: ReadonlySet<string>; isDone: boolean };
