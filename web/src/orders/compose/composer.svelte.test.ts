import { expect, test } from "vitest";
import type { Pick } from "../../board/types";
import { makePlaces } from "../../game/testBoard";
import { move, textsOf } from "../../game/testOrders";
import { Composer } from "./composer.svelte";
import { TestBook, UNITS } from "./testBook.svelte";

function begin(): { book: TestBook; composer: Composer } {
  const book = new TestBook();
  return { book, composer: new Composer(book, makePlaces()) };
}

function tap(space: string, unit: string | null = null): Pick {
  return { space, unit, power: unit ? "FRANCE" : null, isDislodged: false };
}

test("three taps set a convoyed move, and the fleet is ordered as well", () => {
  const { book, composer } = begin();
  composer.pick(tap("BRI", "A BRI"));
  composer.pick(tap("LON"));
  expect(composer.helps).toMatchObject([{ unit: "F ENG", order: { order: "F ENG C A BRI - LON" }, has: null }]);
  composer.set();
  expect(textsOf(book.orders)).toEqual(["A BRI - LON VIA", "F ENG C A BRI - LON"]);
});

test("a fleet that has another order is not taken from it unless the player says so", () => {
  const { book, composer } = begin();
  book.change([move("F ENG", "IRI")]);
  composer.take("A BRI");
  composer.pick(tap("LON"));
  expect(composer.helps.map((help) => composer.isTicked(help))).toEqual([false]);
  composer.tick("F ENG", true);
  composer.set();
  expect(textsOf(book.orders)).toEqual(["F ENG C A BRI - LON", "A BRI - LON VIA"]);
});

test("the next unit comes by itself, with the support of what was just set offered first", () => {
  const { book, composer } = begin();
  composer.take("A BRI");
  composer.pick(tap("LON"));
  composer.set();
  expect(composer.draft?.unit.unit).toBe("F IRI");
  expect(composer.offer?.order).toBe("F IRI S A BRI - LON");
  composer.set(composer.offer);
  expect(textsOf(book.orders)).toContain("F IRI S A BRI - LON");
  expect(composer.draft).toBeNull();
});

test("two more taps on the chosen unit mean hold", () => {
  const { book, composer } = begin();
  composer.pick(tap("BRI", "A BRI"));
  composer.pick(tap("BRI", "A BRI"));
  composer.pick(tap("BRI", "A BRI"));
  expect(textsOf(book.orders)).toEqual(["A BRI H"]);
});

test("a tap that means nothing keeps the order in hand, and the server says why", async () => {
  const { book, composer } = begin();
  composer.take("A BRI");
  composer.pick(tap("PAR"));
  expect(composer.pick(tap("HON"))).toBe(false);
  expect(composer.draft).toMatchObject({ unit: { unit: "A BRI" }, to: "PAR" });
  expect(await composer.whyNot(tap("HON"))).toEqual({ text: "Too far (X-1).", clause: "X-1" });
  composer.take("F IRI");
  composer.chooseKind("support");
  await composer.whyNot({ ...tap("LON"), unit: "F LON" });
  composer.pick(tap("BRI"));
  await composer.whyNot(tap("PAR"));
  expect(book.asked).toEqual(["A BRI - HON", "F IRI S F LON", "F IRI S A BRI - PAR"]);
  composer.letGo();
  expect(composer.whyNot(tap("PAR"))).toBeNull();
});

test("undo takes back the whole of what was set", () => {
  const { book, composer } = begin();
  composer.take("A BRI");
  composer.pick(tap("LON"));
  composer.set();
  composer.undo();
  expect(textsOf(book.orders)).toEqual([]);
  expect(composer.just).toEqual([]);
});

test("a fleet that convoys asks where it can land the army", async () => {
  const { composer } = begin();
  composer.take("F ENG");
  composer.chooseKind("convoy");
  composer.pick(tap("BRI", "A BRI"));
  await Promise.resolve();
  await Promise.resolve();
  expect(composer.choices.map((choice) => choice.space)).toEqual(["LON"]);
});

test("nothing can be taken while orders are locked", () => {
  const { book, composer } = begin();
  book.isLocked = true;
  composer.take("A BRI");
  expect(composer.draft).toBeNull();
});

/** Bombs in Brittany, where an army stands, and two in Paris, where nobody does. */
function beginWithBombs(): { book: TestBook; composer: Composer } {
  const { book } = begin();
  book.options = { kind: "moves", units: UNITS, launches: [{ site: "BRI", count: 1 }, { site: "PAR", count: 2 }], turn: 4 };
  return { book, composer: new Composer(book, makePlaces()) };
}

test("a tap on a space with a bomb takes it, a tap on any space is its target, and the bomb is set", () => {
  const { book, composer } = beginWithBombs();
  composer.pick(tap("PAR"));
  expect(composer.draft?.unit.unit).toBe("BOMB PAR");
  expect(composer.hasUnit).toBe(false);
  expect(composer.targets).toEqual({});
  composer.pick(tap("ENG", "F ENG"));
  expect(composer.drafts.map(({ kind, at, to, state }) => [kind, at, to, state])).toEqual([["bomb", "PAR", "ENG", "draft"]]);
  composer.set();
  expect(textsOf(book.orders)).toEqual(["BOMB PAR - ENG"]);
  expect([composer.ordered, composer.launched, composer.bombText]).toEqual([0, 1, ", 1 bomb"]);
});

test("a second bomb of the same space is one more, and a bomb in hand again gets another target", () => {
  const { book, composer } = beginWithBombs();
  for (const target of ["ENG", "LON"]) {
    composer.takeBomb("PAR");
    composer.pick(tap(target));
    composer.set();
  }
  expect(textsOf(book.orders)).toEqual(["BOMB PAR - ENG", "BOMB PAR - LON"]);
  composer.take("BOMB PAR");
  composer.pick(tap("IRI"));
  composer.set();
  expect(textsOf(book.orders)).toEqual(["BOMB PAR - IRI", "BOMB PAR - LON"]);
  expect(composer.listed.map(({ unit }) => unit).slice(-3)).toEqual(["BOMB BRI", "BOMB PAR", "BOMB PAR/2"]);
});

test("Bomb is a kind where the unit in hand stands with one; the unit keeps its own order and comes back", () => {
  const { book, composer } = beginWithBombs();
  composer.take("F ENG");
  expect(composer.hasBomb).toBe(false);
  composer.chooseKind("bomb");
  expect(composer.draft?.unit.unit).toBe("F ENG");
  composer.take("A BRI");
  expect(composer.hasBomb).toBe(true);
  composer.chooseKind("bomb");
  expect([composer.draft?.kind, composer.hasUnit]).toEqual(["bomb", true]);
  composer.cursor = "LON";
  expect(composer.takeCursor() && composer.set()).toBe(true);
  expect(textsOf(book.orders)).toEqual(["BOMB BRI - LON"]);
  expect(composer.draft?.unit.unit).toBe("A BRI");
  composer.chooseKind("bomb");
  composer.chooseKind("hold");
  expect(composer.order?.order).toBe("A BRI H");
});
