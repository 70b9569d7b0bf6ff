import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PACE, readReplayKey, ReplayPlayer } from "./replayPlayer.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make(count: number): { player: ReplayPlayer; shown: number[] } {
  const shown: number[] = [];
  const player = new ReplayPlayer(async (place) => void shown.push(place));
  player.count = count;
  return { player, shown };
}

test("playing goes phase by phase and stops at the end", async () => {
  const { player, shown } = make(3);
  player.toggle();
  await vi.advanceTimersByTimeAsync(PACE.normal * 5);
  expect(shown).toEqual([1, 2]);
  expect(player.isPlaying).toBe(false);
  expect(player.isAtEnd).toBe(true);
});

test("at the end, play begins anew", async () => {
  const { player, shown } = make(2);
  await player.go(1);
  player.toggle();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([1, 0]);
  expect(player.isPlaying).toBe(true);
});

test("a step by hand stops the play, and stays within the game", async () => {
  const { player } = make(3);
  player.toggle();
  await player.go(7);
  expect(player.here).toBe(2);
  expect(player.isPlaying).toBe(false);
  await player.go(-1);
  expect(player.here).toBe(0);
});

test("the speed is that of the next phase", async () => {
  const { player, shown } = make(9);
  player.change(1);
  expect(player.speed).toBe("fast");
  player.change(1);
  player.toggle();
  await vi.advanceTimersByTimeAsync(PACE.fast * 3);
  expect(shown).toEqual([1, 2, 3]);
  player.change(-1);
  player.change(-1);
  expect(player.speed).toBe("slow");
});

test("a phase that cannot be had stops the play", async () => {
  const player = new ReplayPlayer(() => Promise.reject(new Error("no line")));
  player.count = 3;
  player.toggle();
  await vi.advanceTimersByTimeAsync(PACE.normal);
  expect(player.isPlaying).toBe(false);
  expect(player.here).toBe(0);
});

test("keys are read, but not those with a modifier", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  expect(readReplayKey({ key: " ", ...plain })).toBe("toggle");
  expect(readReplayKey({ key: "ArrowRight", ...plain })).toBe("on");
  expect(readReplayKey({ key: "Home", ...plain })).toBe("first");
  expect(readReplayKey({ key: "ArrowRight", ...plain, altKey: true })).toBeNull();
  expect(readReplayKey({ key: "x", ...plain })).toBeNull();
});
