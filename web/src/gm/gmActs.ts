/** The actions of a game master: their titles, fields and requests. */
import type { BotLevel, Correction, GmAct, GmActBody, LaterActBody, OrdersState, PowerStatus, Terms } from "../api/types";

/** The fields of all actions; each action reads those it needs. */
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
  extend: { act: "extend", title: "Extend the deadline", label: "Extend it", asksNote: true },
  pause: { act: "pause", title: "Pause the game", label: "Pause", says: "No deadline passes while a game is paused. Orders and press stay open.", asksNote: true },
  resume: { act: "resume", title: "Resume the game", label: "Resume", says: "The phase gets back the time that was left when the game was paused.", asksNote: true },
  lock: { act: "lock", title: "Lock orders", label: "Save", says: "While orders are locked, players can read theirs but not change them.", asksNote: true },
  advance: { act: "advance", title: "Judge now", label: "Judge now", says: "The phase is judged with the orders on file. Units without an order hold.", asksNote: true },
  "dry-run": { act: "dry-run", title: "Dry run", label: "Dry run", says: "Judge the orders now on file. Nobody is told, and nothing is saved. You will see results, so the log records it." },
  remind: { act: "remind", title: "Send a reminder", label: "Remind" },
  seat: { act: "seat", title: "Choose who plays", label: "Seat", asksNote: true },
  offer: { act: "offer", title: "Offer a seat to standbys", label: "Save", says: "The player, the standbys and the webhook are told. The player keeps the seat by sending orders.", asksNote: true },
  admit: { act: "admit", title: "Standbys", label: "Save", says: "The person is told your answer and your note.", asksNote: true },
  disorder: { act: "disorder", title: "Civil disorder", label: "Save", asksNote: true },
  correct: { act: "correct", title: "Correct a fact", label: "Correct it", says: "The correction is written to the log and shown with the results.", asksNote: true },
  broadcast: { act: "broadcast", title: "Broadcast", label: "Send to all" },
  "hand-over": { act: "hand-over", title: "Hand over the game", label: "Hand it over", says: "That person becomes game master in your place.", asksNote: true },
  "co-gm": { act: "co-gm", title: "Second game master", label: "Save", asksNote: true },
  terms: { act: "terms", title: "Change the terms", label: "Change them", asksNote: true },
  start: { act: "start", title: "Begin the game", label: "Begin", says: "Everyone gets a seat, and the first phase begins." },
};

const LATER: readonly GmAct[] = ["deadline", "extend", "pause", "resume", "lock", "advance", "remind", "broadcast", "terms", "start"];

/** The action as it can be scheduled; null if it cannot be. */
export function readLater(body: GmActBody): LaterActBody | null {
  return LATER.includes(body.act) ? (body as LaterActBody) : null;
}

/** An empty draft. */
export function makeDraft(changes: Partial<ActDraft> = {}): ActDraft {
  const empty = { note: "", power: "", hours: 24, moment: "", text: "", seat: "", account: "", isOn: true };
  return { ...empty, changes: [], terms: null, ...changes };
}

/** The request of an action; null while a field is empty. */
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

/** A bot without orders writes them when the phase is judged, so it counts as in. */
export function stateOf(power: PowerStatus): OrdersState {
  return power.bot && power.state === "nothing" ? "in" : power.state;
}

/** 'Saved, not confirmed' */
export function tellState(state: OrdersState): string {
  return WORDS[state];
}

/** How many of the powers that can order have orders on file. */
export function countIn(powers: readonly PowerStatus[]): { isIn: number; due: number } {
  const due = powers.map(stateOf).filter((state) => state !== "not_due" && state !== "disorder");
  return { isIn: due.filter((state) => state !== "nothing").length, due: due.length };
}
