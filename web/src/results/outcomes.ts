/** Results as rows: which mark, which filter, which words. */
import type { ResultLine, Results } from "../api/types";
import type { MarkName } from "../ui/Mark.svelte";

export type Filter = "concerns" | "all" | "beaten" | "void" | "illegal";

const MARKS: Record<string, MarkName> = {
  succeeds: "succeeds", fails: "beaten", cut: "cut", disrupted: "disrupted", dislodged: "dislodged", void: "void",
  destroyed: "destroyed", illegal: "illegal",
};
const WORDS: Record<string, string> = {
  succeeds: "Succeeds", fails: "Beaten", cut: "Cut", disrupted: "Convoy disrupted", dislodged: "Dislodged",
  void: "Void", destroyed: "Destroyed", illegal: "Illegal",
};
const COUNTS: readonly [string, string][] = [
  ["succeeds", "succeed"], ["fails", "fail"], ["cut", "cut"], ["disrupted", "disrupted"], ["dislodged", "dislodged"],
  ["destroyed", "destroyed"], ["void", "void"], ["illegal", "illegal"],
];

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

/** '124 orders: 71 succeed, 38 fail, 9 cut'. */
export function tellCounts(results: Results): string {
  const told = COUNTS.flatMap(([key, word]) => (results.counts[key] ? [`${results.counts[key]} ${word}`] : []));
  const all = results.orders.length;
  return `${all} ${all === 1 ? "order" : "orders"}${told.length ? `: ${told.join(", ")}` : ""}`;
}

/** The lines that a filter leaves; of those that concern a power its own come first. */
export function filterLines(results: Results, filter: Filter, own: string | null = null): ResultLine[] {
  const lines = results.orders.filter((line) => isListed(results, line, filter));
  if (filter !== "concerns") return lines;
  return [...lines.filter((line) => line.power === own), ...lines.filter((line) => line.power !== own)];
}

function isListed(results: Results, line: ResultLine, filter: Filter): boolean {
  const result = resultOf(line);
  switch (filter) {
    case "all":
      return true;
    case "concerns":
      return results.concerns.includes(line.order);
    case "beaten":
      return ["fails", "cut", "disrupted", "dislodged", "destroyed"].includes(result);
    case "void":
      return result === "void";
    case "illegal":
      return result === "illegal";
  }
}

/** Lines are told apart by power and order; a refused order may stand beside the hold that took its place. */
export function keyOfLine(line: ResultLine): string {
  return `${line.power} ${line.order}${line.rejected ? " refused" : ""}`;
}
