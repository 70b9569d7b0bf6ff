/** Press rooms: their words in addresses, their members, and the recipients of a letter. */
import type { PowerId, Room, LetterBody } from "../api/types";
import { joinWords } from "../ui/joinWords";

export type To = LetterBody["to"];
export type RoomKind = "power" | "room" | "public" | "gm";

const GM_MARK = "gm:";

/** The key under which the server keeps the room of a letter; must agree with make_key of server/rooms.py. */
export function makeKey(to: To, own: PowerId | null): string {
  if (to === "all") return "all";
  if (to === "gm") return GM_MARK + (own ?? "");
  if (own === null) return GM_MARK + (to[0] ?? "");
  return [...new Set([...to, own])].sort().join("+");
}

/** The recipients of a letter in the room with this key. */
export function findTo(key: string, own: PowerId | null): To {
  if (key === "all") return "all";
  if (key.startsWith(GM_MARK)) return own === null || key !== GM_MARK + own ? [key.slice(GM_MARK.length)] : "gm";
  return key.split("+").filter((power) => power !== own);
}

/** The others in a room. */
export function listOthers(key: string, own: PowerId | null): PowerId[] {
  const to = findTo(key, own);
  return typeof to === "string" ? [] : to;
}

/** What kind of room it is. */
export function kindOf(key: string, own: PowerId | null): RoomKind {
  if (key === "all") return "public";
  if (key.startsWith(GM_MARK)) return "gm";
  return listOthers(key, own).length > 1 ? "room" : "power";
}

/** The word for a room in an address: its number if it has one, or else its key. */
export function findRoom(rooms: readonly Room[], word: string): Room | null {
  return rooms.find((room) => String(room.id) === word || room.key === word) ?? null;
}

/** 'Austria', 'Spain, England', 'To all powers', 'Game master', or the name that its members gave it. */
export function nameRoom(key: string, own: PowerId | null, name: (power: PowerId) => string, given: string | null = null): string {
  if (given) return given;
  if (key === "all") return "To all powers";
  const to = findTo(key, own);
  return to === "gm" ? "Game master" : listOthers(key, own).map(name).join(", ");
}

/** The recipients in a room, within a sentence: 'Austria and Spain', 'all powers', 'the game master'. */
export function tellTo(key: string, own: PowerId | null, name: (power: PowerId) => string): string {
  const to = findTo(key, own);
  return to === "all" ? "all powers" : to === "gm" ? "the game master" : joinWords(listOthers(key, own).map(name));
}

/** True if anyone reads a letter written here; bots may not. */
export function hasReader(key: string, own: PowerId | null, reads: (power: PowerId) => boolean): boolean {
  const to = findTo(key, own);
  return typeof to === "string" || to.some(reads);
}

/** Who reads a letter written here, in words. */
export function tellReaders(key: string, own: PowerId | null, reads: (power: PowerId) => boolean = () => true): string {
  const kind = kindOf(key, own);
  const others = listOthers(key, own);
  if (!hasReader(key, own, reads)) return others.length === 1 ? "a bot: nobody reads this" : "bots: nobody reads this";
  if (kind === "public") return "everyone reads this";
  if (kind === "gm") return own === null || key !== GM_MARK + own ? "only this power and you read this" : "only the game master reads this";
  const count = others.filter(reads).length + 1;
  return count === 2 ? "only you two read this" : `only you ${count} read this`;
}

/** Which powers of a room are bots that read no letters, in words. */
export function tellSilent(bots: readonly PowerId[], name: (power: PowerId) => string, others: number): string {
  if (bots.length === others) return others === 1 ? "A bot; reads no letters" : "Bots; read no letters";
  return `${joinWords(bots.map(name))}: ${bots.length === 1 ? "a bot; reads" : "bots; read"} no letters`;
}
