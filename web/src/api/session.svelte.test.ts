import { beforeEach, expect, test, vi } from "vitest";

const ACCOUNT = { id: 1, name: "Ada", is_guest: false, settings: { theme: "light", strong_hatching: false, single_keys: true, zone: "UTC", mail: {} } };
let answers: ((stored: object) => void)[];
let bodies: unknown[];

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { documentElement: { dataset: {} } }));
  [answers, bodies] = [[], []];
  vi.stubGlobal(
    "fetch",
    (_path: string, { body }: RequestInit) =>
      new Promise<Response>((resolve) => {
        bodies.push(JSON.parse(String(body)));
        answers.push((stored) => resolve(new Response(JSON.stringify(makeSession(stored)))));
      }),
  );
});

function makeSession(stored: object, account: object | null = ACCOUNT): object {
  return { account: account && { ...account, settings: { ...ACCOUNT.settings, ...stored } }, csrf: "x", now: "2026-01-01T00:00:00Z" };
}

async function begin(account: object | null = ACCOUNT) {
  const { session } = await import("./session.svelte");
  const { theme } = await import("../theme/theme.svelte");
  theme.choose("dark");
  session.take(makeSession({}, account) as never);
  return { session, theme };
}

test("a setting that was just chosen stays while other answers come in, and only what changed is sent", async () => {
  const { session, theme } = await begin();
  expect(theme.choice).toBe("light"); // stored with the account
  const done = session.choose({ single_keys: false, theme: "dark" });
  session.take(makeSession({}) as never);
  expect([session.settings.single_keys, session.settings.theme, theme.choice]).toEqual([false, "dark", "dark"]);
  await vi.waitFor(() => expect(bodies).toEqual([{ settings: { single_keys: false, theme: "dark" } }]));
  answers[0]?.({ single_keys: false, theme: "dark" });
  await done;
  expect(session.settings.single_keys).toBe(false);
});

test("a device keeps its look when its user becomes a guest", async () => {
  const { theme } = await begin({ ...ACCOUNT, is_guest: true });
  expect(theme.choice).toBe("dark");
});

test("who has no account can choose as well, and nothing else changes by it", async () => {
  const { session, theme } = await begin(null);
  await session.choose({ single_keys: false });
  expect([session.settings.single_keys, theme.choice, bodies]).toEqual([false, "dark", []]);
});
