import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/client";
import { stubWindow } from "../api/testWindow";
import { OpenGame, type Part } from "./openGame.svelte";

type Answer = { status: number; body: unknown };
let turn: number;
let answer: (path: string) => Answer | null;

beforeEach(() => {
  vi.useFakeTimers();
  stubWindow();
  [turn, answer] = [1, () => null];
  vi.stubGlobal("fetch", (path: string) => {
    const made = answer(path) ?? { status: 200, body: { id: "abc", turn, status: "running", deadline: null, account: null, csrf: null } };
    if (made.status === 0) return Promise.reject(new TypeError("no line"));
    return Promise.resolve(new Response(JSON.stringify(made.body), { status: made.status }));
  });
});

/** A part that shows the turn that it was fetched for. */
function makePart(kinds: Part["kinds"] = ["judged"]): Part & { shown: number[]; fetched: number; refused: unknown[] } {
  const part = {
    kinds,
    shown: [] as number[],
    fetched: 0,
    refused: [] as unknown[],
    fetch: async (game: { turn: number }) => {
      part.fetched += 1;
      return () => void part.shown.push(game.turn);
    },
    refuse: (problem: unknown) => void part.refused.push(problem),
  };
  return part as never;
}

async function open(...parts: Part[]): Promise<OpenGame> {
  const game = new OpenGame("abc");
  for (const part of parts) game.join(part);
  await game.reload();
  return game;
}

test("the game and its parts come into view together", async () => {
  const part = makePart();
  const game = await open(part);
  turn = 2;
  const seen: (number | undefined)[] = [];
  part.fetch = async (now) => {
    seen.push(game.game?.turn); // the old one is still on view while the new one is fetched
    return () => void part.shown.push(now.turn);
  };
  await game.reload();
  expect(seen).toEqual([1]);
  expect([game.game?.turn, part.shown.at(-1)]).toEqual([2, 2]);
});

test("a part that fails keeps the old phase on view everywhere, until it comes", async () => {
  const part = makePart();
  const game = await open(part);
  turn = 2;
  const working = part.fetch;
  part.fetch = () => Promise.reject(new ApiError(0, "unreached", ""));
  await game.reload();
  expect(game.game?.turn).toBe(1);
  expect(game.behindSince).toBeInstanceOf(Date);
  part.fetch = working;
  await vi.advanceTimersByTimeAsync(1_100);
  expect(game.game?.turn).toBe(2);
  expect(game.behindSince).toBeNull();
  expect(part.shown.at(-1)).toBe(2);
});

test("a part that is refused for good does not keep back the others", async () => {
  const [good, bad] = [makePart(), makePart()];
  const game = await open(good);
  bad.fetch = () => Promise.reject(new ApiError(403, "forbidden", ""));
  game.join(bad);
  turn = 2;
  await game.reload();
  expect(bad.refused.length).toBeGreaterThan(0);
  expect(game.game?.turn).toBe(2);
  expect(good.shown.at(-1)).toBe(2);
});

test("a part that has left is not shown any more", async () => {
  const part = makePart();
  const game = new OpenGame("abc");
  const leave = game.join(part);
  const loading = game.reload();
  leave();
  await loading;
  expect(part.shown).toEqual([]);
});

test("a game that is not open to the reader is not asked for again and again", async () => {
  let asked = 0;
  answer = (path) => {
    if (path.includes("/games/")) asked += 1;
    return path.includes("/games/") ? { status: 404, body: { error: { code: "no_such_game", message: "No." } } } : null;
  };
  const game = await open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(game.problem?.status).toBe(404);
  expect(asked).toBe(1);
});

