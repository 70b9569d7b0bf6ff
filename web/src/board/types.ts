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
  /** The location of the unit. */
  at: Place;
  /** `A PAR`. */
  unit: string;
  to?: Place | null;
  /** The location of the helped or carried unit. */
  of?: Place | null;
  /** That unit: `A BRI`. */
  other?: string | null;
  /** A move or retreat by convoy. */
  carried?: boolean;
  /** The number of bombs that a unit takes along. */
  bombs?: number;
  /** The seas on the route of a convoyed move or retreat, in order. */
  route?: SpaceCode[];
  /** A sketch from a letter; it does not count. */
  state?: "draft" | "set" | "sketch";
  result?: OrderResult;
  /** The result of the order itself, if `result` says that its unit was dislodged. */
  order_result?: OrderResult | null;
  reason?: string;
  text?: string;
  /** The line was refused. */
  rejected?: boolean;
};

/** `aboard` is the power of the army on its deck. */
export type Dislodged = { power: Power; unit: string; from: SpaceCode | null; retreats: Place[]; aboard?: Power | null };
/** The memory of rules about a space. A colony has its years: at `full_age` it is permanent. */
export type MarkKind = "colony" | "bomb" | "ruined" | "closed";
export type SceneMark = {
  kind: MarkKind;
  text: string;
  age?: number | null;
  full_age?: number | null;
  counts?: boolean | null;
  /** The number of bombs there. */
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
  /** The last occupant of a space. */
  influence: Record<SpaceCode, Power>;
  contested: SpaceCode[];
  /** The memory of rules about a space: a colony and its years, bombs, ruins, a closed sea. */
  marks?: Record<SpaceCode, SceneMark>;
  /** The builds of each power if it were Winter now; negative numbers are removals. */
  spare?: Record<Power, number>;
  /** Each power's progress toward its own victory condition, in words; empty if a plain count decides. */
  goals?: Record<Power, string>;
  orders: OrderLine[];
};

/** Colours of a power in one theme. */
export type PowerColours = { unit: string; tint: string; hatch: string; opacity: number; line: string; letter: string };
/** What identifies a power: initial, hatching (a path in a cell of 8 px, empty for dots), colours. */
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

/** A space in the reach of a power: the possible strength of an attack and, after a colon, of the reader's own defence. */
export type ReachMark = { space: SpaceCode; text: string; isThreat: boolean };

/** What was tapped: a space, and its unit if the tap was meant for the unit. */
export type Pick = { space: SpaceCode; unit: string | null; power: Power | null; isDislodged: boolean };

/** Draws units in motion, at a scale and for the part of the board in sight. */
export type Movers = Snippet<[MoverView]>;
export type MoverView = { scale: Scale; window: Box; tokens: Tokens; theme: "light" | "dark" };

/** The lines and heads that the motion of a phase has reached, by power and order; at its end all marks are shown. */
export type Reveal = { lines: ReadonlySet<string>; heads: ReadonlySet<string>; isDone: boolean };
