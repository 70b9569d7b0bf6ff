import { expect, test } from "vitest";
import { tellCharacter } from "./characters";

test("says who plays a power where bots talk", () => {
  const seat = { name: "France", character: { name: "Rosamund", manner: "cautious" } };
  expect(tellCharacter(seat)).toBe("Rosamund, cautious");
  expect(tellCharacter(null)).toBe("");
});
