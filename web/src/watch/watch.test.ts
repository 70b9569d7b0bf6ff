import { afterEach, beforeEach, expect, test, vi } from "vitest";
import fixture from "../../../tests/fixtures/motion.json";
import type { Motion } from "../board/glide";
import { Watch } from "./watch.svelte";

let now = 0;
let waiting: ((now: number) => void) | null = null;

beforeEach(() => {
  now = 0;
  waiting = null;
  vi.stubGlobal("requestAnimationFrame", (tick: (now: number) => void) => {
    waiting = tick;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => (waiting = null));
});
afterEach(() => void vi.unstubAllGlobals());

/** Let time pass, in frames of 100 ms. */
function pass(seconds: number): void {
  for (let frame = 0; frame <= Math.round(seconds * 10); frame++) {
    const tick = waiting;
    waiting = null;
    tick?.(now);
    now += 100;
  }
}

const motion = fixture.motion as Motion;
const make = () => new Watch(motion);

test("playing takes as long as the motion, and can be paused", () => {
  const watch = make();
  watch.play();
  pass(1);
  expect(watch.time).toBeCloseTo(1);
  watch.pause();
  pass(1);
  expect([watch.time.toFixed(1), watch.isPlaying]).toEqual(["1.0", false]);
  watch.toggle();
  pass(9);
  expect([watch.time, watch.isAtEnd, watch.isPlaying]).toEqual([watch.seconds, true, false]);
  watch.play();
  pass(0.1);
  expect(watch.time).toBeLessThan(1);
});

test("steps go from stage to stage, at once where motion is not wanted", () => {
  const watch = make();
  const ends = motion.stages.map(({ end }) => end);
  const seen = ends.map(() => {
    watch.step(1, false);
    return watch.time;
  });
  expect(seen).toEqual(ends);
  watch.step(-1, false);
  expect(watch.time).toBe(ends.at(-2));
  watch.step(1, true);
  pass(9);
  expect(watch.time).toBe(ends.at(-1));
});

test("lines appear with their stage, and what became of them at the end", () => {
  const watch = make();
  expect(watch.reveal.lines).toContain("FRANCE F FAR S A ALP - EPS");
  expect(watch.reveal.lines).not.toContain("FRANCE A ALP - EPS");
  watch.time = 1;
  expect(watch.reveal.lines).toContain("SPAIN A DEL - GAM");
  expect(watch.reveal.heads).not.toContain("SPAIN A DEL - GAM");
  expect(watch.title).toBe("Units move, 2 of 4");
  watch.time = watch.seconds;
  expect([watch.reveal.isDone, watch.reveal.heads.has("SPAIN A DEL - GAM")]).toEqual([true, true]);
});
