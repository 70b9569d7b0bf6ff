/** Refused lines in words: the sentence, and the rule if one decided. */
type Refused = { reason?: string | null | undefined; cite?: string | null | undefined };

/** `No unit stands there. 1971 rulebook (CV-1)`; a line that cannot be read breaks no rule. */
export function tellRefusal(line: Refused & { hint?: string | null }): string {
  return [line.hint ?? line.reason ?? "", tellSource(line)].filter(Boolean).join(" ");
}

/** The source of the rule that refuses a line; empty if the line could not be read. */
export function tellSource({ reason, cite }: Refused): string {
  return reason === "unreadable" ? "" : (cite ?? "");
}
