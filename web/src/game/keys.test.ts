import { expect, test } from "vitest";
import { readKey, type KeyScene, type Reading } from "./keys";

const IDLE: KeyScene = { word: null, codes: [], nextCodes: [], hasHand: false, hasLetters: true };
const CODES = ["LON", "LEO", "MAR", "SAV"];
const HAND: KeyScene = { ...IDLE, codes: CODES, nextCodes: CODES, hasHand: true };

function press(key: string, scene: KeyScene = IDLE, isShift = false): Reading {
  return readKey({ key, isShift }, scene);
}

/** What each letter of a text means, one soon after the other. */
function type(text: string, scene: KeyScene = HAND): Reading[] {
  let word = scene.word;
  return [...text].map((key) => {
    const reading = press(key, { ...scene, word });
    word = reading.word;
    return reading;
  });
}

test("letters are commands while nothing is in hand", () => {
  expect(press("n")).toMatchObject({ command: "next" });
  expect(press("N", IDLE, true)).toMatchObject({ command: "previous" });
  expect(press("u")).toMatchObject({ command: "undo" });
  expect(press("/")).toMatchObject({ command: "goto" });
  expect(press("3")).toMatchObject({ act: "theatre", number: 3 });
});

test("a code is taken as soon as it is the only one, and the rest of it still belongs to it", () => {
  const [first, second, third] = type("lon");
  expect(first).toMatchObject({ act: "wait", fallback: null });
  expect(second).toMatchObject({ act: "target", code: "LON", isNext: false });
  expect(third).toEqual({ act: "target", code: "LON", isNext: false, word: null });
});

test("a code that is offered twice, by land and by convoy, is one code", () => {
  expect(type("lo", { ...HAND, codes: ["LON", "LON", "LEO"] })[1]).toMatchObject({ act: "target", code: "LON" });
});

test("a code that is the beginning of another is taken when all of it is typed", () => {
  const readings = type("po1", { ...HAND, codes: ["PO1", "PO12"] });
  expect(readings.at(-1)).toEqual({ act: "target", code: "PO1", isNext: false, word: null });
  expect(press("2", { ...HAND, codes: ["PO1", "PO12"] })).toMatchObject({ act: "theatre" });
});

test("a letter that is a command and begins a code waits for the next letter", () => {
  expect(press("m", HAND)).toMatchObject({ act: "wait", fallback: "move" });
  expect(type("ma")[1]).toMatchObject({ act: "target", code: "MAR" });
});

test("a kind that begins no code is chosen at once, and taken back if a word follows", () => {
  const [first, second, third] = type("han");
  expect(first).toMatchObject({ act: "command", command: "hold", word: { letters: "H" } });
  expect([second?.act, third?.act]).toEqual(["lost", "lost"]);
});

test.each(["wuh", "nun", "uru", "pun", "xmu", "lch", "hush"])("spelling %s never is a command that does harm", (text) => {
  for (const reading of type(text).slice(1)) expect(["lost", "wait", "target"]).toContain(reading.act);
  const [first] = type(text);
  const harm = first?.act === "command" ? first.command : "";
  expect(["undo", "next", "plan"]).not.toContain(harm);
});

test("undo, next and plan wait while a unit is in hand, in case a word follows", () => {
  for (const [key, fallback] of Object.entries({ u: "undo", n: "next", p: "plan" })) {
    expect(press(key, HAND)).toMatchObject({ act: "wait", fallback });
  }
});

test("after a target that was clear early the next one may follow at once", () => {
  const taken = { letters: "LO", taken: "LON" };
  expect(press("b", { ...HAND, word: taken, nextCodes: ["BUR"] })).toMatchObject({ act: "target", code: "BUR", isNext: true });
  expect(press("u", { ...HAND, word: taken, nextCodes: ["BUR"] })).toMatchObject({ act: "lost" });
});

test("with single keys switched off only Enter and Escape are left", () => {
  const off = { ...IDLE, hasLetters: false };
  expect(press("n", off).act).toBe("none");
  expect(press("Enter", off)).toMatchObject({ command: "set" });
  expect(press("Escape", off)).toMatchObject({ command: "back" });
});
