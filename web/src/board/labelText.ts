import { labels, media } from "../theme/looks";
import type { Space } from "./boardFile";

/** The text of a label: a name with its code in bold, or the code alone, on one or more lines. */
export type Run = { text: string; isBold: boolean };
export type Wording = {
  lines: readonly (readonly Run[])[];
  isSea: boolean;
  /** True if the last line is the code in spaced capitals. */
  hasCodeLine: boolean;
  isName: boolean;
  /** The letter spacing of a name, in ems: names of oceans are spaced capitals. */
  spacing: number;
};
/** The width of a text in px. */
export type Measure = (text: string, size: number, isBold: boolean, isItalic: boolean) => number;

export const LEADING = labels.leading;
/** Spacing of capitals, in ems. */
export const SPACED = labels.spacing;

/** The letter size of a sea's code: beneath a name it grows less than the name does. */
export function codeSize({ isName }: Pick<Wording, "isName">, size: number): number {
  const most = labels.codeMost;
  const grown = isName ? Math.min(size, most + (size - most) * labels.codeGrowth) : size;
  return Math.max(media.screen.leastCode, grown * labels.codeShare);
}

/** The width of the widest line, in px. */
export function widthOf(wording: Wording, size: number, measure: Measure): number {
  let widest = 0;
  for (const number of wording.lines.keys()) widest = Math.max(widest, lineWidth(wording, number, size, measure));
  return widest;
}

function lineWidth(wording: Wording, number: number, size: number, measure: Measure): number {
  const isCode = wording.hasCodeLine && number === wording.lines.length - 1;
  const letters = isCode ? codeSize(wording, size) : size;
  const spacing = isCode ? SPACED : wording.spacing;
  let width = 0;
  for (const run of wording.lines[number] ?? []) {
    width += measure(run.text, letters, run.isBold || isCode, wording.isSea && !isCode) + spacing * letters * run.text.length;
  }
  return width;
}

/** The width of the line with the code, in px. */
export function codeWidth(wording: Wording, size: number, measure: Measure): number {
  return lineWidth(wording, wording.lines.length - 1, size, measure);
}

/** The name as one line, to run along a curve. */
export function alongOf({ lines, hasCodeLine }: Wording): Run[] {
  return (hasCodeLine ? lines.slice(0, -1) : lines).flat();
}

/** The width of the name on one line, in px, without letter spacing. */
export function widthAlong(wording: Wording, size: number, measure: Measure): number {
  return alongOf(wording).reduce((sum, run) => sum + measure(run.text, size, run.isBold, wording.isSea), 0);
}

/** The height of all lines, in px. */
export function heightOf(wording: Wording, size: number): number {
  return size * (LEADING * (wording.lines.length - 1) + labels.lineHeight);
}

/** `Bur` for BUR; codes with digits do not change. */
export function shortCode(code: string): string {
  return /^[A-Z]+$/.test(code) ? code.charAt(0) + code.slice(1).toLowerCase() : code;
}

/** The possible texts, best first; the code alone comes last. Oceans are in capitals. */
export function wordSpace(space: Pick<Space, "code" | "name" | "isSea">, isOcean = false): Wording[] {
  return space.isSea ? wordSea(space, isOcean) : wordLand(space);
}

function wordLand({ code, name }: Pick<Space, "code" | "name">): Wording[] {
  const short = shortCode(code);
  const alone = landWording([[bold(short)]], false);
  if (name.toUpperCase() === code) return [alone];
  if (!name.toUpperCase().startsWith(code)) {
    return [landWording([[plain(`${name} `), bold(short)]]), landWording([[plain(name)], [bold(short)]]), alone];
  }
  const head = bold(name.slice(0, code.length));
  const rest = name.slice(code.length);
  const found = [landWording([[head, plain(rest)]])];
  const gap = rest.indexOf(" ");
  if (gap >= 0) found.push(landWording([[head, plain(rest.slice(0, gap))], [plain(rest.slice(gap + 1))]]));
  return [...found, alone];
}

function wordSea({ code, name }: Pick<Space, "code" | "name">, isOcean: boolean): Wording[] {
  const alone: Wording = { lines: [[plain(code)]], isSea: true, hasCodeLine: true, isName: false, spacing: 0 };
  if (name.toUpperCase() === code) return [alone];
  const words = glue((isOcean ? name.toUpperCase() : name).split(/\s+/));
  const spacing = isOcean ? labels.oceanSpacing : 0;
  const found: Wording[] = [];
  for (let count = Math.min(words.length, 3); count > 0; count--) {
    const lines = breakLines(words, count).map((line) => [plain(line)]);
    found.push({ lines: [...lines, [plain(code)]], isSea: true, hasCodeLine: true, isName: true, spacing });
  }
  return [...found, alone];
}

function landWording(lines: Run[][], isName = true): Wording {
  return { lines, isSea: false, hasCodeLine: false, isName, spacing: 0 };
}

function plain(text: string): Run {
  return { text, isBold: false };
}

function bold(text: string): Run {
  return { text, isBold: true };
}

/** Keep short words with the next one: 'of Biscay'. */
function glue(words: string[]): string[] {
  const glued: string[] = [];
  for (const word of words) {
    const last = glued[glued.length - 1];
    if (last && /(^| )(of|the|de)$/i.test(last)) glued[glued.length - 1] = `${last} ${word}`;
    else glued.push(word);
  }
  return glued;
}

/** Words on a number of lines, with the longest line as short as possible. */
function breakLines(words: string[], count: number): string[] {
  if (count === 1) return [words.join(" ")];
  let best: string[] = [];
  let least = Infinity;
  for (let cut = 1; cut <= words.length - count + 1; cut++) {
    const lines = [words.slice(0, cut).join(" "), ...breakLines(words.slice(cut), count - 1)];
    const longest = Math.max(...lines.map((line) => line.length));
    if (longest < least) [best, least] = [lines, longest];
  }
  return best;
}
