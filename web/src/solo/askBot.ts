/** Questions to bots: sends a question and polls for the answer. */
import type { HintOption, Hint } from "../api/types";

type Answered = { state: "none" | "thinking" | "ready" | "failed" };

/** Milliseconds between polls: short at first, since most answers take a second. */
const SOON = 500;
const LATER = 1_500;
const SOON_LOOKS = 6;
/** The number of polls before we give up: a minute and a half. */
const MOST_LOOKS = 60;

export const NO_ANSWER = "No bot could answer just now. Ask again in a moment.";

/** Ask, then poll until the bot has answered; still 'thinking' at the end means no answer in time. */
export async function askBot<T extends Answered>(
  ask: () => Promise<T>,
  read: () => Promise<T>,
  isGone: () => boolean,
  sleep: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  let page = await ask();
  for (let look = 0; page.state === "thinking" && look < MOST_LOOKS && !isGone(); look += 1) {
    await sleep(look < SOON_LOOKS ? SOON : LATER);
    page = await read();
  }
  return page;
}

/** The options for one unit, or for all units together. */
export function listOptions(hint: Hint, unit: string): HintOption[] {
  return unit ? (hint.units.find((found) => found.unit === unit)?.options ?? []) : hint.options;
}

/** 'By its estimate worth 1.3 centres more than holding.'; empty if the difference is negligible. */
export function tellBetter(option: Pick<HintOption, "better">): string {
  const { better } = option;
  if (better === null || Math.abs(better) < 0.1) return "";
  const size = Math.abs(better).toFixed(1);
  return `By its estimate worth ${size} ${size === "1.0" ? "centre" : "centres"} ${better > 0 ? "more" : "less"} than holding.`;
}
