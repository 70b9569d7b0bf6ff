import { beforeEach, expect, test, vi } from "vitest";
import { REST, SaveQueue, type SaveState, type Sending } from "./saveQueue";

let told: SaveState["kind"][];
let answers: Sending[];
let sent: number;

function makeSaver(): SaveQueue {
  return new SaveQueue({
    send: () => {
      sent += 1;
      return Promise.resolve(answers.shift() ?? "done");
    },
    tell: (state) => told.push(state.kind),
    now: () => 0,
    later: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [told, answers, sent] = [[], [], 0];
});

test("many changes are sent once, after a rest", async () => {
  const saver = makeSaver();
  saver.change();
  saver.change();
  await vi.advanceTimersByTimeAsync(REST - 1);
  expect(sent).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toBe(1);
  expect(told.at(-1)).toBe("clean");
});

test("a change during a sending is sent afterwards", async () => {
  const saver = makeSaver();
  saver.change();
  const flushed = saver.flush();
  saver.change();
  await flushed;
  await vi.advanceTimersByTimeAsync(REST);
  expect(sent).toBe(2);
});

test("a change during a sending that takes long is sent when it has ended", async () => {
  let end = (): void => {};
  const saver = new SaveQueue({
    send: () => (sent += 1) === 1 ? new Promise((resolve) => (end = () => resolve("done"))) : Promise.resolve("done"),
    tell: (state) => told.push(state.kind),
    now: () => 0,
    later: (act, ms) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  saver.change();
  await vi.advanceTimersByTimeAsync(REST);
  saver.change();
  await vi.advanceTimersByTimeAsync(2 * REST);
  expect(sent).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(REST);
  expect([sent, told.at(-1)]).toEqual([2, "clean"]);
});

test("offline it tries again, each time after a longer wait", async () => {
  answers = ["offline", "offline", "done"];
  const saver = makeSaver();
  saver.change();
  await vi.advanceTimersByTimeAsync(REST);
  expect(told.at(-1)).toBe("offline");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toBe(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(sent).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(told.at(-1)).toBe("clean");
});

test("when the line is back it does not wait", async () => {
  answers = ["offline", "done"];
  const saver = makeSaver();
  saver.change();
  await vi.advanceTimersByTimeAsync(REST);
  saver.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toBe(2);
});

test("a conflict stops it until somebody decides", async () => {
  answers = ["stop"];
  const saver = makeSaver();
  saver.change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toBe(1);
  expect(told.at(-1)).toBe("stopped");
});

test("flush comes back although the line is dead", async () => {
  answers = ["offline"];
  const saver = makeSaver();
  saver.change();
  await saver.flush();
  expect(told.at(-1)).toBe("offline");
});
