import type { CheckedText, OrderOptions } from "../api/types";
import type { OrderLine } from "../board/types";

/** One power's orders as composer, retreats and builds write them: on a game's sheet, or in a sandbox. */
export type OrderBook = {
  readonly power: string;
  readonly options: OrderOptions | null;
  readonly orders: readonly OrderLine[];
  readonly isLocked: boolean;
  change(orders: readonly OrderLine[]): void;
  /** Take the last change back; null where there is none. */
  undo(): unknown;
  /** How a text would be read. */
  check(text: string): Promise<CheckedText>;
  /** Ways over the sea for an army; null when that cannot be asked now. */
  findRoutes(army: string, to: string): Promise<string[][] | null>;
  /** Where a fleet can land an army; null when that cannot be asked now. */
  findLandings(fleet: string, army: string): Promise<string[] | null>;
};
