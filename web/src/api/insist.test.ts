import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insist } from "./insist";
import { ApiError } from "./problem";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what comes at once is asked for once", async () => {
  const load = vi.fn(() => Promise.resolve("page"));
  expect(await insist(load)).toBe("page");
  expect(load).toHaveBeenCalledTimes(1);
});

test("what was lost twice is asked for a third time", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("lost")).mockRejectedValueOnce(new Error("lost"));
  load.mockResolvedValue("page");
  const found = insist(load);
  await vi.advanceTimersByTimeAsync(1_300);
  expect(await found).toBe("page");
  expect(load).toHaveBeenCalledTimes(3);
});

test("what does not come at all fails after some seconds", async () => {
  const load = vi.fn(() => Promise.reject(new Error("lost")));
  const found = insist(load).catch((problem: Error) => problem.message);
  await vi.advanceTimersByTimeAsync(4_299);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toBe("lost");
  expect(load).toHaveBeenCalledTimes(4);
});

test("what the server refuses is not asked for again", async () => {
  const load = vi.fn(() => Promise.reject(new ApiError(404, "not_found", "No such game.")));
  await expect(insist(load)).rejects.toThrow("No such game.");
  expect(load).toHaveBeenCalledTimes(1);
});
