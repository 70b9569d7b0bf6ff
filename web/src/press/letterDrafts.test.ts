import { beforeEach, expect, it, vi } from "vitest";
import { keepDraft, recallDraft, type SketchDraft } from "./letterDrafts";

const stored = new Map<string, string>();
const SKETCH: SketchDraft = {
  phase: "S1901M",
  title: "Spring 1901, orders",
  orders: [{ power: "FRANCE", order: "A PAR - BUR", kind: "move", at: "PAR", unit: "A PAR", to: "BUR" }],
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

it("keeps text and sketch of each room until they are sent", () => {
  keepDraft(7, "abc", "all", { text: "Hel", sketch: SKETCH });
  expect(recallDraft(7, "abc", "all")).toEqual({ text: "Hel", sketch: SKETCH });
  expect(recallDraft(7, "abc", "AUSTRIA+FRANCE").text).toBe("");
  keepDraft(7, "abc", "all", { text: "", sketch: null });
  expect(stored.size).toBe(0);
});

it("shows nobody the draft of another account on the same device", () => {
  keepDraft(7, "abc", "ENGLAND+FRANCE", { text: "I lie to you", sketch: null });
  expect(recallDraft(8, "abc", "ENGLAND+FRANCE")).toEqual({ text: "", sketch: null });
});

it("begins anew where what is stored cannot be read", () => {
  stored.set("legation.draft.7.abc.all", "{");
  expect(recallDraft(7, "abc", "all")).toEqual({ text: "", sketch: null });
});
