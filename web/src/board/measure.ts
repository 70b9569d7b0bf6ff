import { afterPaint } from "../ui/afterPaint";
import type { Measure } from "./labelText";

const FAMILY = '"EB Garamond", Georgia, serif';

/** Measures text in the board's typeface; each text once, at 100 px. A new edition discards earlier measurements. */
export function makeMeasure(_edition = 0): Measure {
  const context = document.createElement("canvas").getContext("2d");
  const known = new Map<string, number>();
  return (text, size, isBold, isItalic) => {
    const font = `${isItalic ? "italic " : ""}${isBold ? 700 : 500} 100px ${FAMILY}`;
    const key = `${font}${text}`;
    let width = known.get(key);
    if (width === undefined) {
      if (context) context.font = font;
      width = context ? context.measureText(text).width : 48 * text.length;
      known.set(key, width);
    }
    return (width * size) / 100;
  };
}

/** The faces of the typeface for names of spaces. */
const FACES = [`500 16px ${FAMILY}`, `700 16px ${FAMILY}`, `italic 500 16px ${FAMILY}`];
/** Ms after which names are set in another typeface. */
const LONGEST_WAIT = 800;

/**
 * Calls back when names can be measured: once the board is on the screen and the font has loaded, and again if the
 * font loads too late for that. Returns a function that stops it.
 */
export function awaitLetters(onHere: () => void): () => void {
  let isWanted = true;
  let hasWaited = false;
  const tell = () => isWanted && afterPaint(onHere);
  const timer = setTimeout(() => {
    hasWaited = true;
    tell();
  }, LONGEST_WAIT);
  void Promise.allSettled(FACES.map((face) => document.fonts.load(face))).then((found) => {
    clearTimeout(timer);
    const hasCome = found.some(({ status }) => status === "fulfilled");
    if (!hasWaited || hasCome) tell();
  });
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
