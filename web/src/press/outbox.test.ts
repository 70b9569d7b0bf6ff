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
    key: (number: number) => [...stored.keys()][number] ?? null,
    get length() {
      return stored.size;
    },
  });
});

function makeOutbox(account = 7): Outbox {
  return new Outbox("abc", account, (message) => sent.push(message));
}

const LETTER = { to: ["AUSTRIA"], text: "Sav holds.", grey: false, as_gm: false, sketch: null };
const ORDER = { power: "FRANCE", order: "A PAR - BUR", kind: "move" as const, at: "PAR", unit: "A PAR", to: "BUR" };
const SKETCH = { phase: "S1901M", title: "Spring 1901, orders", orders: [ORDER] };

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
  await outbox.send({ ...LETTER, sketch: SKETCH }, "AUSTRIA+FRANCE");
  expect(outbox.letters[0]).toMatchObject({ state: "refused", reason: error.message });
  expect(outbox.drop(outbox.letters[0]?.request ?? "")).toEqual({ text: "Sav holds.", sketch: SKETCH });
  expect([outbox.letters.length, stored.size]).toEqual([0, 0]);
});

it("sends a sketch with its letter, as lines of each power", async () => {
  asked.mockResolvedValueOnce(new Response(JSON.stringify({ id: 7 }), { status: 201 }));
  await makeOutbox().send({ ...LETTER, sketch: SKETCH }, "AUSTRIA+FRANCE");
  const body = JSON.parse(String(asked.mock.calls[0]?.[1]?.body)) as { sketch: unknown };
  expect(body.sketch).toEqual({ phase: "S1901M", orders: { FRANCE: ["A PAR - BUR"] } });
});

it("sends nothing that another account on this device has written, and windows keep each other's letters", async () => {
  asked.mockRejectedValue(new TypeError("Failed to fetch"));
  const [one, other] = [makeOutbox(), makeOutbox()];
  await one.send(LETTER, "AUSTRIA+FRANCE");
  await other.send({ ...LETTER, text: "And Ven." }, "AUSTRIA+FRANCE");
  expect(stored.size).toBe(2);
  expect(makeOutbox(8).letters).toEqual([]);
  expect(makeOutbox().letters.map((letter) => letter.text)).toEqual(["Sav holds.", "And Ven."]);
});
