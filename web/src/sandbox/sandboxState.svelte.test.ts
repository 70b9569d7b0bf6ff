import { beforeEach, expect, test, vi } from "vitest";
import type { RequestJson } from "../api/types";
import { setOwner } from "./editPosition";
import { SandboxState } from "./sandboxState.svelte";

let refused: (request: RequestJson) => boolean;

beforeEach(() => {
  refused = () => false;
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    const { request, power } = JSON.parse(String(init.body)) as { request: RequestJson; power: string };
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (refused(request)) return new Response(JSON.stringify({ detail: "No fleet stands in Munich." }), { status: 422 });
    return new Response(JSON.stringify({ power, orders: {}, options: null, scene: null }), { status: 200 });
  });
});

function open(): SandboxState {
  const box = new SandboxState();
  box.request = { phase: "S1901M", units: {}, centres: {}, orders: {} };
  return box;
}

test("two quick changes are both made", async () => {
  const box = open();
  await Promise.all([
    box.edit((request) => ({ ...request, phase: "F1901M" })),
    box.edit((request) => setOwner(request, "MUN", "FRANCE")),
  ]);
  expect(box.request).toMatchObject({ phase: "F1901M", centres: { FRANCE: ["MUN"] } });
});

test("a refused change leaves the next one to be made, and can not be taken back", async () => {
  const box = open();
  refused = (request) => request.units?.FRANCE?.includes("F MUN") ?? false;
  await box.edit((request) => ({ ...request, units: { FRANCE: ["F MUN"] } }));
  expect(box.problem).not.toBe("");
  expect(box.mayUndoEdit).toBe(false);
  await box.edit((request) => ({ ...request, phase: "F1901M" }));
  expect(box.request).toMatchObject({ phase: "F1901M", units: {} });
  await box.undoEdit();
  expect(box.request?.phase).toBe("S1901M");
});
