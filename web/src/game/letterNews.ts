/** New letters, told to who does not see the page: by screen readers, and in the title of the window. */
import type { PressBox } from "../api/types";

/** '(2) Board, The Long Peace': how many letters wait, before the title of the page. */
export function countInTitle(title: string, unread: number): string {
  return unread > 0 ? `(${unread}) ${title}` : title;
}

/** What is said when a letter has come: whose it is, where, and how it begins. Rooms that are muted are silent. */
export function tellNewLetter(box: PressBox, unread: number, name: (power: string) => string): string {
  const rooms = box.rooms.filter((room) => room.unread > 0 && room.last && (!room.is_muted || room.last.sender === "GM"));
  const newest = rooms.sort((a, b) => (b.last?.at ?? "").localeCompare(a.last?.at ?? ""))[0];
  const count = unread > 1 ? ` ${unread} are unread.` : "";
  if (!newest?.last) return unread > 1 ? `New letters: ${unread} are unread.` : "A new letter.";
  const { sender, text } = newest.last;
  const who = sender === null ? "New unsigned letter" : sender === "GM" ? "New letter from the game master" : `New letter from ${name(sender)}`;
  const where = newest.name ? ` in ${newest.name}` : newest.key === "all" ? " to all powers" : "";
  return `${who}${where}: ${text || "a sketch"}${/[.!?…]$/.test(text) ? "" : "."}${count}`;
}
