/** What goes over the wire, as the server's contract names it: a file for each resource. */
export type { OrderLine, Scene } from "../board/types";
export type * from "./types/desk";
export type * from "./types/errors";
export type * from "./types/games";
export type * from "./types/history";
export type * from "./types/ids";
export type * from "./types/live";
export type * from "./types/orders";
export type * from "./types/press";
export type * from "./types/sandbox";
export type * from "./types/session";
export type * from "./types/variants";
export type * from "./types/votes";
