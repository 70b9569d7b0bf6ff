import { expect, test } from "vitest";
import { findRules, splitReason } from "./clauseLinks";

const clause = { id: "C7-4b", link: "/variants/colonia-vii#C7-4b" };

test("the id of a clause is taken out of the reason to make a link of it", () => {
  const reason = "No: two seas away; one is allowed (C7-4b).";
  const parts = splitReason(reason, clause);
  expect(parts).toEqual({ before: "No: two seas away; one is allowed (", id: "C7-4b", after: ")." });
  expect(parts.before + parts.id + parts.after).toBe(reason);
});

test("a reason without a clause stays whole", () => {
  expect(splitReason("Neutral centre: counts, never builds.", null)).toEqual({
    before: "Neutral centre: counts, never builds.", id: "", after: "",
  });
  expect(splitReason("No: the attacker came from there.", clause).id).toBe("");
});

test("in a game the clause is read on the game's rules, elsewhere on the variant's page", () => {
  expect(findRules(clause.link, "/g/abc/play")).toBe("/g/abc/rules#C7-4b");
  expect(findRules(clause.link, "/g/abc")).toBe("/g/abc/rules#C7-4b");
  expect(findRules(clause.link, "/sandbox")).toBe(clause.link);
});
