import { describe, expect, it } from "vitest";
import type { Places } from "../game/spaces";
import { listTheatres, usualPaper } from "./shareResults";

describe("what is offered to take along", () => {
  it("lists the whole board first, then each theatre once", () => {
    const spaces = new Map(["Europe", "Asia", "Europe", ""].map((theatre, number) => [String(number), { theatre }]));
    expect(listTheatres({ spaces } as unknown as Places).map((choice) => choice.label)).toEqual(["The whole board", "Asia", "Europe"]);
  });

  it("chooses the paper of the reader's country", () => {
    expect(["en-US", "fr-CA", "en-GB", "de"].map(usualPaper)).toEqual(["letter", "letter", "a4", "a4"]);
  });
});
