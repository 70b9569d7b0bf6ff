import { expect, it } from "vitest";
import { findReturn, keepReturn } from "./returnAddress";

it("goes back to the page that was wanted", () => {
  const address = new URL(keepReturn("/sign-in", "/invite/abc?x=1"), "http://here");
  expect(findReturn(address.searchParams)).toBe("/invite/abc?x=1");
});

it("never leads to another site", () => {
  for (const next of ["https://elsewhere", "//elsewhere", "/\\elsewhere", "javascript:1", ""]) {
    expect(findReturn(new URLSearchParams({ next }))).toBe("/games");
  }
});
