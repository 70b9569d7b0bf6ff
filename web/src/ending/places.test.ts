import { expect, test } from "vitest";
import type { FallenPower, Game, Seat } from "../api/types";
import { listPlaces, tellFormer, tellPlayer } from "./places";

function seat(power: string, more: Partial<Seat> = {}): Seat {
  return {
    power, name: power, initial: power.slice(0, 1), player: null, kind: "bot", bot: "steady", centres: 0, units: 0, is_out: false,
    in_disorder: false, is_you: false, is_offered: false, ...more,
  } as Seat;
}

const fall: FallenPower = { power: "ITALY", phase: "F1903M", title: "Fall 1903, orders", by: ["FRANCE"], place: 3 };
const seats = [
  seat("AUSTRIA", { centres: 8 }),
  seat("FRANCE", { centres: 18, player: "Ann", kind: "player", bot: null, is_you: true }),
  seat("ITALY", { is_out: true }),
];

test("people are named, bots are called bots, and a name that is not known is not made up", () => {
  expect(tellPlayer(seats[0] as Seat)).toBe("Steady bot");
  expect(tellPlayer(seats[1] as Seat)).toBe("Ann (you)");
  expect(tellPlayer(seat("SPAIN", { kind: "player", bot: null }))).toBe("Not shown");
  expect(tellPlayer(seat("SPAIN", { kind: "empty", bot: null }))).toBe("Nobody");
});

test("those who handed a power on are named with their last phase", () => {
  const formerly = [{ name: "Ann", last: "F1901M" }, { name: "Ben", last: "S1902R" }];
  expect(tellFormer({ formerly })).toBe("Ann until Fall 1901, Ben until Spring 1902");
});

test("the places of a game that is over come first to last, with who is out", () => {
  const placings = [
    { place: 1, powers: ["FRANCE"] },
    { place: 2, powers: ["AUSTRIA"] },
    { place: 3, powers: ["ITALY"] },
  ];
  const rows = listPlaces({ seats, ending: { placings } } as unknown as Game, [fall]);
  expect(rows.map((row) => [row.place, row.seat.power])).toEqual([[1, "FRANCE"], [2, "AUSTRIA"], [3, "ITALY"]]);
  expect(rows[2]?.fall?.by).toEqual(["FRANCE"]);
});

test("without an ending powers stand by their centres, and only those who are out have a place", () => {
  const rows = listPlaces({ seats, ending: null }, [fall]);
  expect(rows.map((row) => [row.place, row.seat.power])).toEqual([[null, "FRANCE"], [null, "AUSTRIA"], [3, "ITALY"]]);
});
