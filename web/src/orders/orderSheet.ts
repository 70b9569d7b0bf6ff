/** What the server sends beyond the common types, as the play pages read it. */
import type { Sheet } from "../api/types";

/** A sheet with the private notes of the power, and whether it has anything to order. */
export type OrderSheet = Sheet & { notes?: string; is_due?: boolean; judged?: number };
