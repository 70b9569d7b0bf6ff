import { beforeEach, expect, test, vi } from "vitest";
import type { Game } from "../api/types";
import { makeSheet } from "../game/testOrders";
import { OrdersState } from "./ordersState.svelte";

const { board } = vi.hoisted(() => ({ board: { spaces: new Map() } }));
vi.mock("../game/loadBoard", () => ({ loadBoard: () => Promise.resolve(board) }));

const GAME = { id: "abc", turn: 4, phase: "F1756M", status: "running", board: "/b", you: { power: "FRANCE", may: ["orders"] } } as unknown as Game;
const UNIT = { unit: "A BRI", at: "BRI", theatre: "Europe", aboard: false, moves: [], convoyed: [], supports: [], convoys: [], embarks: [] };
let asked: string[];
let answers: Record<string, object>;
let play: OrdersState;

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  asked = [];
  answers = {
    scene: { phase: "F1756M", units: { FRANCE: ["A BRI"] }, orders: [] },
    orders: makeSheet([]),
    options: { kind: "moves", units: [UNIT], launches: [], turn: 4 },
  };
  vi.stubGlobal("fetch", (path: string) => {
    const part = path.split("/").at(-1) ?? "";
    asked.push(part);
    return Promise.resolve(new Response(JSON.stringify(answers[part])));
  });
  play = new OrdersState(() => {});
});

/** Fetch after some news; what was asked for. */
async function show(news: readonly string[], game = GAME): Promise<string[]> {
  asked = [];
  (await play.fetch(game, new Set(news) as never, "FRANCE", false))();
  return asked.sort();
}

test("a position of another phase than the rest of the page is not shown", async () => {
  await show([]);
  answers["scene"] = { phase: "W1756A", units: {}, orders: [] };
  await expect(show(["judged"])).rejects.toMatchObject({ isOffline: true });
  expect(play.scene?.phase).toBe("F1756M");
  await show(["judged"], { ...GAME, status: "ended" });
  expect(play.scene?.phase).toBe("W1756A"); // the last phase of a game that is over has no orders any more
});

test("news of orders have only the orders fetched again; a correction has the position and the units fetched too", async () => {
  expect(await show([])).toEqual(["options", "orders", "scene"]);
  expect(await show(["orders"])).toEqual(["orders"]);
  expect(await show(["orders", "gm"])).toEqual(["options", "orders", "scene"]);
});

test("a unit that a correction takes off the board is let go", async () => {
  await show([]);
  play.composer?.take("A BRI");
  await show(["gm"]);
  expect(play.composer?.draft?.unit.unit).toBe("A BRI");
  answers["options"] = { kind: "moves", units: [], launches: [], turn: 4 };
  await show(["gm"]);
  expect(play.composer?.draft).toBeNull();
});

test("before a phase is judged, what is undecided is said: units that would hold, builds and removals that are open", async () => {
  await show([]);
  expect(play.undecided).toBe("1 unit has no order and will hold: A Bri.");
  const winter = { kind: "adjustments", closed: [], waiting_for: null, turn: 4 };
  const sites = ["BRI", "PAR"].map((space) => ({ space, units: [`A ${space}`] }));
  answers["options"] = { ...winter, count: 2, sites, removable: [], default: "Without orders nothing is built." };
  await show(["gm"]);
  expect(play.undecided).toBe("2 builds are neither set nor waived. Without orders nothing is built.");
  play.building?.waive();
  expect(play.undecided).toBe("1 build is neither set nor waived. Without orders nothing is built.");
  play.building?.choose("A PAR");
  play.setWhole();
  expect(play.undecided).toBe("");
});

test("removals that were not chosen are foretold while none is chosen", async () => {
  const removed = "Without orders these units are removed: A BRI and A PAR.";
  answers["options"] = { kind: "adjustments", count: -2, sites: [], closed: [], removable: ["A BRI", "A PAR", "F BDX"], default: removed, waiting_for: null, turn: 4 };
  await show([]);
  expect(play.undecided).toBe("2 removals are not chosen. Without orders these units are removed: A Bri and A Par.");
  play.building?.toggleRemoval("F BDX");
  expect(play.undecided).toBe("1 removal is not chosen, and the rules choose.");
  play.building?.toggleRemoval("A PAR");
  expect(play.undecided).toBe("");
});
