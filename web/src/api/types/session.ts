/** Who is signed in, accounts and what belongs to them. */
import type { Moment } from "./ids";

export type MailSettings = { judged: boolean; press: boolean; reminders: boolean };

export type Settings = {
  theme: "system" | "light" | "dark";
  strong_hatching: boolean;
  single_keys: boolean;
  zone: string;
  mail: MailSettings;
};

export type Account = {
  id: number;
  name: string;
  email: string | null;
  is_guest: boolean;
  is_admin: boolean;
  settings: Partial<Settings>;
};

export type Session = { account: Account | null; csrf: string | null; now: Moment };

export type Token = { id: number; label: string; made_at: Moment; used_at: Moment | null };
export type NewToken = { id: number; label: string; token: string };
export type Absence = { id: number; begins_at: Moment; ends_at: Moment; note: string };
