import { beforeEach, expect, test } from "vitest";
import { PendingChanges } from "./pendingChanges.svelte";

type Room = { name: string; muted: boolean };
type Sending = { changes: Partial<Room>; answer: () => void; refuse: () => void };
let room: Room;
let sendings: Sending[];
let changes: PendingChanges<Room>;

beforeEach(() => {
  [room, sendings] = [{ name: "North", muted: false }, []];
  changes = new PendingChanges<Room>(
    () => room,
    (wanted) =>
      new Promise((resolve, reject) => {
        const answer = () => void ((room = { ...room, ...wanted }), resolve(null));
        sendings.push({ changes: wanted, answer, refuse: () => void reject(new Error("no")) });
      }),
  );
});

/** Let promises that are settled be heard. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("what was chosen stays on view while other answers come in", async () => {
  const done = changes.choose({ muted: true });
  await settle();
  room = { name: "South", muted: false }; // the answer to something else, or another device
  expect(changes.now).toEqual({ name: "South", muted: true });
  expect(changes.isWaiting).toBe(true);
  sendings[0]?.answer();
  await done;
  expect(changes.isWaiting).toBe(false);
  room = { name: "South", muted: false };
  expect(changes.now.muted).toBe(false); // from now on the server is believed again
});

test("a choice that is refused goes back, and the refusal is thrown", async () => {
  const done = changes.choose({ muted: true });
  await settle();
  sendings[0]?.refuse();
  await expect(done).rejects.toThrow("no");
  expect(changes.now.muted).toBe(false);
});

test("what is typed stays while anything else changes, and is sent when it is saved", async () => {
  changes.type({ name: "Nor" });
  room = { name: "East", muted: true };
  expect(changes.now).toEqual({ name: "Nor", muted: true });
  await settle();
  expect(sendings).toEqual([]);
  const done = changes.save({ name: "Norway" });
  await settle();
  expect(sendings.map((one) => one.changes)).toEqual([{ name: "Norway" }]);
  changes.type({ name: "Norway and" }); // typed on before the answer came
  sendings[0]?.answer();
  await done;
  expect(changes.now.name).toBe("Norway and");
});

test("what is typed and refused need not be typed again", async () => {
  const done = changes.save({ name: "Norway" });
  await settle();
  sendings[0]?.refuse();
  await expect(done).rejects.toThrow();
  expect(changes.now.name).toBe("Norway");
});

test("a second choice waits for the first, is sent, and wins", async () => {
  const first = changes.choose({ muted: true });
  await settle();
  const second = changes.choose({ muted: false });
  const third = changes.choose({ name: "South" });
  await settle();
  expect(sendings).toHaveLength(1);
  sendings[0]?.answer();
  await first;
  expect(changes.now).toEqual({ name: "South", muted: false }); // the server has true at this moment
  await settle();
  expect(sendings[1]?.changes).toEqual({ muted: false, name: "South" });
  sendings[1]?.answer();
  await Promise.all([second, third]);
  expect(room).toEqual({ name: "South", muted: false });
});

test("a choice after one that was refused is sent all the same", async () => {
  const first = changes.choose({ muted: true });
  await settle();
  const second = changes.choose({ muted: true });
  sendings[0]?.refuse();
  await expect(first).rejects.toThrow();
  expect(changes.now.muted).toBe(true);
  await settle();
  sendings[1]?.answer();
  await second;
  expect(room.muted).toBe(true);
});
