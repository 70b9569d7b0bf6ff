import { expect, test, vi } from "vitest";
import { settle } from "./settle";

test("buttons that come under a finger take no second tap", () => {
  vi.useFakeTimers();
  const node = { inert: false } as HTMLElement;
  const end = settle(node);
  expect(node.inert).toBe(true);
  vi.advanceTimersByTime(300);
  expect(node.inert).toBe(true);
  vi.advanceTimersByTime(200);
  expect(node.inert).toBe(false);
  end();
  vi.useRealTimers();
});
