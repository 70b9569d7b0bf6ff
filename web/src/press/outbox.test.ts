import { beforeEach, expect, it, vi } from "vitest";
import type { Letter } from "../api/types";
import { Outbox } from "./outbox.svelte";

const asked = vi.fn<typeof fetch>();
const stored = new Map<string, string>();
const sent: Letter[] = [];

beforeEach(() => {
  asked.mockReset();
  stored.clear();
  sent.length = 0;
  vi.stubGlobal("fetch", asked);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

function makeOutbox(): Outbox {
  return new Outbox("abc", (message) => sent.push(message));
}

const LETTER = { to: ["AUSTRIA"], text: "Sav holds.", grey: false };

function requests(): string[] {
  return asked.mock.calls.map(([, init]) => (JSON.parse(String(init?.body)) as { request: string }).request);
}

it("keeps a letter on the device while the line is down, and sends it once under one request", async () => {
  asked.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const outbox = makeOutbox();
  await outbox.send(LETTER, "AUSTRIA+FRANCE");
  expect(outbox.letters.map((letter) => letter.state)).toEqual(["waiting"]);
  expect(stored.size).toBe(1);

  asked.mockResolvedValueOnce(new Response(JSON.stringify({ id: 7 }), { status: 201 }));
  await outbox.flush();
  expect(sent).toEqual([{ id: 7 }]);
  expect([outbox.letters.length, stored.size]).toEqual([0, 0]);
  expect(new Set(requests()).size).toBe(1);
  outbox.letters = [];
});

it("says why a letter was refused and gives its text back", async () => {
  const error = { code: "press_closed", message: "Press is closed until the deadline." };
  asked.mockResolvedValueOnce(new Response(JSON.stringify({ error }), { status: 403 }));
  const outbox = makeOutbox();
  await outbox.send(LETTER, "AUSTRIA+FRANCE");
  expect(outbox.letters[0]).toMatchObject({ state: "refused", reason: error.message });
  expect(outbox.drop(outbox.letters[0]?.request ?? "")).toBe("Sav holds.");
  expect(outbox.letters).toEqual([]);
});
