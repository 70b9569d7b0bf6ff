import type { Board, Space } from "./boardFile";
import type { Box } from "./geometry";
import type { Label } from "./labels";
import { CLOSE } from "./levels";
import { copiesOf, type Placed } from "./live";
import type { Scene, SpaceCode } from "./types";
import type { Scale } from "./view";

/** What is shown only at high zoom: who may build here, and the last occupant. */
export type CloseNote = { space: SpaceCode; text: string };

/** Notes under the names. */
export function placeNotes(
  board: Board,
  scene: Scene,
  labels: ReadonlyMap<SpaceCode, Label>,
  scale: Scale,
  window: Box,
): Placed<CloseNote>[] {
  if (scale.level !== CLOSE) return [];
  const placed: Placed<CloseNote>[] = [];
  for (const space of board.spaces.values()) {
    const label = labels.get(space.code);
    const text = noteOf(space, scene);
    if (label && text) {
      const item = { space: space.code, text };
      // On the far side of the name from the unit.
      const y = label.y < space.unit.y * scale.k ? label.box[1] - 3 : label.box[3] + 11;
      placed.push(...copiesOf(item, `note ${space.code}`, label.x, y, 60, window, scale));
    }
  }
  return placed;
}

/** One line about a space: its centre, or its last occupant. */
export function noteOf(space: Pick<Space, "code" | "centre" | "powers" | "isSea">, scene: Scene): string {
  const who = space.powers.map(nameOf).join(", ");
  switch (space.centre) {
    case "home":
      return who ? `home of ${who}` : "home centre";
    case "special":
      return who ? `builds for ${who}` : "special centre";
    case "build-only":
      return who ? `only builds, for ${who}` : "only builds";
    case "colonial":
      return "colonial centre";
    case "neutral":
      return "never builds";
    default: {
      const last = space.isSea ? undefined : scene.influence[space.code];
      return last ? `last held by ${nameOf(last)}` : "";
    }
  }
}

/** `France` for FRANCE. */
function nameOf(power: string): string {
  return power.charAt(0) + power.slice(1).toLowerCase();
}
