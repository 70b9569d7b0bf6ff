/** The tally bar: blocks as shares of the whole, the threshold, and the missing votes. */
import type { Proposal, Tally, VoteBox } from "../api/types";

export type Block = { power: string; weight: number; left: number; width: number };
export type Bar = { blocks: Block[]; yes: number; needed: number };

/** Positions in percent of the bar. */
export function layBar(proposal: Pick<Proposal, "needed" | "whole">, tally: Tally): Bar {
  const whole = Math.max(proposal.whole, proposal.needed, 1);
  let sum = 0;
  const blocks = tally.in_favour.map(({ power, weight }) => {
    const block = { power, weight, left: (100 * sum) / whole, width: (100 * weight) / whole };
    sum += weight;
    return block;
  });
  return { blocks, yes: (100 * tally.yes) / whole, needed: (100 * proposal.needed) / whole };
}

type Count = Pick<VoteBox["counted"][number], "yes" | "whole" | "needed" | "short" | "counts" | "carried" | "lapsed">;

/** '7 of 114 centres were for it, 86 needed: 79 short.' */
export function tellCount({ yes, whole, needed, short, counts, carried, lapsed }: Count): string {
  const end = carried ? "carried" : lapsed ? "it lapsed, since a power in first place was out or in civil disorder" : `${short} short`;
  return `${yes} of ${whole} ${counts} ${yes === 1 ? "was" : "were"} for it, ${needed} needed: ${end}.`;
}

const ORDINALS = ["First", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

/** 'First Russia; second, drawn, Ottoman and China.'; must agree with word_places of render/words/votes.py. */
export function tellPlaces(places: readonly (readonly string[])[], join: (names: readonly string[]) => string): string {
  if (places.length === 0) return "A draw among all who share under the rulebook.";
  const parts = places.map((group, number) => {
    const place = ORDINALS[number] ?? `place ${number + 1}`;
    return group.length > 1 ? `${place}, drawn, ${join(group)}` : `${place} ${group[0] ?? ""}`;
  });
  return `${parts.join("; ")}.`;
}

/** Groups of powers from the first place down, by their numbers; gaps in the numbers are closed. */
export function makePlaces(numbers: Readonly<Record<string, number>>): string[][] {
  const used = [...new Set(Object.values(numbers))].filter((number) => number > 0).sort((one, other) => one - other);
  return used.map((place) => Object.keys(numbers).filter((power) => numbers[power] === place));
}
