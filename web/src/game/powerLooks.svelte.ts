/** Colour, initial and hatching of each power: part of the board file, cached on the device. */
import { getBoardFile } from "../api/boardFiles";
import type { PowerLook } from "../board/types";

export type Looks = Record<string, PowerLook>;

const looks = $state<Record<string, Looks>>({});
const asked = new Set<string>();

/** The looks of a variant's powers; empty until loaded. `board` is the address of its board file. */
export function findLooks(variant: string, board: string): Looks {
  const known = looks[variant];
  if (known) return known;
  if (!asked.has(variant)) {
    asked.add(variant);
    void fetchLooks(variant, board);
  }
  return {};
}

/** The cached looks, without a request: for lists of many games. */
export function recallLooks(variant: string): Looks {
  return looks[variant] ?? recall(variant, null) ?? {};
}

async function fetchLooks(variant: string, board: string): Promise<void> {
  // Deferred, because a state must not change while it is read.
  await Promise.resolve();
  const stored = recall(variant, board);
  if (stored) {
    looks[variant] = stored;
    return;
  }
  try {
    const file = await getBoardFile<{ powers: Looks }>(board);
    looks[variant] = file.powers;
    keep(variant, board, file.powers);
  } catch {
    asked.delete(variant);
  }
}

function recall(variant: string, board: string | null): Looks | null {
  try {
    const stored = JSON.parse(localStorage.getItem(`legation.looks.${variant}`) ?? "null") as
      | { board: string; looks: Looks }
      | null;
    return stored && (board === null || stored.board === board) ? stored.looks : null;
  } catch {
    return null;
  }
}

function keep(variant: string, board: string, table: Looks): void {
  try {
    localStorage.setItem(`legation.looks.${variant}`, JSON.stringify({ board, looks: table }));
  } catch {
    // Storage may be unavailable; the next page asks again.
  }
}
