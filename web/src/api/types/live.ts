/** What the line for news tells. */

export type ChangeKind = "judged" | "press" | "orders" | "vote" | "desk" | "deadline" | "members";
/** `resync` is ours: the line was down so long that anything may have changed. */
export type Change = { kind: ChangeKind | "resync"; version: number };