test("while bots think, a page whose line is silent asks by itself and hears of the end", async () => {
  let asked = 0;
  let isJudging = true;
  answer = (path) => {
    if (!path.endsWith("/games/abc")) return null;
    asked += 1;
    return { status: 200, body: { id: "abc", turn, status: "running", deadline: null, judging: isJudging } };
  };
  const game = await open();
  let isDone = false;
  void game.until((now) => now.turn === 2 && !now.judging).then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(9_000);
  expect([isDone, asked]).toEqual([false, 3]);
  [turn, isJudging] = [2, false];
  await vi.advanceTimersByTimeAsync(4_000);
  expect([isDone, asked]).toEqual([true, 4]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(4);
});

/** Lines that were opened, by their addresses. */
function stubLines(): { url: string; isClosed: boolean }[] {
  const opened: { url: string; isClosed: boolean }[] = [];
  vi.stubGlobal("EventSource", class extends EventTarget {
    isClosed = false;
    constructor(readonly url: string) {
      super();
      opened.push(this);
    }
    close() {
      this.isClosed = true;
    }
  });
  return opened;
}

test("a game that is not open to the reader is not listened to", async () => {
  const opened = stubLines();
  answer = () => ({ status: 404, body: { error: { code: "no_such_game", message: "No such game." } } });
  const game = new OpenGame("abc");
  game.hold();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(game.problem?.status).toBe(404);
  expect(opened).toEqual([]);
});

test("the line is opened once, from where the first answer stood: what comes after is told by it", async () => {
  const opened = stubLines();
  answer = (path) => (path.endsWith("/games/abc") ? { status: 200, body: { id: "abc", turn, status: "running", deadline: null, position: `${turn}00.2` } } : null);
  const game = new OpenGame("abc");
  const part = makePart();
  const fetch = part.fetch;
  part.fetch = async (now, news) => {
    expect(opened).toHaveLength(1); // before anything else of the game is asked for
    return fetch(now, news);
  };
  game.join(part);
  game.hold();
  expect(opened).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  turn = 2;
  await game.reload();
  expect(opened.map(({ url }) => url.split("/").at(-1))).toEqual(["events?since=100.2"]);
  expect(part.fetched).toBe(2);
});

test("a page that was sent with a position listens from there, and only its first game does", async () => {
  const opened = stubLines();
  const metas = [{ content: "abc 50.1", remove: () => void metas.pop() }];
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, querySelector: () => metas[0] ?? null }));
  answer = (path) => (path.includes("/games/") ? { status: 200, body: { id: "abc", turn, status: "running", deadline: null, position: "100.2" } } : null);
  for (const id of ["other", "abc", "abc"]) {
    new OpenGame(id).hold();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(opened.map(({ url }) => url.split("=").at(-1))).toEqual(["100.2", "50.1", "100.2"]);
});

test("a part that was lost on its way is fetched again, although nothing has changed since", async () => {
  const game = await open();
  const part = makePart();
  const working = part.fetch;
  part.fetch = () => Promise.reject(new ApiError(0, "unreached", ""));
  game.join(part);
  await vi.advanceTimersByTimeAsync(500);
  part.fetch = working;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(part.shown).toEqual([1]);
});

test("an end within the same turn has all parts fetched, whatever they listen to", async () => {
  const [line, part] = [stubLines(), makePart([])];
  let status = "running";
  answer = (path) => (path.endsWith("/games/abc") ? { status: 200, body: { id: "abc", turn, status, deadline: null, position: "1.0" } } : null);
  const game = await open(part);
  game.hold();
  const tell = async () => {
    (line[0] as unknown as EventTarget).dispatchEvent(Object.assign(new Event("change"), { data: '{"kind":"deadline"}' }));
    await vi.advanceTimersByTimeAsync(10);
  };
  const before = part.fetched;
  await tell();
  expect(part.fetched).toBe(before);
  status = "ended";
  await tell();
  expect(part.fetched).toBe(before + 1);
});

test("an act that answers with the next turn is not shown before the parts of that turn", async () => {
  const part = makePart();
  const game = await open(part);
  turn = 2;
  game.take({ ...game.game, turn: 2 } as never);
  expect(game.game?.turn).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  expect([game.game?.turn, part.shown.at(-1)]).toEqual([2, 2]);
});

test("after a deadline a page whose line is silent asks by itself", async () => {
  let deadline: string | null = new Date(Date.now() + 60_000).toISOString();
  answer = (path) => (path.endsWith("/games/abc") ? { status: 200, body: { id: "abc", turn, status: "running", deadline, position: "1.0" } } : null);
  const game = await open();
  [turn, deadline] = [2, null];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(game.game?.turn).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(game.game?.turn).toBe(2);
});
