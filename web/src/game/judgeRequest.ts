import type { RequestJson } from "../api/types";
import type { Scene } from "../board/types";

/** The position of a request to the judge, as the board draws it. */
export function makeScene(request: RequestJson): Scene {
  return {
    phase: request.phase ?? "",
    units: request.units ?? {},
    dislodged: (request.dislodged ?? []).map(({ power, unit, from = null, retreats }) => ({ power, unit, from, retreats: retreats ?? [] })),
    centres: request.centres ?? {},
    influence: {},
    contested: request.contested ?? [],
    orders: [],
  };
}
