import { expect, test } from "vitest";
import type { OrderOptions } from "../../api/types";
import { makePlaces } from "../../game/testBoard";
import { TestBook } from "../compose/testBook.svelte";
import { BuildChoice } from "./buildChoice.svelte";

function begin(count: number, spaces: readonly string[]): BuildChoice {
  const book = new TestBook();
  const sites = spaces.map((space) => ({ space, units: [`A ${space}`, `F ${space}`], note: "" }));
  book.options = { kind: "adjustments", count, sites, closed: [], removable: [], default: "", waiting_for: null, turn: 4 } as OrderOptions;
  return new BuildChoice(book, makePlaces());
}

test("no more builds are asked for than there are open centres", () => {
  const building = begin(2, ["BRI"]);
  expect([building.total, building.open]).toEqual([1, 1]);
  building.waive();
  expect([building.used, building.open]).toEqual([1, 0]);
  building.choose("F BRI");
  building.set();
  expect([building.used, building.waived, building.open]).toEqual([1, 0, 0]);
});

test("without an open centre there is nothing to build", () => {
  expect(begin(3, []).total).toBe(0);
});
