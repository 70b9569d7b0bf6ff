import { beforeEach, expect, test, vi } from "vitest";
import { hold, makeSheet, move, refuse, textsOf } from "../game/testOrders";
import { GameOrders } from "./gameOrders.svelte";
import { REST } from "./saveQueue";
import type { Shelf } from "../api/shelf";

type Answer = { status: number; body: unknown };
let sent: { method: string; path: string; body: { orders?: string[]; version?: number | null } | null }[];
let answer: (method: string, path: string) => Answer;
let options: { kind: string; units: { unit: string }[]; turn: number };

function makeShelf(): Shelf & { things: Map<string, string> } {
  const things = new Map<string, string>();
  return {
    things,
    getItem: (key) => things.get(key) ?? null,
    setItem: (key, value) => void things.set(key, value),
    removeItem: (key) => void things.delete(key),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  options = { kind: "moves", units: [], turn: 4 };
  answer = () => ({ status: 200, body: makeSheet([]) });
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    const method = init.method ?? "GET";
    sent.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null });
    const { status, body } = path.includes("/options") ? { status: 200, body: options } : answer(method, path);
    if (status === 0) return Promise.reject(new TypeError("no line"));
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

async function open(shelf = makeShelf(), turn = 4, onover = () => {}): Promise<GameOrders> {
  const book = new GameOrders("abc", "FRANCE", false, shelf, onover);
  (await book.fetch(turn))();
  return book;
}

test("a change is kept on the device before it is sent, and forgotten when the server has it", async () => {
  const shelf = makeShelf();
  const book = await open(shelf);
  answer = () => ({ status: 200, body: makeSheet([hold("A BRI")], { version: 2 }) });
  book.change([hold("A BRI")]);
  expect([...shelf.things.values()].join()).toContain("A BRI H");
  expect(sent.some((one) => one.method === "PUT")).toBe(false);
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)).toMatchObject({ method: "PUT", body: { orders: ["A BRI H"], version: 1 } });
  expect(shelf.things.size).toBe(0);
  expect(textsOf(book.saved)).toEqual(["A BRI H"]);
});

test("changes survive a reload without a line, and are sent when it is back", async () => {
  const shelf = makeShelf();
  const book = await open(shelf);
  answer = () => ({ status: 0, body: null });
  book.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.saveState.kind).toBe("offline");
  answer = () => ({ status: 200, body: makeSheet([], { version: 1 }) });
  const again = await open(shelf);
  expect(textsOf(again.orders)).toEqual(["A BRI H"]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)?.body?.orders).toEqual(["A BRI H"]);
});

test("a saving whose answer was lost is no version of another device", async () => {
  const book = await open();
  answer = () => ({ status: 0, body: null });
  book.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.saveState.kind).toBe("offline");
  // The server had it after all; meanwhile another order was given.
  book.change([hold("A BRI"), hold("A PAR")]);
  const version = (): number | null | undefined => sent.at(-1)?.body?.version;
  answer = () =>
    version() === 2
      ? { status: 200, body: makeSheet([hold("A BRI"), hold("A PAR")], { version: 3 }) }
      : { status: 409, body: { error: { code: "version_conflict", message: "Changed." }, sheet: makeSheet([hold("A BRI")], { version: 2 }) } };
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.conflict).toBeNull();
  expect(book.saveState.kind).toBe("clean");
  expect(sent.at(-1)).toMatchObject({ method: "PUT", body: { orders: ["A BRI H", "A PAR H"], version: 2 } });
});

test("after a reload, what was sent without an answer and what was changed since are no two versions", async () => {
  const shelf = makeShelf();
  const before = await open(shelf);
  answer = () => ({ status: 0, body: null });
  before.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  before.change([hold("A PAR")]);
  vi.clearAllTimers();
  answer = (method) => ({
    status: 200,
    body: method === "PUT" ? makeSheet([hold("A PAR")], { version: 3 }) : makeSheet([hold("A BRI")], { version: 2 }),
  });
  const book = await open(shelf);
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.conflict).toBeNull();
  expect(sent.at(-1)).toMatchObject({ method: "PUT", body: { orders: ["A PAR H"], version: 2 } });
});

