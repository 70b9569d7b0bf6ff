const STEPS = [30 * 60_000, 3 * 3_600_000, 24 * 3_600_000] as const;
const NAMES = ["30 minutes", "3 hours", "24 hours"] as const;

/** The warning before a deadline, from 24 h, 3 h and 30 min on; the same text until the next step. */
export function findWarning(deadline: string, now: Date): string | null {
  const left = Date.parse(deadline) - now.getTime();
  const step = left > 0 ? STEPS.find((span) => left <= span) : undefined;
  return step === undefined ? null : `Less than ${NAMES[STEPS.indexOf(step)]} to the deadline.`;
}
