/** How well bots play, for those who choose. */
import type { BotLevel, Variant } from "../api/types";

export const LEVEL_NAMES: Record<BotLevel, string> = { easy: "Easy", steady: "Steady", strong: "Strong", master: "Master" };

type Levels = Pick<Variant, "levels">;

/** The levels of bots on a board, the weakest first; until the board is known, those of every board. */
export function listLevels(variant: Levels | null): { value: BotLevel; label: string }[] {
  const offered = variant?.levels.filter((facts) => facts.is_offered).map((facts) => facts.level) ?? ["easy", "steady", "strong"];
  return offered.map((value) => ({ value, label: LEVEL_NAMES[value] }));
}

/** How a level plays and how strong it is. */
export function tellLevel(variant: Levels, level: BotLevel): string {
  return variant.levels.find((facts) => facts.level === level)?.text ?? "";
}

/** Why a board has no bots of some level. */
export function tellMissingLevel(variant: Levels): string {
  return variant.levels.find((facts) => !facts.is_offered)?.text ?? "";
}
