import { expect, test } from "vitest";
import type { AdminAccount, AdminGame } from "../api/types";
import { listAccountActs, listGameActs } from "./adminActs";

const account = (values: Partial<AdminAccount>): AdminAccount => ({
  id: 1, name: "Otto", state: "account", email: "otto@example.org", address_state: "verified", made_at: "", seen_at: null,
  games: 0, sessions: 0, banned_until: null, ban_reason: null, brings_boards: false, ...values,
});
const game = (values: Partial<AdminGame>): AdminGame => ({
  id: "g", title: "Peace", variant: "standard", kind: "hosted", status: "running", phase: "S1901M", deadline: null,
  is_overdue: false, judged_at: null, gm: null, is_orphaned: true, players: 0, entries: 0, size: 0, made_at: "", ...values,
});

test.each([
  [{}, ["Ban", "Sign out everywhere", "Allow uploads", "Send a reset link", "Close for good"]],
  [{ state: "banned" as const }, ["Lift the ban", "Sign out everywhere", "Send a reset link", "Close for good"]],
  [{ state: "guest" as const, address_state: "none" as const }, ["Ban", "Sign out everywhere", "Close for good"]],
  [{ state: "admin" as const }, ["Sign out everywhere", "Send a reset link"]],
  [{ state: "closed" as const }, []],
])("an account that is %o can be treated so", (values, labels) => {
  expect(listAccountActs(account(values)).map((act) => act.label)).toEqual(labels);
});

test.each([
  [{}, ["Appoint a game master", "Pause"]],
  [{ status: "paused" as const }, ["Appoint a game master", "Resume"]],
  [{ status: "open" as const }, ["Appoint a game master"]],
  [{ status: "ended" as const }, []],
  [{ kind: "solo" as const }, []],
])("a game that is %o can be treated so", (values, labels) => {
  expect(listGameActs(game(values)).map((act) => act.label)).toEqual(labels);
});
