import { expect, test } from "vitest";
import type { CheckedLine } from "../api/types";
import { hold, move } from "../game/testOrders";
import { keepRest, markText, mendText, nameLine } from "./typedOrders";

const TEXT = "wms-tun; a que h\narmy timbuktu to volto";
const ASKED = { power: "FRANCE", counts: true, message: "", reason: null, clause: null, cite: null, candidates: [], replaces: null, warning: null };
const LINES: CheckedLine[] = [
  { ...ASKED, number: 1, text: "wms-tun", state: "read", order: "F WMS - TUN", understood: move("F WMS", "TUN"), at: [0, 7] },
  { ...ASKED, number: 2, text: "a que h", state: "read", order: "A QUE H", understood: hold("A QUE"), at: [9, 16] },
  {
    ...ASKED, number: 3, text: "army timbuktu to volto", state: "question", order: null, understood: null, counts: false,
    message: "No space is called 'volto'. Did you mean VOL, VTA?", candidates: ["VOL", "VTA"], at: [34, 39],
  },
];

test("only what could not be read is marked", () => {
  expect(markText(TEXT, LINES).filter((piece) => piece.isWrong)).toEqual([{ text: "volto", isWrong: true }]);
  expect(markText(TEXT, LINES).map((piece) => piece.text).join("")).toBe(TEXT);
});

test("a candidate takes the place of the wrong word", () => {
  expect(mendText(TEXT, LINES[2] as CheckedLine, "VOL")).toBe("wms-tun; a que h\narmy timbuktu to VOL");
});

test("spans that overlap are marked once", () => {
  const whole: CheckedLine = { ...(LINES[2] as CheckedLine), at: [17, 39] };
  expect(markText(TEXT, [whole, LINES[2] as CheckedLine]).filter((piece) => piece.isWrong).length).toBe(1);
});

test("what was not taken over stays in the box", () => {
  expect(keepRest(LINES)).toBe("army timbuktu to volto");
});

test("lines are counted as they stand in the text, and orders that share one are quoted", () => {
  expect(nameLine(TEXT, LINES[2] as CheckedLine, LINES)).toBe("Line 2");
  expect(nameLine(TEXT, LINES[1] as CheckedLine, LINES)).toBe("Line 1, ‘a que h’");
  const later = { ...(LINES[2] as CheckedLine), at: [36, 41] as [number, number] };
  expect(nameLine(`\r\n${TEXT}`, later, [later])).toBe("Line 3");
});
