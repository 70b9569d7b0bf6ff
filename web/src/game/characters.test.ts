import { expect, test } from "vitest";
import { tellCharacter, tellPlayedBy } from "./characters";

test("says who plays a power where bots talk", () => {
  const seat = { name: "France", character: { name: "Rosamund", manner: "cautious" } };
  expect(tellCharacter(seat)).toBe("Rosamund, cautious");
  expect(tellPlayedBy(seat)).toBe("France, played by Rosamund, cautious");
  expect(tellCharacter(null)).toBe("");
  expect(tellPlayedBy({ name: "France", character: null })).toBe("France");
});
