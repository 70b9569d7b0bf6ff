/** Results as rows: filters and words. */
import type { ResultLine, Results } from "../api/types";
import { resultOf } from "../game/outcomes";
import { spaceOf } from "../game/spaces";

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

/** The lines that pass a filter; among those that concern a power, its own come first. */
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

/** Where the unit of an order is drawn: after the phase, a unit that moved is in its new space. */
export function placeOfLine(line: Pick<ResultLine, "kind" | "at" | "to" | "result" | "rejected">, moment: "before" | "after"): string {
  const hasMoved = moment === "after" && (line.kind === "move" || line.kind === "retreat") && resultOf(line) === "succeeds";
  return spaceOf((hasMoved && line.to) || line.at);
}

/** The line of the tapped unit; of two units in a space, one was dislodged. */
export function findLine(lines: readonly ResultLine[], space: string, isDislodged: boolean, moment: "before" | "after"): ResultLine | null {
  const here = lines.filter((line) => placeOfLine(line, moment) === space);
  const isOut = (line: ResultLine) => ["dislodged", "destroyed"].includes(resultOf(line));
  return here.find((line) => !line.rejected && isOut(line) === isDislodged) ?? here[0] ?? lines.find((line) => spaceOf(line.at) === space) ?? null;
}

/** The spaces in some orders; units that held undisturbed are left out. */
export function listSpacesOf(lines: readonly ResultLine[]): string[] {
  const told = lines.filter((line) => line.kind !== "hold" || line.result !== "succeeds");
  const places = told.flatMap(({ at, of, to }) => [at, of, to]);
  return [...new Set(places.flatMap((place) => (place ? [spaceOf(place)] : [])))];
}
