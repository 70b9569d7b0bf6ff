import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { doInTurns } from "./inTurns";

/** Each step takes 5 ms. */
function* listSteps(count: number, done: number[]): Generator<void> {
  for (let number = 0; number < count; number++) {
    vi.setSystemTime(Date.now() + 5);
    done.push(number);
    yield;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, "now").mockImplementation(() => Date.now());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("work is done in turns with room between them", () => {
  const done: number[] = [];
  let isFinished = false;
  doInTurns(listSteps(5, done), () => (isFinished = true));
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([0, 1]);
  vi.advanceTimersToNextTimer();
  expect([done.length, isFinished]).toEqual([4, false]);
  vi.runAllTimers();
  expect([done.length, isFinished]).toEqual([5, true]);
});

test("work that is stopped is not gone on with", () => {
  const done: number[] = [];
  const stop = doInTurns(listSteps(5, done), () => done.push(-1));
  vi.advanceTimersToNextTimer();
  stop();
  vi.runAllTimers();
  expect(done).toEqual([0, 1]);
});
