/** Free text with the server's reading of it. */
import type { CheckedLine } from "../api/types";

export type Piece = { text: string; isWrong: boolean };

/** The text in pieces, with unreadable places marked. Spans count from the start of the text. */
export function markText(text: string, lines: readonly CheckedLine[]): Piece[] {
  const wrong = lines.flatMap((line) => (line.state === "read" || !line.at ? [] : [line.at]));
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of wrong.sort((a, b) => a[0] - b[0])) {
    if (start < at) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isWrong: false });
    pieces.push({ text: text.slice(start, end), isWrong: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isWrong: false });
  return pieces;
}

/** Put a candidate where the wrong words were. */
export function mendText(text: string, line: CheckedLine, candidate: string): string {
  return line.at ? text.slice(0, line.at[0]) + candidate + text.slice(line.at[1]) : text;
}

/** Keep only the text that was not added, so that nothing is dropped silently. */
export function keepRest(lines: readonly CheckedLine[]): string {
  return lines
    .filter((line) => line.state !== "read")
    .map((line) => line.text)
    .join("\n");
}

/** `Line 2`, as counted in the text; if the line holds several orders, with the words meant. */
export function nameLine(text: string, line: CheckedLine, lines: readonly CheckedLine[]): string {
  const number = rowOf(text, line);
  const isAlone = lines.every((other) => other === line || rowOf(text, other) !== number);
  return isAlone ? `Line ${number}` : `Line ${number}, \u2018${line.text.trim()}\u2019`;
}

function rowOf(text: string, line: CheckedLine): number {
  return text.slice(0, line.at[0]).split(/\r\n|\r|\n/).length;
}
