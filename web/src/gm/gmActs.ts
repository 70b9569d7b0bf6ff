/** The acts of a game master: what each is called, what it asks for, and what is sent. */
import type { BotLevel, Correction, GmAct, GmActBody, LaterActBody, OrdersState, PowerStatus, Terms } from "../api/types";

/** What is filled in for an act; each act reads what it needs. */
export type ActDraft = {
  note: string;
  power: string;
  hours: number;
  moment: string;
  text: string;
  seat: string;
  account: string;
  isOn: boolean;
  changes: Correction[];
  terms: Terms | null;
};

/** Going back to a phase has a page of its own. */
export type DialogAct = Exclude<GmAct, "back">;
export type ActPlan = { act: DialogAct; title: string; label: string; says?: string; asksNote?: boolean };

export const ACTS: Record<DialogAct, ActPlan> = {
  deadline: { act: "deadline", title: "Choose a deadline", label: "Set the deadline", asksNote: true },
  extend: { act: "extend", title: "Put the deadline off", label: "Put it off", asksNote: true },
  pause: { act: "pause", title: "Pause the game", label: "Pause", says: "No deadline passes while a game is paused. Orders and press stay open.", asksNote: true },
  resume: { act: "resume", title: "Go on", label: "Go on", says: "The time that was left when the game was paused is given again.", asksNote: true },
  lock: { act: "lock", title: "Lock orders", label: "Do it", says: "While orders are locked, players read theirs but change nothing.", asksNote: true },
  advance: { act: "advance", title: "Judge now", label: "Judge now", says: "The phase is judged with what is on file. Whoever has nothing on file holds.", asksNote: true },
  "dry-run": { act: "dry-run", title: "Dry run", label: "Dry run", says: "Judge with what is on file now. Nobody is told, nothing is kept. You will see outcomes, so it is logged." },
  remind: { act: "remind", title: "Send a reminder", label: "Remind" },
  seat: { act: "seat", title: "Choose who plays", label: "Seat", asksNote: true },
  offer: { act: "offer", title: "Offer a seat to standbys", label: "Do it", says: "The player, the standbys and the webhook are told. The player keeps the seat by sending orders.", asksNote: true },
  admit: { act: "admit", title: "Standbys", label: "Do it", says: "Whoever asked is told your answer, and your note.", asksNote: true },
  disorder: { act: "disorder", title: "Civil disorder", label: "Do it", asksNote: true },
  correct: { act: "correct", title: "Correct a fact", label: "Correct it", says: "The correction is written to the log and shown with the results.", asksNote: true },
  broadcast: { act: "broadcast", title: "Broadcast", label: "Send to all" },
  "hand-over": { act: "hand-over", title: "Hand the game over", label: "Hand it over", says: "The other becomes game master in your place.", asksNote: true },
  "co-gm": { act: "co-gm", title: "Second game master", label: "Do it", asksNote: true },
  terms: { act: "terms", title: "Change the terms", label: "Change them", asksNote: true },
  start: { act: "start", title: "Begin the game", label: "Begin", says: "Everybody is seated, and the first phase begins." },
};

const LATER: readonly GmAct[] = ["deadline", "extend", "pause", "resume", "lock", "advance", "remind", "broadcast", "terms", "start"];

/** The act as it can be set for later; null where it cannot be. */
export function readLater(body: GmActBody): LaterActBody | null {
  return LATER.includes(body.act) ? (body as LaterActBody) : null;
}

/** An empty draft. */
export function makeDraft(changes: Partial<ActDraft> = {}): ActDraft {
  const empty = { note: "", power: "", hours: 24, moment: "", text: "", seat: "", account: "", isOn: true };
  return { ...empty, changes: [], terms: null, ...changes };
}

/** What is sent for an act; null while something is still to be filled in. */
export function makeBody(act: DialogAct, draft: ActDraft): GmActBody | null {
  const note = draft.note.trim();
  const { power, changes, terms } = draft;
  const account = Number(draft.account);
  switch (act) {
    case "deadline":
      return draft.moment ? { act, note, deadline: new Date(draft.moment).toISOString() } : null;
    case "pause":
      return draft.moment ? { act, note, until: new Date(draft.moment).toISOString() } : { act, note };
    case "extend":
      return draft.hours > 0 ? { act, note, hours: Number(draft.hours) } : null;
    case "lock":
      return { act, note, locked: draft.isOn };
    case "remind":
      return power ? { act, note, power } : null;
    case "offer":
    case "disorder":
      return power ? { act, note, power, on: draft.isOn } : null;
    case "admit":
      return account ? { act, note, account, on: draft.isOn } : null;
    case "seat":
      return power && draft.seat ? { act, note, power, ...readSeat(draft.seat) } : null;
    case "correct":
      return changes.length ? { act, note, changes } : null;
    case "broadcast":
      return draft.text.trim() ? { act, note, text: draft.text.trim() } : null;
    case "hand-over":
      return account ? { act, note, account } : null;
    case "co-gm":
      return account ? { act, note, account, on: draft.isOn } : null;
    case "start":
      return { act, note, bots: (draft.seat || null) as BotLevel | null };
    case "terms":
      return terms && { act, note, terms };
    default:
      return { act, note };
  }
}

/** 'account:7', 'bot:steady' or 'empty' as the server wants it. */
function readSeat(seat: string): { account: number } | { bot: BotLevel } | { account: null } {
  const [kind, value] = seat.split(":");
  if (kind === "account") return { account: Number(value) };
  return kind === "bot" ? { bot: value as BotLevel } : { account: null };
}

const WORDS: Record<OrdersState, string> = {
  confirmed: "Confirmed",
  saved: "Saved, not confirmed",
  in: "In",
  nothing: "Nothing on file",
  disorder: "Civil disorder",
  not_due: "Nothing to order",
};

/** A bot without orders yet writes them when the phase is judged, so it counts as in. */
export function stateOf(power: PowerStatus): OrdersState {
  return power.bot && power.state === "nothing" ? "in" : power.state;
}

/** 'Saved, not confirmed' */
export function tellState(state: OrdersState): string {
  return WORDS[state];
}

/** How many of those who have something to order have something on file. */
export function countIn(powers: readonly PowerStatus[]): { isIn: number; due: number } {
  const due = powers.map(stateOf).filter((state) => state !== "not_due" && state !== "disorder");
  return { isIn: due.filter((state) => state !== "nothing").length, due: due.length };
}
