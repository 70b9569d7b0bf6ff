/** The mark and the word for the result of an order. */
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

/** The result of a line; a refused order is always illegal. */
export function resultOf(line: Pick<ResultLine, "result" | "rejected">): string {
  return line.rejected ? "illegal" : (line.result ?? "succeeds");
}

/** The mark of a result. */
export function markOf(line: Pick<ResultLine, "result" | "rejected">): MarkName {
  return MARKS[resultOf(line)] ?? "succeeds";
}

/** The word for a result, for readers who do not see the mark. */
export function wordOf(line: Pick<ResultLine, "result" | "rejected">): string {
  return WORDS[resultOf(line)] ?? "Succeeds";
}

/** The key of a line: its power and order. A refused order may appear beside the hold that replaced it. */
export function keyOfLine(line: ResultLine): string {
  return `${line.power} ${line.order}${line.rejected ? " refused" : ""}`;
}
