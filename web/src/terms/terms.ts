/** The default terms of a new game, and terms in words. */
import type { BotLevel, ClockTerms, PressTerms, Terms, Weekday } from "../api/types";
import { formatZone, ownZone } from "../ui/formatTime";
import { joinWords } from "../ui/joinWords";

export const WEEKDAYS: readonly { value: Weekday; label: string; plural: string }[] = [
  { value: "mon", label: "Mon", plural: "Mondays" },
  { value: "tue", label: "Tue", plural: "Tuesdays" },
  { value: "wed", label: "Wed", plural: "Wednesdays" },
  { value: "thu", label: "Thu", plural: "Thursdays" },
  { value: "fri", label: "Fri", plural: "Fridays" },
  { value: "sat", label: "Sat", plural: "Saturdays" },
  { value: "sun", label: "Sun", plural: "Sundays" },
];

/** Terms that suit most games: deadlines twice a week, full press, a standby after two missed phases. */
export function makeTerms(): Terms {
  return {
    seating: "choice",
    players_per_power: 1,
    is_anonymous: false,
    is_private: false,
    clock: {
      kind: "weekdays",
      zone: ownZone(),
      weekdays: ["thu", "sun"],
      time: "20:00",
      hours: 72,
      first_hours: 168,
      retreat_hours: 48,
      adjustment_hours: 24,
      retreat_weekdays: [],
      adjustment_weekdays: [],
      holidays: [],
      grace_minutes: 0,
    },
    early: "all_ready",
    vote_extension_hours: 24,
    time_votes: { majority: "half", is_secret: true, extensions: 1, pause_days: 7, pause_end: "resume" },
    vacation_days: 14,
    missing: {
      limit: 2,
      then: "standby",
      extend_hours: 0,
      extend_times: 2,
      extend_for: "player",
      waits: false,
      wait_hours: 168,
      names_missing: false,
    },
    standbys: { admission: "approved", seats: "first" },
    press: { private: true, rooms: true, public: true, grey: false, closes_minutes: 0, in_retreats: true, eliminated: true },
    gm_sees_orders: false,
    gm_plays: false,
    is_run_by_master: false,
    spectators: { allowed: true, delay_phases: 1 },
    webhook: null,
    reminders_hours: [24, 3],
    bots: {},
    bot_voting: true,
    bots_talk: false,
  };
}

/** 'Thursdays and Sundays at 20:00 (Berlin); retreats 48 h, builds 24 h.' */
export function tellClock(clock: ClockTerms): string {
  if (clock.kind === "none") return "No deadlines: a phase is judged when everyone is ready, or when you judge it.";
  const retreats = tellOwn(clock, clock.retreat_weekdays, clock.retreat_hours);
  const builds = tellOwn(clock, clock.adjustment_weekdays, clock.adjustment_hours);
  const holidays = clock.holidays.map((holiday) => holiday.replace("/", " to "));
  const closed = holidays.length ? `; nothing is due on ${joinWords(holidays)}` : "";
  const rest = `; retreats ${retreats}, builds ${builds}${closed}.`;
  if (clock.kind === "duration") return `${tellHours(clock.hours)} a phase${rest}`;
  return `${tellDays(clock.weekdays)} at ${clock.time} (${formatZone(clock.zone)})${rest}`;
}

/** When retreats or builds are due: on their own weekdays if there are any, or else after hours. */
function tellOwn(clock: ClockTerms, days: readonly Weekday[], hours: number): string {
  return clock.kind === "weekdays" && days.length ? `on ${tellDays(days)}` : tellHours(hours);
}

/** The summary of rare clock settings on their closed fold. */
export function tellOtherDays(clock: ClockTerms): string {
  const count = clock.holidays.length;
  const own = clock.kind === "weekdays" && clock.retreat_weekdays.length + clock.adjustment_weekdays.length > 0;
  const holidays = count === 1 ? "1 holiday" : `${count} holidays`;
  return [own ? "own days" : "", count ? holidays : ""].filter(Boolean).join(", ") || "none";
}

function tellDays(days: readonly Weekday[]): string {
  return joinWords(WEEKDAYS.filter((day) => days.includes(day.value)).map((day) => day.plural));
}

/** 'as moves' for 0, '48 h', '7 days' for whole days from three on. */
export function tellHours(hours: number): string {
  if (hours === 0) return "as moves";
  return hours >= 72 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} h`;
}

/** 'Extended by 24 h, twice for each player. Then the game waits, for 7 days at most.' Empty if neither applies. */
export function tellMissing(missing: Terms["missing"]): string {
  const { extend_hours, extend_times, extend_for, waits, wait_hours } = missing;
  const whom = extend_for === "player" ? "for each player" : "in the game";
  const times = extend_times === 1 ? "once" : extend_times === 2 ? "twice" : `${extend_times} times`;
  const extended = extend_hours > 0 ? `The phase is extended by ${tellHours(extend_hours)}, ${times} ${whom}.` : "";
  const end = wait_hours > 0 ? `for ${tellHours(wait_hours)} at most` : "until the game master judges the phase";
  return [extended, waits ? `The game waits for missing orders, ${end}.` : ""].filter(Boolean).join(" ");
}

/** 'extension, pause' */
export function tellTimeVotes(terms: Terms): string {
  const found = [terms.vote_extension_hours > 0 && "extension", terms.time_votes.pause_days > 0 && "pause"];
  return found.filter(Boolean).join(", ") || "none";
}

/** 'Letters, rooms and public press.' */
export function tellPress(press: PressTerms): string {
  const kinds = [press.private && "letters", press.rooms && "rooms", press.public && "public press"].filter(Boolean) as string[];
  if (kinds.length === 0) return "No press.";
  const text = joinWords(kinds) + (press.grey ? ", grey press allowed" : "") + (press.eliminated ? "" : ", none by eliminated players");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** 'Bot, steady' */
export function tellBot(level: BotLevel): string {
  return `Bot, ${level}`;
}

/** Who may stand by for a seat. */
export const ADMISSION: Record<Terms["standbys"]["admission"], string> = {
  anyone: "Anyone",
  approved: "Anyone the game master admits",
  invited: "Anyone the game master invites",
};

/** Which standby gets a free seat. */
export const FREE_SEATS: Record<Terms["standbys"]["seats"], string> = {
  first: "The first standby who takes it",
  gm: "The standby whom the game master chooses",
};
