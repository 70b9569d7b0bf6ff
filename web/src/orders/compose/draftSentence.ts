/** The order in hand as a sentence; the part that is still open, or was chosen last, is marked. */
import type { UnitToOrder } from "../../api/types";
import { nameOf, nameUnit, showUnit, type Places } from "../../game/spaces";
import { joinWords } from "../../ui/joinWords";
import { findOther, isPassenger, routeOf, type Draft } from "./draftOrder";

export type Part = { text: string; isOpen: boolean };

/** The unit in hand in words; an army aboard shares its space with the ship. */
export function nameTaken(places: Places, { unit, at, aboard }: Pick<UnitToOrder, "unit" | "at" | "aboard">): string {
  return aboard ? `Army aboard in ${nameOf(places, at)}` : nameUnit(places, unit);
}

/** The sentence, in parts. */
export function tellDraft(places: Places, draft: Draft): Part[] {
  const unit = nameTaken(places, draft.unit);
  const other = findOther(draft);
  const target = draft.to === null ? "…" : nameOf(places, draft.to);
  switch (draft.kind) {
    case "hold":
      return [plain(`${unit} `), open("holds")];
    case "bomb":
      return [plain(`${unit} strikes `), open(target)];
    case "move":
      return [plain(`${unit} ${tellStep(draft)} `), open(target)];
    case "embark":
      return other ? [plain(`${unit} takes aboard `), open(nameUnit(places, other))] : [plain(`${unit} takes aboard `), open("…")];
    case "support":
      if (!other) return [plain(`${unit} supports `), open("…")];
      if (draft.to === draft.of) return [plain(`${unit} supports `), open(`${nameUnit(places, other)} in place`)];
      return [plain(`${unit} supports ${nameUnit(places, other)} to `), open(target)];
    case "convoy":
      if (isPassenger(draft)) return [plain(`${unit} goes by convoy to `), open(target)];
      if (!other) return [plain(`${unit} convoys `), open("…")];
      return [plain(`${unit} convoys ${nameUnit(places, other)} to `), open(target)];
  }
}

/** The verb of a move: an army may go aboard a ship, or ashore from one. */
function tellStep({ unit, to }: Draft): string {
  const way = unit.moves.find((move) => move.to === to)?.way;
  if (way === "aboard") return "goes aboard in";
  return way === "landing" ? "goes ashore in" : "moves to";
}

/** The same as one string, for screen readers and titles. */
export function tellAll(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("");
}

/** The line under the sentence: what to do next, or the route. */
export function tellNext(places: Places, draft: Draft, own: ReadonlySet<string>): string {
  if (draft.coasts.length) return `${nameOf(places, draft.coasts[0]?.split("/")[0] ?? "")} has two coasts from here.`;
  const seas = routeOf(draft);
  if (draft.isCarried && seas.length) return tellCarriers(places, seas, own);
  if (draft.isCarried) return "By convoy.";
  if (draft.to !== null || draft.kind === "hold") return "";
  if (draft.kind === "bomb") return "Tap any space on the board.";
  if (draft.kind === "support" && draft.of !== null) return "Tap where it goes, or the unit again to support it in place.";
  if (draft.kind === "support") return "Tap the unit to help.";
  if (draft.kind === "embark") return "Tap the army to take aboard.";
  if (draft.kind === "convoy" && !isPassenger(draft)) {
    return draft.of === null ? "Tap the army to carry." : "Tap where it lands.";
  }
  return draft.unit.moves.length + draft.unit.convoyed.length ? "Tap a target on the board or here." : "It cannot move.";
}

/** `carried by F ENG, your own fleet`. */
export function tellCarriers(places: Places, seas: readonly string[], own: ReadonlySet<string>): string {
  const fleets = seas.map((sea) => showUnit(places, `F ${sea}`));
  const mine = seas.filter((sea) => own.has(sea)).length;
  const whose =
    mine === seas.length ? (mine === 1 ? ", your own fleet" : ", your own fleets") : mine ? "" : ", not your own";
  return `carried by ${joinWords(fleets)}${whose}`;
}

function plain(text: string): Part {
  return { text, isOpen: false };
}

function open(text: string): Part {
  return { text, isOpen: true };
}
