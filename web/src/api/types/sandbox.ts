/** Positions to try. */
import type { Scene } from "../../board/types";
import type { Results } from "./history";

/** docs/reference/judge.md describes it; the pages pass it on as it is. */
export type JudgeRequest = Record<string, unknown>;
export type Sandbox = { id: string; variant: string; request: JudgeRequest };
export type SandboxVerdict = {
  scene_before: Scene;
  scene_after: Scene;
  results: Results;
  next: JudgeRequest;
  differences?: Record<string, { order: string; was: string; now: string }[]>;
};
