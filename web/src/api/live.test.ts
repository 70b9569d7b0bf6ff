import { describe, expect, it } from "vitest";
import { nextWait, readChange } from "./live";

describe("live", () => {
  it("reads a change", () => {
    expect(readChange('{"kind":"judged","version":12}')).toEqual({ kind: "judged", version: 12 });
  });

  it("passes over what is no change", () => {
    expect(readChange("ping")).toBeNull();
    expect(readChange("{}")).toBeNull();
  });

  it("waits longer each time, up to a minute", () => {
    expect(nextWait(2_000)).toBe(4_000);
    expect(nextWait(50_000)).toBe(60_000);
  });
});
