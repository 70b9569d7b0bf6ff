import { expect, test } from "vitest";
import { makeBoard, makeScene } from "./kit";
import { heldOf, holdersOf, listUnits, ownersOf, parseUnit } from "./units";

test("units are read from their text", () => {
  expect(parseUnit("F EAS/NC")).toEqual({ kind: "F", location: "EAS/NC" });
  expect(parseUnit("TF SEA")).toEqual({ kind: "TF", location: "SEA" });
  expect(parseUnit("PARIS")).toBeNull();
});

test("a fleet on a coast, an army aboard and a dislodged unit are told apart", () => {
  const scene = makeScene({
    units: { FRANCE: ["F EAS/NC"], SPAIN: ["TF SEA"] },
    cargo: { SEA: "A SEA FRANCE" },
    dislodged: [{ power: "SPAIN", unit: "A EAS", from: "WES", retreats: [] }],
  });
  const [fleet, ship, out] = listUnits(makeBoard(), scene);
  expect(fleet).toMatchObject({ space: "EAS", coast: "NC", spot: { x: 40, y: 10.5 }, aboard: null });
  expect(ship).toMatchObject({ kind: "TF", aboard: "FRANCE" });
  expect(out).toMatchObject({ power: "SPAIN", isDislodged: true });
  expect(holdersOf(listUnits(makeBoard(), scene))).toEqual(new Map([["EAS", "FRANCE"], ["SEA", "SPAIN"]]));
});

test("a unit that the board has no place for is left out", () => {
  expect(listUnits(makeBoard(), makeScene({ units: { FRANCE: ["A ATLANTIS"] } }))).toEqual([]);
});

test("half bands are for land that is no centre", () => {
  const scene = makeScene({ influence: { WES: "FRANCE", EAS: "SPAIN", SEA: "SPAIN" }, centres: { FRANCE: ["WES"] } });
  expect(heldOf(makeBoard(), scene)).toEqual(new Map([["EAS", "SPAIN"]]));
  expect(ownersOf(scene)).toEqual(new Map([["WES", "FRANCE"]]));
});
