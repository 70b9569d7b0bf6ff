import { expect, test } from "vitest";
import { readBytes, writeBytes } from "./passkeys";

test("bytes come back as they were", () => {
  const all = Uint8Array.from({ length: 256 }, (_, number) => number);
  for (const length of [0, 1, 2, 3, 4, 255, 256]) {
    const bytes = all.slice(0, length);
    expect(readBytes(writeBytes(bytes.buffer))).toEqual(bytes);
  }
});

test("texts are written for addresses: no plus, slash or filling", () => {
  expect(writeBytes(Uint8Array.from([251, 255, 254, 255]).buffer)).toBe("-__-_w");
});
