import type { ClauseLink } from "../api/types";

export type ReasonParts = { before: string; id: string; after: string };

/** A reason with the id of its clause apart: `two seas away (`, `C7-4b`, `).` */
export function splitReason(reason: string, clause: ClauseLink | null): ReasonParts {
  const at = clause ? reason.lastIndexOf(`(${clause.id})`) : -1;
  if (!clause || at < 0) return { before: reason, id: "", after: "" };
  const start = at + 1;
  return { before: reason.slice(0, start), id: clause.id, after: reason.slice(start + clause.id.length) };
}

/** The address of a clause: in a game its Rules page, elsewhere the variant's page. */
export function findRules(link: string, path: string): string {
  const game = /^\/g\/([^/]+)/.exec(path)?.[1];
  const mark = link.indexOf("#");
  return game && mark >= 0 ? `/g/${game}/rules${link.slice(mark)}` : link;
}
