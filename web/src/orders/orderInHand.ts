import type { Why } from "../facts/factsState.svelte";
import type { OrderLine, Pick, Targets } from "../board/types";

/** The order in hand as the board shows it; moves, retreats and builds each implement it. */
export type OrderInHand = {
  /** The space of the unit in hand. */
  readonly selected: string | null;
  /** The target in focus. */
  readonly cursor: string | null;
  readonly targets: Targets;
  /** The order in hand, dashed until it is set. */
  readonly drafts: OrderLine[];
  pick(pick: Pick): boolean;
  /** Why a tap did nothing, if there is a reason to give; null if nothing is in hand. */
  whyNot(pick: Pick): Promise<Why | null> | null;
};
