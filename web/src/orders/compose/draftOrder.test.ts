import { describe, expect, test } from "vitest";
import type { UnitToOrder } from "../../api/types";
import { makePlaces } from "../../game/testBoard";
import { chooseKind, helpOrders, listChoices, listKinds, orderOf, stepBack, takeChoice, takeUnit, tapSpace, tellHelp, type Draft } from "./draftOrder";
import { tellAll, tellDraft } from "./draftSentence";

/** The order in hand in standard notation. */
function textOf(draft: Draft): string | null {
  return orderOf("FRANCE", draft)?.order ?? null;
}

const EMPTY = { moves: [], convoyed: [], supports: [], convoys: [], embarks: [], aboard: false };
const BRITTANY: UnitToOrder = {
  ...EMPTY,
  unit: "A BRI",
  at: "BRI",
  theatre: "Europe",
  moves: [{ to: "PAR", way: "land" }],
  convoyed: [{ to: "YOR", fleets: ["NTH"], own: false }, { to: "LON", fleets: ["ENG"], own: true }],
};
const CHANNEL: UnitToOrder = {
  ...EMPTY,
  unit: "F ENG",
  at: "ENG",
  theatre: "Europe",
  moves: [{ to: "IRI", way: "sea" }, { to: "HON/EC", way: "sea" }, { to: "HON/WC", way: "sea" }],
  supports: [
    { unit: "A BRI", at: "BRI", power: "FRANCE", hold: true, to: ["LON"] },
    { unit: "F LON", at: "LON", power: "ENGLAND", hold: true, to: [] },
  ],
  convoys: [{ unit: "A BRI", at: "BRI", power: "FRANCE" }],
};

function tap(draft: Draft, ...spaces: string[]): Draft {
  return spaces.reduce((now, space) => {
    const next = tapSpace(now, space);
    if (!next) throw new Error(`${space} means nothing here`);
    return next;
  }, draft);
}

describe("a move", () => {
  test("own-fleet convoys come before those that need other powers", () => {
    expect(listChoices(takeUnit(BRITTANY)).map(({ space, isFar }) => [space, isFar])).toEqual([
      ["PAR", false], ["LON", false], ["YOR", true],
    ]);
  });

  test("by land is one tap, by convoy is written with VIA", () => {
    expect(textOf(tap(takeUnit(BRITTANY), "PAR"))).toBe("A BRI - PAR");
    expect(textOf(tap(takeUnit(BRITTANY), "LON"))).toBe("A BRI - LON VIA");
  });

  test("a second tap on the unit means hold", () => {
    expect(textOf(tap(takeUnit(BRITTANY), "BRI"))).toBe("A BRI H");
  });

  test("a tap on another target changes the target", () => {
    expect(textOf(tap(takeUnit(BRITTANY), "PAR", "LON"))).toBe("A BRI - LON VIA");
  });

  test("a tap on something out of reach means nothing", () => {
    expect(tapSpace(takeUnit(BRITTANY), "HON")).toBeNull();
  });

  test("a coast is asked only when two are possible", () => {
    const asked = tap(takeUnit(CHANNEL), "HON");
    expect(textOf(asked)).toBeNull();
    expect(listChoices(asked).map((choice) => choice.at)).toEqual([["HON/EC"], ["HON/WC"]]);
    const [, west] = listChoices(asked);
    expect(west && textOf(takeChoice(asked, west))).toBe("F ENG - HON/WC");
    expect(textOf(tap(takeUnit(CHANNEL), "IRI"))).toBe("F ENG - IRI");
  });

  test("the seas are written only where there was a choice", () => {
    const carried = tap(takeUnit(BRITTANY), "LON");
    expect(textOf({ ...carried, routes: [["ENG"]] })).toBe("A BRI - LON VIA");
    expect(textOf({ ...carried, routes: [["ENG"], ["IRI", "NTH"]], route: 1 })).toBe("A BRI - LON VIA IRI NTH");
  });

  test("own fleets on the way are asked to carry", () => {
    const carried = { ...tap(takeUnit(BRITTANY), "LON"), routes: [["ENG"]] };
    expect(helpOrders("FRANCE", carried, [BRITTANY, CHANNEL])).toMatchObject([{ unit: "F ENG", order: { order: "F ENG C A BRI - LON" } }]);
    expect(helpOrders("FRANCE", { ...carried, routes: [["IRI"]] }, [BRITTANY, CHANNEL])).toEqual([]);
  });
});

