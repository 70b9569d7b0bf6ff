/** Results as rows: which filter, which words. */
import type { ResultLine, Results } from "../api/types";
import { resultOf } from "../game/outcomes";

export type Filter = "concerns" | "all" | "beaten" | "void" | "illegal";

const COUNTS: readonly [string, string][] = [
  ["succeeds", "succeed"], ["fails", "fail"], ["cut", "cut"], ["disrupted", "disrupted"], ["dislodged", "dislodged"],
  ["destroyed", "destroyed"], ["void", "void"], ["illegal", "illegal"],
];

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
