import type { Measure } from "./labelText";

const FAMILY = '"EB Garamond", Georgia, serif';

/** Measures text in the board's typeface; each text once, at 100 px. A new edition forgets what was measured before. */
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
