import type { CheckedText, OrderOptions } from "../api/types";
import type { OrderLine } from "../board/types";

/** One power's orders, written by composer, retreats and builds: on a game's sheet or in a sandbox. */
export type OrderBook = {
  readonly power: string;
  readonly options: OrderOptions | null;
  readonly orders: readonly OrderLine[];
  readonly isLocked: boolean;
  change(orders: readonly OrderLine[]): void;
  /** Undo the last change; null if there is none. */
  undo(): unknown;
  /** How the server reads a text. */
  check(text: string): Promise<CheckedText>;
  /** Convoy routes for an army; null if the request fails. */
  findRoutes(army: string, to: string): Promise<string[][] | null>;
  /** Where a fleet can land an army; null if the request fails. */
  findLandings(fleet: string, army: string): Promise<string[] | null>;
};
