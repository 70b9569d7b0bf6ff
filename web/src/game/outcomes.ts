/** What became of an order: which mark, which word. */
import type { ResultLine } from "../api/types";
import type { MarkName } from "../ui/Mark.svelte";

const MARKS: Record<string, MarkName> = {
  succeeds: "succeeds", fails: "beaten", cut: "cut", disrupted: "disrupted", dislodged: "dislodged", void: "void",
  destroyed: "destroyed", illegal: "illegal",
};
const WORDS: Record<string, string> = {
  succeeds: "Succeeds", fails: "Beaten", cut: "Cut", disrupted: "Convoy disrupted", dislodged: "Dislodged",
  void: "Void", destroyed: "Destroyed", illegal: "Illegal",
};

/** What became of a line; a refused order is illegal whatever else is said of it. */
export function resultOf(line: Pick<ResultLine, "result" | "rejected">): string {
  return line.rejected ? "illegal" : (line.result ?? "succeeds");
}

/** The mark of a result. */
export function markOf(line: Pick<ResultLine, "result" | "rejected">): MarkName {
  return MARKS[resultOf(line)] ?? "succeeds";
}

/** The word of a result, for those who do not see the mark. */
export function wordOf(line: Pick<ResultLine, "result" | "rejected">): string {
  return WORDS[resultOf(line)] ?? "Succeeds";
}

/** Lines are told apart by power and order; a refused order may stand beside the hold that took its place. */
export function keyOfLine(line: ResultLine): string {
  return `${line.power} ${line.order}${line.rejected ? " refused" : ""}`;
}