describe("ships that take armies aboard", () => {
  const ashore: UnitToOrder = { ...EMPTY, unit: "A BRI", at: "BRI", theatre: "Europe", moves: [{ to: "PAR", way: "land" }, { to: "ENG", way: "aboard" }] };
  const empty: UnitToOrder = { ...EMPTY, unit: "TF ENG", at: "ENG", theatre: "Europe", moves: [{ to: "IRI", way: "sea" }], embarks: [{ unit: "A BRI", at: "BRI", power: "FRANCE" }] };
  const carried: UnitToOrder = { ...EMPTY, unit: "A ENG", at: "ENG", theatre: "Europe", aboard: true, moves: [{ to: "LON", way: "landing" }] };
  const laden: UnitToOrder = { ...empty, embarks: [] };
  const places = makePlaces();

  test("an army that goes aboard offers the order of the ship", () => {
    const boarding = tap(takeUnit(ashore), "ENG");
    const [help] = helpOrders("FRANCE", boarding, [ashore, empty]);
    expect(help?.order.order).toBe("TF ENG E A BRI");
    expect(help && tellHelp(places, help)).toBe("Order TF ENG to take it aboard as well");
    expect(tellAll(tellDraft(places, boarding))).toBe("Army Brittany goes aboard in English Channel");
    expect(helpOrders("FRANCE", tap(takeUnit(ashore), "PAR"), [ashore, empty])).toEqual([]);
  });

  test("an army that goes ashore offers that its ship holds, and is told from the ship", () => {
    const landing = tap(takeUnit(carried), "LON");
    const [help] = helpOrders("FRANCE", landing, [carried, laden]);
    expect(help?.order.order).toBe("TF ENG H");
    expect(tellAll(tellDraft(places, landing))).toBe("Army aboard in English Channel goes ashore in London");
  });

  test("only what is possible is offered: no convoy where there is none", () => {
    expect(listKinds(takeUnit(ashore), true, false)).toEqual(["move", "support", "hold"]);
    expect(listKinds(takeUnit(empty), true, false)).toEqual(["move", "support", "hold", "embark"]);
    expect(listKinds(takeUnit(BRITTANY), true, true)).toEqual(["move", "support", "convoy", "hold", "bomb"]);
    expect(listKinds(takeUnit(CHANNEL), true, false)).toContain("convoy");
  });
});

describe("a support", () => {
  const support = chooseKind(takeUnit(CHANNEL), "support");

  test("takes the unit, then its target", () => {
    expect(textOf(tap(support, "BRI"))).toBeNull();
    expect(textOf(tap(support, "BRI", "LON"))).toBe("F ENG S A BRI - LON");
  });

  test("of a unit tapped again is a support in place", () => {
    expect(textOf(tap(support, "BRI", "BRI"))).toBe("F ENG S A BRI");
  });

  test("of a unit that can only stay asks nothing more", () => {
    expect(textOf(tap(support, "LON"))).toBe("F ENG S F LON");
  });

  test("goes back step by step", () => {
    const whole = tap(support, "BRI", "LON");
    const second = stepBack(whole);
    expect(second).toMatchObject({ of: "BRI", to: null });
    expect(second && stepBack(second)).toMatchObject({ of: null, kind: "support" });
    expect(stepBack(takeUnit(CHANNEL))).toBeNull();
  });
});

describe("a convoy", () => {
  test("by a fleet waits for the landings that the server lists", () => {
    const begun = tap(chooseKind(takeUnit(CHANNEL), "convoy"), "BRI");
    expect(listChoices(begun)).toEqual([]);
    expect(textOf(tap({ ...begun, landings: ["LON"] }, "LON"))).toBe("F ENG C A BRI - LON");
  });

  test("of an army means that it goes by convoy", () => {
    const begun = chooseKind(takeUnit(BRITTANY), "convoy");
    expect(listChoices(begun).map((choice) => choice.space)).toEqual(["LON", "YOR"]);
    expect(textOf(tap(begun, "LON"))).toBe("A BRI - LON VIA");
  });
});
