import { joinWords } from "../ui/joinWords";

const MOST_NAMED = 4;

/** Which phases no longer count, in a sentence. */
export function tellUndone(phases: readonly string[]): string {
  if (!phases.length) return "Nothing has been judged since.";
  if (phases.length === 1) return `${phases[0]} is played again.`;
  if (phases.length <= MOST_NAMED) return `${joinWords(phases)} no longer count.`;
  return `${phases.length} phases no longer count, from ${phases[0]} to ${phases.at(-1)}.`;
}
