/** Corrections by a game master: their fields, requests and descriptions. */
import type { Correction, FactKind, PowerId } from "../api/types";

export type FactDraft = { kind: FactKind; power: PowerId; place: string; held: number; age: number; bombs: number };
type Fact = { label: string; place: string; example: string; missing: string; mayBeNobody: boolean };

const UNIT = { place: "Unit", example: "A PAR", missing: "Choose the power and name the unit.", mayBeNobody: false };
const SPACE = { missing: "Name the space.", mayBeNobody: true };

export const FACTS: Record<FactKind, Fact> = {
  put: { ...UNIT, label: "Add a unit" },
  take: { ...UNIT, label: "Remove a unit" },
  owner: { ...SPACE, label: "Change who owns a centre", place: "Centre", example: "BUR" },
  aboard: { ...UNIT, label: "Put an army aboard a ship", place: "Space of the ship", example: "PO7", missing: "Choose the army's power and name the space." },
  years: { ...SPACE, label: "Set the years of a colony", place: "Colony", example: "NA7" },
  bombs: { ...SPACE, label: "Set the bombs in a space", place: "Space", example: "PAR" },
};

/** True if every field is filled in. */
export function isWhole(draft: FactDraft): boolean {
  return draft.place.trim() !== "" && (FACTS[draft.kind].mayBeNobody || draft.power !== "");
}

/** A correction as the server reads it. */
export function makeCorrection({ kind, power, place, held, age, bombs }: FactDraft): Correction {
  const text = place.trim().toUpperCase();
  switch (kind) {
    case "put":
      return { put: `${power} ${text}` };
    case "take":
      return { take: `${power} ${text}` };
    case "owner":
      return { owner: { space: text, power: power || null } };
    case "aboard":
      return { put: `${power} A ${text.replace(/^A /, "")} aboard` };
    case "years":
      return { years: { space: text, held, age } };
    case "bombs":
      return { bombs: { space: text, power: power || null, count: power ? bombs : 0 } };
  }
}

/** A correction in words. */
export function tellCorrection(change: Correction, nameOf: (power: PowerId) => string): string {
  if ("put" in change) return `Add ${change.put}`;
  if ("take" in change) return `Remove ${change.take}`;
  if ("owner" in change) return `${change.owner.space} belongs to ${change.owner.power ? nameOf(change.owner.power) : "nobody"}`;
  if ("years" in change) return `${change.years.space}: held for ${change.years.held}, without a battle for ${change.years.age} years`;
  const { space, power, count } = change.bombs;
  return `Bombs in ${space}: ${power ? `${count} of ${nameOf(power)}` : "none"}`;
}