test("two versions stand side by side until the player chooses, and the choice is sent over the newer one", async () => {
  const book = await open();
  answer = (method) =>
    method === "PUT" ? { status: 409, body: { error: { code: "version_conflict", message: "Changed." }, sheet: makeSheet([move("A BRI", "PAR")], { version: 5 }) } } : { status: 200, body: makeSheet([]) };
  book.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.conflict).toMatchObject({ mine: [{ order: "A BRI H" }], theirs: [{ order: "A BRI - PAR" }] });
  answer = () => ({ status: 200, body: makeSheet([hold("A BRI")], { version: 6 }) });
  book.settle([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)?.body).toMatchObject({ version: 5, orders: ["A BRI H"] });
  expect(book.conflict).toBeNull();
});

test("what came too late is listed beside the new turn", async () => {
  const onover = vi.fn();
  const book = await open(makeShelf(), 4, onover);
  answer = (method) =>
    method === "PUT" ? { status: 410, body: { error: { code: "too_late", message: "Judged." }, judged_at: "2026-11-15T20:00:00Z" } } : { status: 200, body: makeSheet([], { version: 0, turn: 5 }) };
  book.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(onover).toHaveBeenCalledOnce();
  options.turn = 5;
  (await book.fetch(5))();
  expect(book.late).toMatchObject({ phase: "F1756M", orders: [{ order: "A BRI H" }], judgedAt: "2026-11-15T20:00:00Z" });
  expect(book.sheet?.turn).toBe(5);
  expect(book.saveState.kind).toBe("clean");
});

test("what one line changed on a sheet that is not shown is still told when the page looks again", async () => {
  const amended = { changed: 1, of: 3 };
  const hidden = { ...makeSheet([]), hidden: true };
  answer = (method) => ({ status: 200, body: method === "PUT" ? { ...hidden, amended } : hidden });
  const book = await open();
  book.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  (await book.fetch(4))();
  expect(book.sheet?.amended).toEqual(amended);
});

test("a refused order stays in place with its reason", async () => {
  const book = await open();
  const refused = [refuse("A BRI - HON", "A BRI", "not_adjacent", "Too far.")];
  answer = () => ({ status: 200, body: { ...makeSheet([hold("A PAR")], { version: 2, turn: 4, refused }), refused } });
  book.change([move("A BRI", "HON"), hold("A PAR")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(textsOf(book.orders)).toEqual(["A BRI - HON", "A PAR H"]);
  expect(book.refused).toEqual(refused);
  expect(book.problem).toBe("");
  const again = await open();
  expect(textsOf(again.orders).sort()).toEqual(["A BRI - HON", "A PAR H"]);
});

test("the server's reading takes the place of what was sent, in the player's sequence", async () => {
  const book = await open();
  const carried = { ...move("A BRI", "LON", { carried: true }), route: ["ENG"] };
  answer = () => ({ status: 200, body: makeSheet([hold("A PAR"), carried], { version: 2 }) });
  book.change([move("A BRI", "LON", { carried: true }), hold("A PAR")]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.orders).toEqual([carried, hold("A PAR")]);
});

test("lines that an earlier version kept as texts come back with their parts", async () => {
  const shelf = makeShelf();
  const kept = { turn: 4, phase: "F1756M", plan: "A", base: 1, orders: ["a bri h"], standing: { retreats: [], builds: [] }, at: "" };
  shelf.setItem("legation.orders.abc.FRANCE.A", JSON.stringify(kept));
  const book = await open(shelf);
  answer = () => ({ status: 200, body: makeSheet([hold("A BRI")], { version: 2 }) });
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)?.body?.orders).toEqual(["a bri h"]);
  expect(book.orders).toEqual([hold("A BRI")]);
});

test("lines given beforehand that are not kept are told", async () => {
  const book = await open();
  const refused = [refuse("nonsense", "", "unreadable", "This cannot be read.")];
  answer = () => ({ status: 200, body: { ...makeSheet([], { version: 2 }), refused } });
  book.changeStanding({ retreats: ["nonsense"], builds: [] });
  await vi.advanceTimersByTimeAsync(REST);
  expect(book.problem).toBe("nonsense: This cannot be read.");
});

