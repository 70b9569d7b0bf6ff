/** The facts of a profile in words. */
import type { Profile } from "../api/types";

type Game = NonNullable<Profile["games"]>[number];
const ORDINALS = ["", "1st", "2nd", "3rd"];

/** `1st`, `22nd`. */
export function tellOrdinal(place: number): string {
  const isTeen = place % 100 > 10 && place % 100 < 14;
  return isTeen ? `${place}th` : ORDINALS[place % 10] ? `${Math.floor(place / 10) || ""}${ORDINALS[place % 10]}` : `${place}th`;
}

/** The place in which a person finished; empty while the game runs, or if it is not shown. */
export function tellPlace(game: Pick<Game, "is_over" | "place" | "sharing">): string {
  if (!game.is_over) return "Running";
  if (game.place === null) return "Ended";
  const place = `${tellOrdinal(game.place)} place`;
  return game.sharing && game.sharing > 1 ? `${place}, shared by ${game.sharing}` : place;
}

/** The numbers behind the share of orders in time. */
export function tellReliability(found: NonNullable<Profile["reliability"]>): string {
  const parts = [found.phases === 1 ? "of 1 phase" : `of ${found.phases} phases`];
  if (found.late) parts.push(`${found.late} late`);
  if (found.missed) parts.push(`${found.missed} missed`);
  if (found.given_up) parts.push(found.given_up === 1 ? "1 power given up" : `${found.given_up} powers given up`);
  return parts.join(", ");
}
