import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CatchUp } from "./catchUp";
import { ApiError } from "./problem";
import { stubWindow } from "./testWindow";

let outcomes: (ApiError | null)[];
let tries: number;
let behind: (Date | null)[];
let refused: unknown[];
let catchUp: CatchUp;

beforeEach(() => {
  vi.useFakeTimers();
  stubWindow();
  [outcomes, tries, behind, refused] = [[], 0, [], []];
  catchUp = new CatchUp(
    async () => {
      tries += 1;
      const outcome = outcomes.shift() ?? null;
      if (outcome) throw outcome;
    },
    (since) => behind.push(since),
    (problem) => refused.push(problem),
  );
});

afterEach(() => catchUp.close());

const unreached = (): ApiError => new ApiError(0, "unreached", "no line");

test("what fails is tried again until it works, and whoever asks is told meanwhile", async () => {
  outcomes = [unreached(), new ApiError(500, "broken", ""), unreached()];
  await catchUp.start();
  expect(tries).toBe(1);
  expect(behind).toEqual([expect.any(Date)]);
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  expect(tries).toBe(4);
  expect(behind.at(-1)).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(4);
});

test("the server's wish how long to wait is kept", async () => {
  outcomes = [new ApiError(429, "too_many_requests", "", null, [], {}, 5)];
  await catchUp.start();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(tries).toBe(2);
});

test("when the line is back it is tried at once", async () => {
  outcomes = [unreached(), unreached(), unreached(), unreached()];
  await catchUp.start();
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  expect(tries).toBe(4);
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(tries).toBe(5);
  expect(behind.at(-1)).toBeNull();
});

test("what waiting cannot help is refused and not tried again", async () => {
  outcomes = [new ApiError(404, "not_found", "")];
  await catchUp.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
  expect(refused).toHaveLength(1);
});

test("what is asked while the work is under way is done after it", async () => {
  const first = catchUp.start();
  const second = catchUp.start();
  await Promise.all([first, second]);
  expect(tries).toBe(2);
});

test("nothing is tried after the end", async () => {
  outcomes = [unreached()];
  await catchUp.start();
  catchUp.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
});

test("a window that nobody looks at does not hurry, and one that comes back into view does", async () => {
  outcomes = [unreached()];
  await catchUp.start();
  Object.assign(document, { hidden: true });
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(tries).toBe(1);
  Object.assign(document, { hidden: false });
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(tries).toBe(2);
});

test("after a success the first wait is short again", async () => {
  outcomes = [unreached(), unreached(), unreached()];
  await catchUp.start();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(tries).toBe(4);
  outcomes = [unreached()];
  await catchUp.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tries).toBe(6);
});
