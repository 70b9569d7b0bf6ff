/** Rooms and letters. */
import type { Moment, PhaseCode, PowerId } from "./ids";

export type Room = {
  id: number;
  key: string;
  members: PowerId[];
  title: string;
  unread: number;
  last: { text: string; at: Moment; sender: PowerId | "GM" | null } | null;
};
export type PressBox = {
  rooms: Room[];
  may_write: boolean;
  why_not?: string | null;
  closes_at: Moment | null;
  grey: boolean;
  others: PowerId[];
};
export type Message = {
  id: number;
  room?: number;
  sender: PowerId | "GM" | null;
  text: string;
  at: Moment;
  phase: PhaseCode;
  is_yours: boolean;
};
export type MessagePage = { messages: Message[]; more: boolean };
export type SendMessage = { to: PowerId[] | "all" | "gm"; text: string; grey: boolean; as_gm?: boolean; request: string };
export type FoundMessages = { messages: Message[] };
