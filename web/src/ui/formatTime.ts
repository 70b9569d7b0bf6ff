/** Formats moments in a time zone: day, time, and distance from now. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The zone of the reader's device. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type Parts = Record<"weekday" | "day" | "month" | "year" | "hour" | "minute", string>;

function split(moment: Date, zone: string, style: "short" | "long"): Parts {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: style,
    day: "numeric",
    month: style,
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return Object.fromEntries(format.formatToParts(moment).map((part) => [part.type, part.value])) as Parts;
}

/** 'Thu 20 Nov, 20:00' */
export function formatMoment(at: string | Date, zone: string = ownZone()): string {
  const parts = split(new Date(at), zone, "short");
  return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`;
}

/** 'Thursday 20 November, 20:00' */
export function formatLong(at: string | Date, zone: string = ownZone()): string {
  const parts = split(new Date(at), zone, "long");
  return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`;
}

/** '20 November 2026' */
export function formatDate(at: string | Date, zone: string = ownZone()): string {
  const parts = split(new Date(at), zone, "long");
  return `${parts.day} ${parts.month} ${parts.year}`;
}

/** '20:00' */
export function formatTime(at: string | Date, zone: string = ownZone()): string {
  const parts = split(new Date(at), zone, "short");
  return `${parts.hour}:${parts.minute}`;
}

/** 'Tuesday' within the week, else '2 November', with the year when it is another one. */
export function formatDay(at: string | Date, now: Date, zone: string = ownZone()): string {
  const then = split(new Date(at), zone, "long");
  const here = split(now, zone, "long");
  const age = now.getTime() - new Date(at).getTime();
  if (isSameDay(then, here)) return "Today";
  if (age >= 0 && age < 6 * DAY) return then.weekday;
  return `${then.day} ${then.month}${then.year === here.year ? "" : ` ${then.year}`}`;
}

/** For lists of what was: 'Today 14:02', 'Mon 21:14', '8 Nov 20:00'; `isBrief` leaves out all but the nearest part. */
export function formatWhen(at: string | Date, now: Date, { zone = ownZone(), isBrief = false } = {}): string {
  const moment = new Date(at);
  const then = split(moment, zone, "short");
  const here = split(now, zone, "short");
  const time = `${then.hour}:${then.minute}`;
  const age = now.getTime() - moment.getTime();
  if (isSameDay(then, here)) return isBrief ? time : `Today ${time}`;
  if (age >= 0 && age < 6 * DAY) return isBrief ? then.weekday : `${then.weekday} ${time}`;
  const year = then.year === here.year ? "" : ` ${then.year}`;
  return isBrief ? `${then.day} ${then.month}${year}` : `${then.day} ${then.month}${year} ${time}`;
}

/** How long until a moment: 'in 2 d 4 h', 'in 3 h 20 min', 'in 5 min', 'now', '12 min ago'. */
export function formatWait(at: string | Date, now: Date): string {
  const wait = new Date(at).getTime() - now.getTime();
  if (Math.abs(wait) < MINUTE) return "now";
  return wait > 0 ? `in ${formatSpan(wait)}` : `${formatSpan(-wait)} ago`;
}

/** '2 d 4 h', '3 h 20 min', '5 min' */
export function formatSpan(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}

/** Whether two zones show the same time at a moment. */
export function isSameTime(at: string | Date, one: string, other: string): boolean {
  return one === other || formatMoment(at, one) === formatMoment(at, other);
}

/** 'Berlin' of 'Europe/Berlin'. */
export function formatZone(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** What a field of kind `datetime-local` holds for a moment on this device. */
export function formatLocal(at: string | Date): string {
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

function isSameDay(one: Parts, other: Parts): boolean {
  return one.day === other.day && one.month === other.month && one.year === other.year;
}
