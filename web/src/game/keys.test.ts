import { expect, test } from "vitest";
import { readKey, type KeyScene } from "./keys";

const IDLE: KeyScene = { typed: "", codes: [], hasLetters: true };
const CODES = ["LON", "LEO", "MAR", "SAV"];

function press(key: string, scene: KeyScene = IDLE, isShift = false) {
  return readKey({ key, isShift }, scene);
}

test("letters are commands while nothing can be spelt", () => {
  expect(press("n")).toMatchObject({ command: "next" });
  expect(press("N", IDLE, true)).toMatchObject({ command: "previous" });
  expect(press("u")).toMatchObject({ command: "undo" });
  expect(press("/")).toMatchObject({ command: "goto" });
  expect(press("3")).toMatchObject({ act: "theatre", number: 3 });
});

test("a code is taken as soon as it is the only one", () => {
  expect(press("l", { ...IDLE, codes: CODES })).toEqual({ act: "wait", typed: "l", fallback: null });
  expect(press("o", { ...IDLE, codes: CODES, typed: "l" })).toMatchObject({ act: "target", code: "LON" });
});

test("a letter that is a command and begins a code waits for the next letter", () => {
  expect(press("m", { ...IDLE, codes: CODES })).toEqual({ act: "wait", typed: "m", fallback: "move" });
  expect(press("a", { ...IDLE, codes: CODES, typed: "m" })).toMatchObject({ act: "target", code: "MAR" });
});

test("a letter that begins no code is its command at once", () => {
  expect(press("h", { ...IDLE, codes: CODES })).toMatchObject({ command: "hold" });
});

test("a slip begins the spelling anew", () => {
  expect(press("l", { ...IDLE, codes: CODES, typed: "s" })).toEqual({ act: "wait", typed: "l", fallback: null });
});

test("with single keys switched off only Enter and Escape are left", () => {
  const off = { ...IDLE, hasLetters: false };
  expect(press("n", off).act).toBe("none");
  expect(press("Enter", off)).toMatchObject({ command: "set" });
  expect(press("Escape", off)).toMatchObject({ command: "back" });
});
