/** The places of a game, a row for each power. */
import type { FallenPower, Game, Seat } from "../api/types";
import { LEVEL_NAMES } from "../game/botLevels";
import { tellSeason } from "../game/phaseNames";

export type PlaceRow = { place: number | null; seat: Seat; player: string; fall: FallenPower | null };

/** Who played a power: people by name unless they are anonymous, bots as bots. */
export function tellPlayer(seat: Seat): string {
  const bot = seat.bot ? `${LEVEL_NAMES[seat.bot]} bot` : "";
  if (seat.is_you) return seat.player ? `${seat.player} (you)` : "You";
  return seat.player ?? (bot || (seat.kind === "empty" ? "Nobody" : "Not shown"));
}

/** The former players of a power, in the order in which they left: `Remy until Fall 1752`. */
export function tellFormer(seat: Pick<Seat, "formerly">): string {
  return seat.formerly.map(({ name, last }) => `${name} until ${tellSeason(last)}`).join(", ");
}

/** From the first place down; powers that share a place stay in the order of the game. */
export function listPlaces(game: Pick<Game, "seats" | "ending">, fallen: readonly FallenPower[]): PlaceRow[] {
  const falls = new Map(fallen.map((fall) => [fall.power, fall]));
  const places = new Map(game.ending?.placings.flatMap(({ place, powers }) => powers.map((power) => [power, place])));
  const rows = game.seats.map((seat) => {
    const fall = seat.is_out ? (falls.get(seat.power) ?? null) : null;
    return { place: places.get(seat.power) ?? fall?.place ?? null, seat, player: tellPlayer(seat), fall };
  });
  const isRanked = places.size > 0;
  return rows.sort((one, other) =>
    isRanked ? (one.place ?? Infinity) - (other.place ?? Infinity) : other.seat.centres - one.seat.centres,
  );
}
