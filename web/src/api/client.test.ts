import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, del, get, makeUrl, post, setCsrf, setGate } from "./client";

const asked = vi.fn<typeof fetch>();

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
}

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal("fetch", asked);
  setCsrf(null);
});
afterEach(() => vi.unstubAllGlobals());

describe("client", () => {
  it("makes addresses with a query and leaves out what is missing", () => {
    expect(makeUrl("/games", { scope: "mine", q: undefined })).toBe("/api/v1/games?scope=mine");
    expect(makeUrl("/games/{game}/results", { game: "a/b", phase: "F1756M" })).toBe("/api/v1/games/a%2Fb/results?phase=F1756M");
  });

  it("sends the session's token with what changes something, and not with questions", async () => {
    setCsrf("seal");
    asked.mockImplementation(() => Promise.resolve(answer(200, {})));
    await get("/games");
    await post("/games", {}, { title: "A", variant: "standard" });
    const headers = asked.mock.calls.map(([, init]) => (init?.headers as Record<string, string>)["X-Legation-CSRF"]);
    expect(headers).toEqual([undefined, "seal"]);
  });

  it("turns a refusal into an error with its sentence, field and candidates", async () => {
    const error = { code: "unknown_space", message: "No space is called 'volto'.", field: "orders[3]", candidates: ["VOL"] };
    asked.mockResolvedValue(answer(422, { error, lines: [1] }, { "Retry-After": "7" }));
    const problem = await post("/games", {}, { title: "A", variant: "x" }).catch((thrown: unknown) => thrown);
    expect(problem).toBeInstanceOf(ApiError);
    expect(problem).toMatchObject({ status: 422, ...error, retryAfter: 7, body: { lines: [1] } });
  });

  it("tells a line that is down from an answer", async () => {
    asked.mockRejectedValue(new TypeError("Failed to fetch"));
    const problem = (await get("/games").catch((thrown: unknown) => thrown)) as ApiError;
    expect([problem.status, problem.isOffline]).toEqual([0, true]);
  });

  it("gives what is sent again after a lost answer the number that it had, and what is sent anew another", async () => {
    const begin = () => post("/solo", {}, { variant: "standard" }).catch((thrown: unknown) => thrown);
    asked.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    asked.mockResolvedValueOnce(new Response('{"game": ', { status: 201 }));
    asked.mockResolvedValueOnce(answer(503, null));
    asked.mockImplementation(() => Promise.resolve(answer(201, {})));
    for (let time = 0; time < 5; time += 1) await begin();
    await post("/solo", {}, { variant: "colonia-vii" });
    await get("/games");
    const [lost, broken, failed, done, another, other, read] = asked.mock.calls.map(
      ([, init]) => (init?.headers as Record<string, string>)["Idempotency-Key"],
    );
    expect(lost).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect([broken, failed, done]).toEqual([lost, lost, lost]);
    expect(new Set([lost, another, other]).size).toBe(3);
    expect(read).toBeUndefined();
  });

  it("gives what was refused another number when it is sent again", async () => {
    asked.mockImplementation(() => Promise.resolve(answer(409, { error: { code: "too_many_games", message: "Too many." } })));
    for (let time = 0; time < 2; time += 1) await post("/solo", {}, {}).catch(() => undefined);
    const numbers = asked.mock.calls.map(([, init]) => (init?.headers as Record<string, string>)["Idempotency-Key"]);
    expect(new Set(numbers).size).toBe(2);
  });

  it("fetches a new token once when the old one is stale", async () => {
    setCsrf("old");
    asked
      .mockResolvedValueOnce(answer(403, { error: { code: "csrf", message: "Stale." } }))
      .mockResolvedValueOnce(answer(200, { account: null, csrf: "new", now: "2026-11-15T00:00:00Z" }))
      .mockResolvedValueOnce(answer(204, null));
    await expect(del("/tokens/{token}", { token: 1 })).resolves.toBeUndefined();
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it("asks again with a token that came in while the first was under way", async () => {
    asked.mockImplementationOnce(() => {
      setCsrf("new");
      return Promise.resolve(answer(403, { error: { code: "csrf", message: "Stale." } }));
    });
    asked.mockResolvedValueOnce(answer(204, null));
    await expect(post("/account/close", {})).resolves.toBeUndefined();
    expect((asked.mock.calls[1]?.[1]?.headers as Record<string, string>)["X-Legation-CSRF"]).toBe("new");
  });
});

it("a request waits for the person whose session has ended, and is sent again", async () => {
  asked.mockResolvedValueOnce(answer(401, { error: { code: "session_ended", message: "Your session has ended." } }));
  asked.mockResolvedValueOnce(answer(200, { variants: [] }));
  const problems: string[] = [];
  setGate(async (problem) => problems.push(problem.code) > 0);
  await expect(get("/variants")).resolves.toEqual({ variants: [] });
  expect(problems).toEqual(["session_ended"]);
  expect(asked).toHaveBeenCalledTimes(2);
});

it("a request gives up where the person does", async () => {
  asked.mockResolvedValueOnce(answer(403, { error: { code: "confirm_first", message: "Is it you?" } }));
  setGate(async () => false);
  await expect(get("/variants")).rejects.toThrow("Is it you?");
  expect(asked).toHaveBeenCalledTimes(1);
});
