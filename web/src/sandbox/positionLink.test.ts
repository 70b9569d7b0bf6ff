import { describe, expect, it } from "vitest";
import { linkToSandbox, packPosition, unpackPosition } from "./positionLink";

const REQUEST = {
  variant: "standard",
  phase: "S1901M",
  units: { FRANCE: ["A PAR", "F STP/SC"] },
  centres: { FRANCE: ["PAR"] },
  contested: [],
  memory: {},
  orders: { FRANCE: ["A PAR - BUR"] },
};

describe("a position in a link", () => {
  it("comes back as it was, without the fields that say nothing", async () => {
    const found = await unpackPosition(await packPosition(REQUEST));
    expect(found).toEqual({
      variant: "standard", phase: "S1901M", units: REQUEST.units, centres: REQUEST.centres, orders: REQUEST.orders,
    });
  });

  it("needs no signs that an address would have to escape", async () => {
    expect(await linkToSandbox(REQUEST)).toMatch(/^\/sandbox\?position=[\w-]+$/);
  });

  it.each(["", "x", "bm90IGEgcG9zaXRpb24", "%%%"])("says that %o holds none", async (code) => {
    await expect(unpackPosition(code)).rejects.toThrow("contains no position");
  });

  it("says so of a link that was cut", async () => {
    const whole = await packPosition(REQUEST);
    await expect(unpackPosition(whole.slice(0, whole.length / 2))).rejects.toThrow("contains no position");
  });
});
