/** Codes of phases in words, as the server says them. */
const SEASONS: Record<string, string> = { S: "Spring", F: "Fall", W: "Winter" };
const KINDS: Record<string, string> = { M: "orders", R: "retreats", A: "builds" };

/** 'Fall 1756' of 'F1756M'; any other text is returned unchanged. */
export function tellSeason(code: string): string {
  const match = /^([SFW])(\d{1,4})[MRA]$/.exec(code);
  return match ? `${SEASONS[match[1] ?? ""]} ${match[2]}` : code;
}

/** 'Fall 1756, orders' of 'F1756M'. */
export function tellPhase(code: string): string {
  const kind = KINDS[code.at(-1) ?? ""];
  const season = tellSeason(code);
  return season !== code && kind ? `${season}, ${kind}` : code;
}
