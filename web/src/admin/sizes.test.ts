import { expect, test } from "vitest";
import { formatSize } from "./sizes";

test.each([
  [0, "0 kB"],
  [1, "1 kB"],
  [184_000, "184 kB"],
  [1_240_000, "1.2 MB"],
  [32_000_000_000, "32.0 GB"],
  [null, ""],
])("%s bytes read as %s", (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
