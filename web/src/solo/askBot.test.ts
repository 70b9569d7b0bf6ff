import { expect, test } from "vitest";
import { askBot, listOptions, tellBetter } from "./askBot";

const asNow = () => Promise.resolve();

test("looks until the bot has thought", async () => {
  const states = ["thinking", "thinking", "ready"] as const;
  let look = 0;
  const found = await askBot(
    () => Promise.resolve({ state: "thinking" as const }),
    () => Promise.resolve({ state: states[look++] ?? "ready" }),
    () => false,
    asNow,
  );
  expect([found.state, look]).toEqual(["ready", 3]);
});

test("does not look where the answer is known, and gives up some day", async () => {
  let looks = 0;
  const read = () => Promise.resolve({ state: "thinking" as const, look: (looks += 1) });
  await askBot(() => Promise.resolve({ state: "ready" as const }), () => Promise.resolve({ state: "ready" as const }), () => false, asNow);
  expect(looks).toBe(0);
  const late = await askBot(read, read, () => false, asNow);
  expect(late.state).toBe("thinking");
  expect(looks).toBeLessThan(100);
});

test("stops looking when nobody is there any more", async () => {
  let looks = 0;
  const read = () => Promise.resolve({ state: "thinking" as const, look: (looks += 1) });
  await askBot(read, read, () => true, asNow);
  expect(looks).toBe(1);
});

const option = (text: string) => ({ orders: [], text, better: null });

test("has options for all units and for one", () => {
  const hint = { state: "ready" as const, options: [option("a"), option("b")], units: [{ unit: "A PAR", options: [option("c")] }] };
  expect(listOptions(hint, "").map(({ text }) => text)).toEqual(["a", "b"]);
  expect(listOptions(hint, "A PAR").map(({ text }) => text)).toEqual(["c"]);
  expect(listOptions(hint, "A ROM")).toEqual([]);
});

test("tells a difference that is worth telling", () => {
  expect(tellBetter({ better: 1.3 })).toBe("By its estimate worth 1.3 centres more than holding.");
  expect(tellBetter({ better: -1 })).toBe("By its estimate worth 1.0 centre less than holding.");
  expect([tellBetter({ better: 0 }), tellBetter({ better: null })]).toEqual(["", ""]);
});
