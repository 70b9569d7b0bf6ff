/** Groups the letters of a conversation under headings of days and phases. */
import type { Letter } from "../api/types";
import { tellSeason } from "../game/phaseNames";
import { formatDay } from "../ui/formatTime";

export type Group = { heading: string; messages: Letter[] };

/** Messages in groups, each headed 'Tuesday, Fall 1756'. */
export function groupMessages(messages: readonly Letter[], now: Date, zone?: string): Group[] {
  const groups: Group[] = [];
  for (const message of messages) {
    const heading = `${formatDay(message.at, now, zone)}, ${tellSeason(message.phase)}`;
    const last = groups.at(-1);
    if (last?.heading === heading) last.messages.push(message);
    else groups.push({ heading, messages: [message] });
  }
  return groups;
}
