/** Announces new letters to screen readers and in the window title. */
import type { PressBox } from "../api/types";

/** '(2) Board, The Long Peace': the number of unread letters before the title of the page. */
export function countInTitle(title: string, unread: number): string {
  return unread > 0 ? `(${unread}) ${title}` : title;
}

/** The announcement of a new letter: its sender, room and first words. Muted rooms are silent. */
export function tellNewLetter(box: PressBox, unread: number, name: (power: string) => string): string {
  const rooms = box.rooms.filter((room) => room.unread > 0 && room.last && (!room.is_muted || room.last.sender === "GM"));
  const newest = rooms.sort((a, b) => (b.last?.at ?? "").localeCompare(a.last?.at ?? ""))[0];
  const count = unread > 1 ? ` ${unread} are unread.` : "";
  if (!newest?.last) return unread > 1 ? `New letters: ${unread} unread.` : "A new letter.";
  const { sender, text } = newest.last;
  const who = sender === null ? "New unsigned letter" : sender === "GM" ? "New letter from the game master" : `New letter from ${name(sender)}`;
  const where = newest.name ? ` in ${newest.name}` : newest.key === "all" ? " to all powers" : "";
  return `${who}${where}: ${text || "a sketch"}${/[.!?…]$/.test(text) ? "" : "."}${count}`;
}
