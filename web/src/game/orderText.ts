import type { OrderKind, OrderLine } from "../board/types";
import { showCode, spaceOf, type Places } from "./spaces";

/** An order taken apart. The page reads only the one written form that the server sends; it never reads free text. */
export type Order = {
  kind: OrderKind;
  unit: string;
  at: string;
  /** The unit helped or carried. */
  other?: string;
  of?: string;
  to?: string;
  /** A move or retreat by convoy. */
  isCarried?: boolean;
  route?: string[];
  tail?: string;
};

const UNIT = "(?:A|F|TF) [A-Z0-9]+(?:/[A-Z]+)?";
const PLACE = "[A-Z0-9]+(?:/[A-Z]+)?";
const FORMS: readonly [RegExp, (parts: RegExpMatchArray) => Order][] = [
  [new RegExp(`^(${UNIT}) H$`), ([, unit]) => simple("hold", unit)],
  [new RegExp(`^(${UNIT}) D$`), ([, unit]) => simple("disband", unit)],
  [new RegExp(`^(${UNIT}) B$`), ([, unit]) => simple("build", unit)],
  [new RegExp(`^(${UNIT}) - (${PLACE})(.*)$`), ([, unit, to, rest]) => makeMove(unit, to, rest)],
  [new RegExp(`^(${UNIT}) S (${UNIT}) - (${PLACE})$`), ([, unit, other, to]) => withOther("support_move", unit, other, to)],
  [new RegExp(`^(${UNIT}) S (${UNIT})$`), ([, unit, other]) => withOther("support_hold", unit, other)],
  [new RegExp(`^(${UNIT}) C (${UNIT}) - (${PLACE})$`), ([, unit, other, to]) => withOther("convoy", unit, other, to)],
  [new RegExp(`^(${UNIT}) E (${UNIT})$`), ([, unit, other]) => withOther("embark", unit, other)],
  [new RegExp(`^(${UNIT}) R (${PLACE})(?: VIA (.+))?$`), ([, unit, to, via]) => makeRetreat(unit, to, via)],
  [/^BOMB (\S+) - (\S+)$/, ([, at, to]) => ({ kind: "bomb", unit: `BOMB ${at}`, at: at ?? "", to: to ?? "" })],
];

function simple(kind: OrderKind, unit = ""): Order {
  return { kind, unit, at: unit.slice(unit.indexOf(" ") + 1) };
}

function withOther(kind: OrderKind, unit: string | undefined, other = "", to?: string): Order {
  const order: Order = { ...simple(kind, unit), other, of: other.slice(other.indexOf(" ") + 1) };
  return to ? { ...order, to } : order;
}

function makeMove(unit: string | undefined, to = "", rest = ""): Order {
  const [, via, carry] = /^( VIA(?: (?!CARRY)\S+)*)?( CARRY \d+)?$/.exec(rest) ?? [];
  const route = (via ?? "").replace(" VIA", "").trim().split(" ").filter(Boolean);
  const order: Order = { ...simple("move", unit), to };
  if (via) order.isCarried = true;
  if (route.length) order.route = route;
  if (carry) order.tail = carry.trim();
  return order;
}

function makeRetreat(unit: string | undefined, to = "", via?: string): Order {
  const order: Order = { ...simple("retreat", unit), to };
  return via ? { ...order, isCarried: true, route: via.split(" ") } : order;
}

/** Take an order in standard notation apart; null if it is none. */
export function parseOrder(text: string): Order | null {
  if (text === "WAIVE") return { kind: "waive", unit: "", at: "" };
  for (const [form, make] of FORMS) {
    const found = text.match(form);
    if (found) return make(found);
  }
  return null;
}

/** The standard notation of an order. */
export function formatOrder(order: Order): string {
  const tail = order.tail ? ` ${order.tail}` : "";
  switch (order.kind) {
    case "hold":
      return `${order.unit} H`;
    case "move": {
      const via = order.isCarried ? ["", "VIA", ...(order.route ?? [])].join(" ") : "";
      return `${order.unit} - ${order.to}${via}${tail}`;
    }
    case "support_hold":
      return `${order.unit} S ${order.other}`;
    case "support_move":
      return `${order.unit} S ${order.other} - ${order.to}`;
    case "convoy":
      return `${order.unit} C ${order.other} - ${order.to}`;
    case "embark":
      return `${order.unit} E ${order.other}`;
    case "retreat":
      return `${order.unit} R ${order.to}${order.route ? ` VIA ${order.route.join(" ")}` : ""}`;
    case "disband":
      return `${order.unit} D`;
    case "build":
      return `${order.unit} B`;
    case "waive":
      return "WAIVE";
    case "bomb":
      return `BOMB ${order.at} - ${order.to}`;
  }
}

/** An order as the board draws it. */
export function makeLine(text: string, power: string, extra: Partial<OrderLine> = {}): OrderLine {
  const order = parseOrder(text) ?? { kind: "hold", unit: "", at: "" };
  const line: OrderLine = { power, order: text, kind: order.kind, at: order.at, unit: order.unit };
  if (order.to) line.to = order.to;
  if (order.of) line.of = order.of;
  if (order.route) line.route = order.route;
  return { ...line, ...extra };
}

/** An order as it is shown in lists: `A Bri – Lon`. How it goes is said beside it. */
export function showOrder(places: Places, text: string): string {
  const order = parseOrder(text);
  if (!order) return text;
  if (order.kind === "waive") return "Waive";
  const plain = formatOrder({ ...order, isCarried: false });
  return plain
    .replace(/ VIA .*$/, "")
    .replace(/(?<=^|\s)([A-Z0-9]{3,}(?:\/[A-Z]+)?)(?=\s|$)/g, (code) => (code === "BOMB" ? "Bomb" : showCode(places, code)))
    .replace(" - ", " – ");
}

/** Units and orders inside a sentence of the server, with codes as they are shown elsewhere. */
export function tidyText(places: Places, text: string): string {
  const tidied = text.replace(/\b(A|F|TF) ([A-Z0-9]{3,5}(?:\/[A-Z]{2})?)(?![A-Za-z])/g, (whole, letter: string, at: string) =>
    places.spaces.has(spaceOf(at)) ? `${letter} ${showCode(places, at)}` : whole,
  );
  return tidied.replace(/ - ([A-Z0-9]{3,5}(?:\/[A-Z]{2})?)(?![A-Za-z])/g, (whole, at: string) =>
    places.spaces.has(spaceOf(at)) ? ` – ${showCode(places, at)}` : whole,
  );
}

/** What tells two orders of one sheet apart: the unit; for builds the site; waivers by number. */
export function keyOf(text: string, number = 0): string {
  const order = parseOrder(text);
  if (!order) return text;
  if (order.kind === "waive") return `waive ${number}`;
  if (order.kind === "build") return `site ${spaceOf(order.at)}`;
  return order.kind === "bomb" ? text : order.unit;
}
