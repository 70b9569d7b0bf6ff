/** Who plays a power where bots talk. */
import type { Seat } from "../api/types";

/** 'Rosamund, cautious': the character of a bot; empty where no bot that talks plays the power. */
export function tellCharacter(seat: Pick<Seat, "character"> | null | undefined): string {
  return seat?.character ? `${seat.character.name}, ${seat.character.manner}` : "";
}
