/** Moments and names as they go over the wire. Moments are ISO 8601 in UTC; phases are codes such as "F1756M". */

/** "2026-11-15T18:40:00Z" */
export type Moment = string;
/** "FRANCE" */
export type PowerId = string;
/** "PAR" */
export type SpaceId = string;
/** "F1756M" */
export type PhaseCode = string;
