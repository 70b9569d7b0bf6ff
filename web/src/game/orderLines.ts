/**
 * Orders as the pages hold them: the line to send, and its parts. The parts come from the server or from clicks;
 * the text of an order is written and shown here, but never parsed.
 */
import type { OrderLine } from "../board/types";
import { showCode, showUnit, spaceOf, type Places } from "./spaces";

/** What an order made by clicks consists of. */
export type OrderParts = Pick<OrderLine, "kind" | "unit" | "at" | "of" | "other" | "to" | "carried" | "route">;

/** How units and places are written. */
type Style = { unit: (unit: string) => string; place: (place: string) => string; dash: string };
const STANDARD: Style = { unit: (unit) => unit, place: (place) => place, dash: "-" };

/** An order made by clicks. `via` lists the seas if the player chose one of several routes. */
export function makeOrder(power: string, parts: OrderParts, via: readonly string[] = []): OrderLine {
  const text = write(parts, STANDARD);
  return { power, order: parts.carried ? [text, "VIA", ...via].join(" ") : text, ...parts };
}

/** A line without known parts: it was refused, or the server has not read it yet. */
export function makeUnread(power: string, text: string, unit = ""): OrderLine {
  return { power, order: text, kind: "hold", at: "", unit, rejected: true };
}

/** An order as lists show it: `A Bri – Lon`. Its route is shown beside it. */
export function showOrder(places: Places, line: OrderLine): string {
  if (line.rejected) return line.order;
  const shown = write(line, { unit: (unit) => showUnit(places, unit), place: (place) => showCode(places, place), dash: "–" });
  return line.bombs ? `${shown} with ${line.bombs === 1 ? "a bomb" : `${line.bombs} bombs`}` : shown;
}

function write({ kind, ...parts }: OrderParts, style: Style): string {
  const name = style.unit(parts.unit);
  const other = parts.other ?? "";
  const to = parts.to ?? "";
  switch (kind) {
    case "hold":
      return `${name} H`;
    case "move":
    case "bomb":
      return `${name} ${style.dash} ${style.place(to)}`;
    case "support_hold":
      return `${name} S ${style.unit(other)}`;
    case "support_move":
      return `${name} S ${style.unit(other)} ${style.dash} ${style.place(to)}`;
    case "convoy":
      return `${name} C ${style.unit(other)} ${style.dash} ${style.place(to)}`;
    case "embark":
      return `${name} E ${style.unit(other)}`;
    case "retreat":
      return `${name} R ${style.place(to)}`;
    case "disband":
      return `${name} D`;
    case "build":
      return `${name} B`;
    case "waive":
      return style === STANDARD ? "WAIVE" : "Waive";
  }
}

/** The key of an order within a sheet: its unit; for builds the site; for waivers a number. */
export function keyOf(line: OrderLine, number = 0): string {
  if (line.rejected || line.kind === "bomb") return line.order;
  if (line.kind === "waive") return `waive ${number}`;
  return line.kind === "build" ? `site ${spaceOf(line.at)}` : line.unit;
}
