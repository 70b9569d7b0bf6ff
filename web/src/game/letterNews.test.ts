import { expect, it } from "vitest";
import type { PressBox, Room } from "../api/types";
import { countInTitle, tellNewLetter } from "./letterNews";

const AUSTRIA: Room = {
  id: 1, key: "AUSTRIA+FRANCE", members: ["AUSTRIA", "FRANCE"], title: "Austria and you", name: null, unread: 1, is_muted: false, why_not: null,
  last: { text: "Sav holds.", at: "2026-11-16T10:00:00Z", sender: "AUSTRIA", has_sketch: false, is_blocked: false },
};
const ATLANTIC: Room = {
  ...AUSTRIA, id: 2, key: "AUSTRIA+FRANCE+SPAIN", name: "The Atlantic",
  last: { text: "", at: "2026-11-16T11:00:00Z", sender: "SPAIN", has_sketch: true, is_blocked: false },
};

function box(...rooms: Room[]): PressBox {
  return { rooms, may_write: true, why_not: null, closes_at: null, grey: false, others: [], why_not_several: null, nobody_reads: false };
}

const name = (power: string): string => power.charAt(0) + power.slice(1).toLowerCase();

it("counts letters in the title", () => {
  expect(countInTitle("Board, Peace", 2)).toBe("(2) Board, Peace");
  expect(countInTitle("Board, Peace", 0)).toBe("Board, Peace");
});

it("tells the newest letter, where it stands, and how many wait", () => {
  expect(tellNewLetter(box(AUSTRIA), 1, name)).toBe("New letter from Austria: Sav holds.");
  expect(tellNewLetter(box(AUSTRIA, ATLANTIC), 2, name)).toBe("New letter from Spain in The Atlantic: a sketch. 2 are unread.");
});

it("is silent about rooms that are muted", () => {
  expect(tellNewLetter(box(AUSTRIA, { ...ATLANTIC, is_muted: true }), 1, name)).toBe("New letter from Austria: Sav holds.");
});