test("undo goes back through all changes of the turn", async () => {
  const book = await open();
  book.change([hold("A BRI")]);
  book.change([hold("A BRI"), hold("A PAR")]);
  book.undo();
  expect(textsOf(book.orders)).toEqual(["A BRI H"]);
  book.undo();
  expect(textsOf(book.orders)).toEqual([]);
  expect(book.undo()).toBeNull();
});

test("plan B begins as a full copy of plan A", async () => {
  answer = () => ({ status: 200, body: makeSheet([hold("A BRI")]) });
  const book = await open();
  book.choosePlan("B");
  expect(textsOf(book.orders)).toEqual(["A BRI H"]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)?.body).toMatchObject({ plan: "B", version: null, orders: ["A BRI H"] });
});

test("orders of another turn than the rest of the page are not shown", async () => {
  const book = await open();
  answer = () => ({ status: 200, body: makeSheet([hold("A PAR")], { turn: 5 }) });
  await expect(book.fetch(4)).rejects.toMatchObject({ isOffline: true });
  expect(book.sheet?.turn).toBe(4);
});

test("what can be ordered in another turn than the rest of the page is not shown", async () => {
  const book = await open();
  answer = () => ({ status: 200, body: makeSheet([], { turn: 5 }) });
  await expect(book.fetch(5)).rejects.toMatchObject({ isOffline: true }); // the options are still those of turn 4
  expect([book.sheet?.turn, book.options?.turn]).toEqual([4, 4]);
  options = { kind: "moves", units: [{ unit: "A PAR" }], turn: 5 };
  (await book.fetch(5))();
  expect([book.sheet?.turn, book.options]).toEqual([5, options]);
});

test("after a correction of the position the units to order are asked for again, after news of orders they are not", async () => {
  const book = await open();
  const countAsked = () => sent.filter(({ path }) => path.includes("/options")).length;
  (await book.fetch(4, false))();
  expect(countAsked()).toBe(1);
  options = { kind: "moves", units: [{ unit: "A PAR" }], turn: 4 };
  book.change([hold("A BRI")]); // not saved yet, and kept
  (await book.fetch(4))();
  expect(countAsked()).toBe(2);
  expect(book.options).toEqual(options);
  expect(textsOf(book.orders)).toEqual(["A BRI H"]);
});

test("orders given beforehand that were changed without a line survive a reload, also where the orders are as the server has them", async () => {
  const shelf = makeShelf();
  const book = await open(shelf);
  answer = () => ({ status: 0, body: null });
  book.changeStanding({ retreats: ["A BRI - PIC"], builds: [] });
  await vi.advanceTimersByTimeAsync(REST);
  answer = () => ({ status: 200, body: makeSheet([]) });
  const again = await open(shelf);
  expect(again.standing.retreats).toEqual(["A BRI - PIC"]);
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)).toMatchObject({ method: "PUT", body: { standing: { retreats: ["A BRI - PIC"] } } });
});

test("orders given beforehand while others are being sent stay on the device until they are sent too", async () => {
  const shelf = makeShelf();
  const book = await open(shelf);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const fetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => (init.method === "PUT" && (await held), fetch(path, init)));
  book.change([hold("A BRI")]);
  await vi.advanceTimersByTimeAsync(REST);
  book.changeStanding({ retreats: ["A BRI - PIC"], builds: [] });
  answer = () => ({ status: 200, body: makeSheet([hold("A BRI")], { version: 2 }) });
  release();
  await vi.advanceTimersByTimeAsync(1);
  expect([...shelf.things.values()].join()).toContain("PIC");
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent.at(-1)?.body).toMatchObject({ version: 2, standing: { retreats: ["A BRI - PIC"] } });
  expect(shelf.things.size).toBe(0);
});

test("a change that is made while the sheet is fetched again is not swept away", async () => {
  const book = await open();
  answer = () => ({ status: 200, body: makeSheet([hold("A PAR")], { version: 2 }) });
  const put = await book.fetch(4, false);
  book.change([hold("A BRI")]);
  put();
  expect(textsOf(book.orders)).toEqual(["A BRI H"]);
});

test("a receipt of another turn than the one on view does not change what is on view", async () => {
  const book = await open();
  answer = () => ({ status: 200, body: makeSheet([hold("A PAR")], { turn: 5 }) });
  await book.confirm();
  expect([book.sheet?.turn, textsOf(book.orders)]).toEqual([4, []]);
});
