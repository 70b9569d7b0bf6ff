import { beforeEach, expect, test, vi } from "vitest";
import { makePlaces } from "../../game/testBoard";
import { textsOf } from "../../game/testOrders";
import { Composer } from "./composer.svelte";
import { Keyboard } from "./composerKeys.svelte";
import { TestBook } from "./testBook.svelte";

/** Something on the page: a row of the list, a button, a field. */
class TestElement {
  constructor(
    readonly found: Record<string, unknown> = {},
    readonly tagName = "DIV",
  ) {}
  isContentEditable = false;
  closest(selector: string): unknown {
    return Object.entries(this.found).find(([part]) => selector.includes(part))?.[1] ?? null;
  }
}

let hasDialog: boolean;
let book: TestBook;
let composer: Composer;
let keyboard: Keyboard;
let acts: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [hasDialog, acts] = [false, []];
  vi.stubGlobal("document", { querySelector: () => (hasDialog ? {} : null) });
  vi.stubGlobal("Element", TestElement);
  vi.stubGlobal("HTMLElement", TestElement);
  book = new TestBook();
  composer = new Composer(book, makePlaces());
  const note = (name: string) => () => void acts.push(name);
  keyboard = new Keyboard(() => composer, { goto: note("goto"), keys: note("keys"), plan: note("plan"), phaseBack: note("back"), theatre: note("theatre"), facts: note("facts") });
});

/** Press keys one soon after the other; whether the last one was ours. */
function press(keys: readonly string[], target: object | null = null): boolean {
  let isOurs = false;
  for (const key of keys) {
    isOurs = false;
    keyboard.press({ key, target, defaultPrevented: false, preventDefault: () => (isOurs = true) } as never);
  }
  return isOurs;
}

test("a unit is taken, its target spelt and the order set", () => {
  composer.take("A BRI");
  press([..."par", "Enter"]);
  expect(textsOf(book.orders)).toEqual(["A BRI - PAR"]);
});

test("Enter takes the target that arrows have come to, and only then sets the order", () => {
  composer.take("A BRI");
  composer.step(1);
  press(["Enter"]);
  expect([composer.order?.order ?? "", book.orders]).toEqual([expect.stringMatching(/^A BRI - /), []]);
  press(["Enter"]);
  expect(book.orders.length).toBeGreaterThan(0);
});

test("what the first letter of a word did, the word takes back", () => {
  composer.take("A BRI");
  press(["h"]);
  expect(composer.draft?.kind).toBe("hold");
  press(["x"]); // no target begins so
  expect(composer.draft?.kind).toBe("move");
});

test("a letter that cannot be taken back waits whether a word follows", async () => {
  composer.take("A BRI");
  composer.chooseKind("hold");
  composer.set();
  press(["u"]);
  expect(textsOf(book.orders)).toEqual(["A BRI H"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(textsOf(book.orders)).toEqual([]);
});

test("Enter on the row of the unit in hand sets its order; on another row or a button it presses that", () => {
  composer.take("A BRI");
  press([..."par"]);
  const row = (unit: string) => new TestElement({ "data-unit-row": { dataset: { unitRow: unit } }, button: {} });
  expect(press(["Enter"], row("F ENG"))).toBe(false);
  expect(press(["Enter"], new TestElement({ button: {} }))).toBe(false);
  expect(book.orders).toEqual([]);
  expect(press(["Enter"], row("A BRI"))).toBe(true);
  expect(textsOf(book.orders)).toEqual(["A BRI - PAR"]);
});

test("keys typed into a field, or while a dialogue is open, are not ours", () => {
  composer.take("A BRI");
  expect(press(["h"], Object.assign(new TestElement({}, "INPUT"), { type: "text" }))).toBe(false);
  hasDialog = true;
  expect(press(["h"])).toBe(false);
  expect(composer.draft?.kind).toBe("move");
});
