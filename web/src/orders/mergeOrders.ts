/** Two versions of one sheet, line by line. */
import type { OrderLine } from "../board/types";
import { keyOf } from "../game/orderLines";

export type Side = "mine" | "theirs";
/** The lines of one unit or building site; null where a version has none. */
export type Pair = { key: string; mine: OrderLine | null; theirs: OrderLine | null; differs: boolean };

/** The lines of both versions, unit by unit. */
export function pairOrders(mine: readonly OrderLine[], theirs: readonly OrderLine[]): Pair[] {
  const byKey = (lines: readonly OrderLine[]) => new Map(lines.map((line, number) => [keyOf(line, number), line]));
  const [left, right] = [byKey(mine), byKey(theirs)];
  return [...new Set([...left.keys(), ...right.keys()])].map((key) => {
    const pair = { key, mine: left.get(key) ?? null, theirs: right.get(key) ?? null };
    return { ...pair, differs: pair.mine?.order !== pair.theirs?.order };
  });
}

/** The merged version; null while a differing line is undecided. */
export function mergeOrders(pairs: readonly Pair[], chosen: Readonly<Record<string, Side>>): OrderLine[] | null {
  const merged: OrderLine[] = [];
  for (const pair of pairs) {
    const side = pair.differs ? chosen[pair.key] : "mine";
    if (!side) return null;
    const line = pair[side];
    if (line) merged.push(line);
  }
  return merged;
}
