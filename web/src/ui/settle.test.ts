import { expect, test, vi } from "vitest";
import { settle } from "./settle";

test("buttons that come under a finger take no second tap", () => {
  vi.useFakeTimers();
  const focus = vi.fn();
  vi.stubGlobal("document", { body: "body", activeElement: "body" });
  const node = { inert: false, querySelector: () => ({ focus }) } as unknown as HTMLElement;
  const end = settle(node);
  expect(node.inert).toBe(true);
  vi.advanceTimersByTime(300);
  expect(node.inert).toBe(true);
  expect(focus).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(node.inert).toBe(false);
  expect(focus).toHaveBeenCalled();
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
