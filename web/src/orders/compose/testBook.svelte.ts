/** Three units and a book for their orders, for tests. */
import type { CheckedText, OrderOptions, UnitToOrder } from "../../api/types";
import type { OrderLine } from "../../board/types";
import type { OrderBook } from "../orderBook";

const EMPTY = { moves: [], convoyed: [], supports: [], convoys: [], embarks: [], aboard: false };
export const UNITS: UnitToOrder[] = [
  { ...EMPTY, unit: "A BRI", at: "BRI", theatre: "Europe", moves: [{ to: "PAR", way: "land" }], convoyed: [{ to: "LON", fleets: ["ENG"], own: true }] },
  {
    ...EMPTY, unit: "F ENG", at: "ENG", theatre: "Europe", moves: [{ to: "IRI", way: "sea" }],
    convoys: [{ unit: "A BRI", at: "BRI", power: "FRANCE" }],
  },
  {
    ...EMPTY, unit: "F IRI", at: "IRI", theatre: "Europe", moves: [{ to: "ENG", way: "sea" }],
    supports: [{ unit: "A BRI", at: "BRI", power: "FRANCE", hold: true, to: ["LON"] }],
  },
];

export class TestBook implements OrderBook {
  asked: string[] = [];

  check(text: string): Promise<CheckedText> {
    this.asked.push(text);
    const line = { number: 1, text, power: "FRANCE", state: "refused", order: null, understood: null, counts: false, message: "Too far (X-1).", reason: null, clause: "X-1", cite: null, candidates: [], at: [0, 0], replaces: null, warning: null };
    return Promise.resolve({ lines: [line], read: 0, refused: 1 } as unknown as CheckedText);
  }

  power = "FRANCE";
  isLocked = false;
  options: OrderOptions = { kind: "moves", units: UNITS, launches: [], turn: 4 };
  orders = $state.raw<readonly OrderLine[]>([]);
  #before: (readonly OrderLine[])[] = [];

  change(orders: readonly OrderLine[]): void {
    this.#before.push(this.orders);
    this.orders = orders;
  }

  undo(): unknown {
    this.orders = this.#before.pop() ?? this.orders;
    return true;
  }

  findRoutes(): Promise<string[][]> {
    return Promise.resolve([["ENG"]]);
  }

  findLandings(): Promise<string[]> {
    return Promise.resolve(["LON"]);
  }
}
