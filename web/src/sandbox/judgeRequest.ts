/** The judge's request and answer, as far as the sandbox looks into them (docs/reference/judge.md). */
import type { OrderLine, OrderOptions, PowerId, Results, Scene } from "../api/types";
import type { Dislodged } from "../board/types";

export type Request = {
  variant?: string;
  rules?: string;
  phase: string;
  units: Record<PowerId, string[]>;
  dislodged?: Dislodged[];
  contested?: string[];
  centres?: Record<PowerId, string[]>;
  orders?: Record<PowerId, string[]>;
  memory?: Record<string, unknown>;
};

/** What a power may order, and how the orders of all powers in the request are read. */
export type SandboxOptions = { options: OrderOptions; orders: Record<PowerId, OrderLine[]> };

export type Difference = { power: PowerId; order: string; was: string | null; now: string | null; text: string };

export type Verdict = {
  scene_before: Scene;
  scene_after: Scene;
  results: Results;
  next: Request;
  differences: Record<string, Difference[]>;
};

/** The position of a request as the board draws it. */
export function makeScene(request: Request): Scene {
  return {
    phase: request.phase,
    units: request.units,
    dislodged: request.dislodged ?? [],
    centres: request.centres ?? {},
    influence: {},
    contested: request.contested ?? [],
    orders: [],
  };
}
