import type { Board } from "../board/boardFile";

/** What the pages need to know about a board: names, theatres and places of spaces. */
export type Places = Pick<Board, "width" | "wraps" | "spaces">;

/** The space of a location: `STP` of `STP/SC`. */
export function spaceOf(location: string): string {
  return location.split("/")[0] ?? location;
}

/** The coast of a location in lower case: `sc` of `STP/SC`, or nothing. */
export function coastOf(location: string): string {
  return (location.split("/")[1] ?? "").toLowerCase();
}

/** True if a space is sea. */
export function isSea(places: Places, location: string): boolean {
  return places.spaces.get(spaceOf(location))?.isSea ?? false;
}

/** A code as it is shown: seas in capitals, land with one capital, a coast after a slash. */
export function showCode(places: Places, location: string): string {
  const space = spaceOf(location);
  const coast = coastOf(location);
  const code = isSea(places, space) || /\d/.test(space) ? space : space.charAt(0) + space.slice(1).toLowerCase();
  return coast ? `${code}/${coast}` : code;
}

/** The name of a place, with its coast in brackets. */
export function nameOf(places: Places, location: string): string {
  const name = places.spaces.get(spaceOf(location))?.name ?? location;
  const coast = coastOf(location);
  return coast ? `${name} (${coast})` : name;
}

/** `A BRI` as it is shown: `A Bri`. */
export function showUnit(places: Places, unit: string): string {
  const [letter, at] = splitUnit(unit);
  return `${letter === "BOMB" ? "Bomb" : letter} ${showCode(places, at)}`;
}

/** Sentences of the server with their units as lists show them: `A Bur` for `A BUR`. */
export function showUnits(sentence: string, show: (unit: string) => string): string {
  return sentence.replace(/\b(?:A|F|TF) [A-Z][A-Z0-9]{1,3}(?:\/[A-Z]{2})?\b/g, show);
}

/** Sentences of the server with their orders as lists show them: `A Bur – Par` for `A BUR - PAR`. */
export function showOrders(places: Places, sentence: string): string {
  return showUnits(sentence, (unit) => showUnit(places, unit)).replace(/ - ([A-Z][A-Z0-9]{1,3}(?:\/[A-Z]{2})?)\b/g, (all, at: string) =>
    places.spaces.has(spaceOf(at)) ? ` \u2013 ${showCode(places, at)}` : all,
  );
}

/** `F ENG` in words: `Fleet English Channel`. */
export function nameUnit(places: Places, unit: string): string {
  const [letter, at] = splitUnit(unit);
  return `${UNIT_WORDS[letter] ?? letter} ${nameOf(places, at)}`;
}

const UNIT_WORDS: Record<string, string> = { A: "Army", F: "Fleet", TF: "Transport fleet", BOMB: "Bomb" };

/** Letter and location of a unit. */
export function splitUnit(unit: string): [string, string] {
  const gap = unit.indexOf(" ");
  return gap < 0 ? ["", unit] : [unit.slice(0, gap), unit.slice(gap + 1)];
}

/** The theatre of a place. */
export function theatreOf(places: Places, location: string): string {
  return places.spaces.get(spaceOf(location))?.theatre ?? "";
}

const NOWHERE = { x: 0, y: 0 };

/** The step from one place to another, the short way round if the board wraps. */
export function stepBetween(places: Places, from: string, to: string): [number, number] {
  const start = places.spaces.get(spaceOf(from))?.unit ?? NOWHERE;
  const end = places.spaces.get(spaceOf(to))?.unit ?? NOWHERE;
  let across = end.x - start.x;
  if (places.wraps && Math.abs(across) > places.width / 2) across -= Math.sign(across) * places.width;
  return [across, end.y - start.y];
}

/** How far two places lie apart. */
export function distance(places: Places, from: string, to: string): number {
  return Math.hypot(...stepBetween(places, from, to));
}

/** Spaces whose code, name or part of the name begins with what was typed; codes first. */
export function findPlaces(places: Places, typed: string, limit = 8): string[] {
  const wanted = fold(typed);
  if (!wanted) return [];
  const ranked: [number, string][] = [];
  for (const [code, place] of places.spaces) {
    const rank = rankOf(wanted, fold(code), fold(place.name));
    if (rank < 9) ranked.push([rank, code]);
  }
  ranked.sort(([rank, code], [other, otherCode]) => rank - other || code.localeCompare(otherCode));
  return ranked.slice(0, limit).map(([, code]) => code);
}

/** The spaces whose name or code is most similar to what was typed, for when nothing matches. */
export function findNearest(places: Places, typed: string, limit = 3): string[] {
  const wanted = fold(typed);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const ranked: [number, string][] = [];
  for (const [code, place] of places.spaces) {
    const names = [fold(code), fold(place.name), ...fold(place.name).split(" ").filter((word) => word.length > 3)];
    const least = Math.min(...names.map((name) => countChanges(wanted, name)));
    if (least <= most) ranked.push([least, code]);
  }
  ranked.sort(([one, code], [other, otherCode]) => one - other || code.localeCompare(otherCode));
  return ranked.slice(0, limit).map(([, code]) => code);
}

/** The edit distance of two words. */
function countChanges(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[row - 1] === other[place - 1];
      line.push(Math.min((above[place] ?? 0) + 1, (line[place - 1] ?? 0) + 1, (above[place - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}

function rankOf(wanted: string, code: string, name: string): number {
  if (code === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (code.startsWith(wanted)) return 2;
  if (name.split(" ").some((word) => word.startsWith(wanted))) return 3;
  return 9;
}

/** Without case and accents, for comparing. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .trim()
    .toLowerCase();
}
