import { base, centreMarks } from "../theme/looks";
import { boxOf, hullOf, type Box, type Flat, type Spot } from "./geometry";
import type { Place, Power, PowerLook, SpaceCode } from "./types";

/** Reads the board file that `make_web_board` writes: whole tenths of a board unit, lines packed as steps. */
export const FORMAT = 2;

export type ArcKind = "coast" | "land" | "sea" | "scenery" | "closed" | "edge";
/** The figure of each kind of centre on the variant's sheet. */
export type CentreMarks = Readonly<Record<CentreKind, CentreFigure>>;
export type CentreFigure = "disc" | "dot" | "ring" | "crossed" | "ring-dot" | "lozenge" | "square";
export type CentreKind = "home" | "neutral" | "colonial" | "special" | "build-only";

type Refs = number[];
type Polygons = Refs[][];
type Packed = number[];
type Pair = [number, number];
/** x and y of the start, two handles and the end of a cubic curve. */
type PackedCurve = [number, number, number, number, number, number, number, number];

/** The file as it comes. */
export type BoardJson = {
  format: number;
  variant: string;
  width: number;
  height: number;
  wrap: boolean;
  unit: number;
  arcs: Packed[];
  /** The vertices of each arc that are enough at low zoom: the step from each to the next, starting from the first. */
  light: number[][];
  sides: [string, string][];
  kinds: ArcKind[];
  spaces: Record<SpaceCode, SpaceJson>;
  impassable: Record<string, AreaJson>;
  scenery: AreaJson[];
  islets: Packed[];
  boxes: Record<SpaceCode, [number, number, number, number]>;
  marks: { kind: string; spaces: SpaceCode[]; line: Pair[]; note: string }[];
  gates: Record<Place, Record<Place, number[]>>;
  /** Where two coasts of a space meet, and the direction across the shore in hundredths. */
  partings?: [SpaceCode, number, number, number, number][];
  /** Lines from one piece of a space to another. */
  ties?: [number, number, number, number][];
  powers: Record<Power, PowerLook>;
  closed?: SpaceCode[];
  nations?: Record<SpaceCode, Power>;
  boxNotes?: Record<SpaceCode, string[]>;
  centreMarks?: CentreMarks;
  note?: string;
};
/** Scenery or a closed area; `places` are the positions of its name: x, y, free width and tilt in degrees. */
type AreaJson = { kind?: "land" | "water" | "lake"; name?: string; rings: Polygons; places?: [number, number, number, number][] };
type SpaceJson = {
  name: string;
  terrain: "land" | "sea" | "impassable";
  theatre: string;
  rings: Polygons;
  unit: Pair;
  label: Pair;
  mark: Pair;
  room: number;
  span: number;
  centre?: CentreKind;
  powers?: Power[];
  coasts?: Record<string, Pair>;
  island?: boolean;
  outside?: boolean;
  disc?: boolean;
  names?: PackedCurve[];
};

/** The place of an area's name: its middle, the free width there, and its tilt in degrees. */
export type AreaName = { spot: Spot; span: number; tilt: number };
/** Ground that is not a space; if narrow it has no name, if wide several times the same one. */
export type Area = Outline & { isLand: boolean; name: string; places: readonly AreaName[] };
/** A cubic curve: its start, two handles and its end. */
export type Curve = readonly [Spot, Spot, Spot, Spot];
/** A line with one owner on each side. */
export type Arc = { line: Flat; light: Flat; sides: readonly [string, string]; kind: ArcKind; box: Box };
/**
 * An outline: all rings as numbers of arcs (`~n` runs arc n backwards), in full, and with fewer vertices. The vertices
 * are assembled on first use: the first view of a board needs few of them.
 */
export type Outline = { refs: readonly Refs[]; rings: readonly Flat[]; light: readonly Flat[]; box: Box };
export type Space = Outline & {
  code: SpaceCode;
  name: string;
  isSea: boolean;
  theatre: string;
  unit: Spot;
  label: Spot;
  mark: Spot;
  room: number;
  span: number;
  centre: CentreKind | null;
  /** The powers whose home it is, or that may build there. */
  powers: readonly Power[];
  coasts: ReadonlyMap<string, Spot>;
  isIsland: boolean;
  /** The label is outside, because there is no room inside. */
  isOutside: boolean;
  isDisc: boolean;
  /** Lines along the shape for its name; a wide sea has several. */
  names: readonly Curve[];
  /** No army may go there: the coast is dashed. */
  isClosed: boolean;
  arcs: readonly number[];
};
export type Mark = { kind: string; spaces: readonly SpaceCode[]; line: readonly Spot[]; note: string; box: Box };
/** Everything in board units. */
export type Board = {
  variant: string;
  width: number;
  height: number;
  wraps: boolean;
  unit: number;
  arcs: readonly Arc[];
  spaces: ReadonlyMap<SpaceCode, Space>;
  /** Closed to all, by code. */
  closed: ReadonlyMap<string, Area>;
  scenery: readonly Area[];
  islets: readonly { line: Flat; box: Box }[];
  /** Off-board boxes, and the text at their bottom. */
  boxes: readonly { space: SpaceCode; box: Box; notes: readonly string[] }[];
  marks: readonly Mark[];
  /** Stops on the way from one location to a neighbour; the middle one is the gate. Entered for one of both directions. */
  stopsBetween: (start: Place, end: Place) => readonly Spot[] | null;
  /** The distance in board units after which lines reappear on the other side; 0 if they never do. */
  turn: number;
  /** Where two coasts of a space meet, and the direction across the shore there. */
  partings: readonly { spot: Spot; across: Spot }[];
  /** Lines that tie outlying islands to the main piece of their space. */
  ties: readonly { start: Spot; end: Spot; box: Box }[];
  centreMarks: CentreMarks;
  /** The power whose home or colony a space is at the start. */
  nations: ReadonlyMap<SpaceCode, Power>;
  /** A note that the board is a reconstruction, with its designer. */
  note: string;
  powers: Readonly<Record<Power, PowerLook>>;
  /** Width, in board units, of a square as large as the average space. */
  spread: number;
  /** The whole sheet: the board and any boxes round it. */
  sheet: Box;
};

/** The figures of centres, unless the sheet gives others. */
export const USUAL_MARKS = centreMarks as CentreMarks;

/** Board units round off-board boxes, as in pictures. */
const ROUND_BOXES = base.roundBoxes;

/** The board of a file; throws if the file has another format. */
export function decodeBoard(json: BoardJson): Board {
  if (json.format !== FORMAT) throw new Error(`board file of format ${json.format}; this page reads ${FORMAT}`);
  const arcs = decodeArcs(json);
  const arcsOf = indexArcs(arcs);
  const closed = new Set(json.closed ?? []);
  const spaces = new Map<SpaceCode, Space>();
  for (const [code, entry] of Object.entries(json.spaces)) {
    const facts = { isClosed: closed.has(code), arcs: arcsOf.get(code) ?? [] };
    spaces.set(code, Object.assign(outlineOf(entry.rings, arcs), decodeSpace(code, entry), facts));
  }
  const boxes = Object.entries(json.boxes).map(([space, [x, y, width, height]]) => ({
    space,
    notes: json.boxNotes?.[space] ?? [],
    box: [x / 10, y / 10, (x + width) / 10, (y + height) / 10] as const,
  }));
  const width = json.width / 10;
  const height = json.height / 10;
  return {
    variant: json.variant,
    width,
    height,
    wraps: json.wrap,
    unit: json.unit / 10,
    arcs,
    spaces,
    closed: new Map(Object.entries(json.impassable).map(([code, area]) => [code, decodeArea(area, arcs)])),
    scenery: json.scenery.map((area) => decodeArea(area, arcs)),
    islets: json.islets.map(unpack).map((line) => ({ line, box: boxOf([line]) })),
    boxes,
    marks: json.marks.map(decodeMark),
    stopsBetween: (start, end) => decodeStops(json.gates[start]?.[end]),
    turn: turnOf(width, json.wrap, boxes),
    partings: (json.partings ?? []).map(([, x, y, wide, high]) => ({ spot: spotOf([x, y]), across: { x: wide / 100, y: high / 100 } })),
    ties: (json.ties ?? []).map(decodeTie),
    centreMarks: json.centreMarks ?? USUAL_MARKS,
    nations: new Map(Object.entries(json.nations ?? {})),
    note: json.note ?? "",
    powers: json.powers,
    spread: Math.sqrt((width * height) / Math.max(1, spaces.size)),
    sheet: sheetOf(width, height, boxes),
  };
}

function decodeTie([x, y, endX, endY]: readonly [number, number, number, number]): Board["ties"][number] {
  const [start, end] = [spotOf([x, y]), spotOf([endX, endY])];
  return { start, end, box: [Math.min(start.x, end.x), Math.min(start.y, end.y), Math.max(start.x, end.x), Math.max(start.y, end.y)] };
}

function sheetOf(width: number, height: number, boxes: readonly { box: Box }[]): Box {
  let sheet: Box = [0, 0, width, height];
  for (const { box } of boxes) {
    sheet = [
      Math.min(sheet[0], box[0] - ROUND_BOXES),
      Math.min(sheet[1], box[1] - ROUND_BOXES),
      Math.max(sheet[2], box[2] + ROUND_BOXES),
      Math.max(sheet[3], box[3] + ROUND_BOXES),
    ];
  }
  return sheet;
}

/** The width of a round board; or that of the sheet, if boxes at both sides let a line to the far one reappear. */
function turnOf(width: number, isRound: boolean, boxes: readonly { box: Box }[]): number {
  if (isRound) return width;
  const left = Math.min(0, ...boxes.map(({ box }) => box[0]));
  const right = Math.max(0, ...boxes.map(({ box }) => box[2]));
  return left < 0 && right > width ? right - left + 2 * ROUND_BOXES : 0;
}

function decodeStops(flat: readonly number[] | undefined): Spot[] | null {
  if (!flat) return null;
  const stops: Spot[] = [];
  for (let i = 0; i < flat.length; i += 2) stops.push(spotOf([flat[i] ?? 0, flat[i + 1] ?? 0]));
  return stops;
}

function decodeArcs(json: BoardJson): Arc[] {
  return json.arcs.map((packed, number) => {
    const line = unpack(packed);
    let light: Flat | undefined;
    return {
      line,
      get light() {
        return (light ??= pickVertices(line, json.light[number] ?? []));
      },
      sides: json.sides[number] ?? ["", ""],
      kind: json.kinds[number] ?? "edge",
      box: boxOf([line]),
    };
  });
}

function indexArcs(arcs: readonly Arc[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [number, arc] of arcs.entries()) {
    for (const side of new Set(arc.sides)) {
      const list = found.get(side);
      if (list) list.push(number);
      else found.set(side, [number]);
    }
  }
  return found;
}

function decodeSpace(code: SpaceCode, entry: SpaceJson): Omit<Space, keyof Outline | "isClosed" | "arcs"> {
  return {
    code,
    name: entry.name,
    isSea: entry.terrain === "sea",
    theatre: entry.theatre,
    unit: spotOf(entry.unit),
    label: spotOf(entry.label),
    mark: spotOf(entry.mark),
    room: entry.room / 10,
    span: entry.span / 10,
    centre: entry.centre ?? null,
    powers: entry.powers ?? [],
    coasts: new Map(Object.entries(entry.coasts ?? {}).map(([name, pair]) => [name, spotOf(pair)])),
    isIsland: entry.island ?? false,
    isOutside: entry.outside ?? false,
    isDisc: entry.disc ?? false,
    names: decodeCurves(entry.names),
  };
}

function decodeArea(area: AreaJson, arcs: readonly Arc[]): Area {
  return Object.assign(outlineOf(area.rings, arcs), {
    isLand: area.kind === "land",
    name: area.name ?? "",
    places: (area.places ?? []).map(([x, y, span, tilt]) => ({ spot: spotOf([x, y]), span: span / 10, tilt })),
  });
}

function decodeCurves(curves: readonly PackedCurve[] = []): Curve[] {
  return curves.map(([ax, ay, bx, by, cx, cy, dx, dy]) => [spotOf([ax, ay]), spotOf([bx, by]), spotOf([cx, cy]), spotOf([dx, dy])]);
}

function decodeMark(mark: BoardJson["marks"][number]): Mark {
  const line = mark.line.map(spotOf);
  const flat = Float64Array.from(line.flatMap(({ x, y }) => [x, y]));
  return { kind: mark.kind, spaces: mark.spaces, line, note: mark.note, box: boxOf([flat]) };
}

function spotOf([x, y]: Pair): Spot {
  return { x: x / 10, y: y / 10 };
}

/** A packed line: each number but the first two is a step from the vertex before. */
export function unpack(packed: Packed): Flat {
  const line = new Float64Array(packed.length);
  let x = 0;
  let y = 0;
  for (let i = 0; i < packed.length; i += 2) {
    x += packed[i] as number;
    y += packed[i + 1] as number;
    line[i] = x / 10;
    line[i + 1] = y / 10;
  }
  return line;
}

/** The first vertex of a line, and the following ones, given by steps. */
function pickVertices(line: Flat, steps: readonly number[]): Flat {
  const picked = new Float64Array(2 * steps.length + 2);
  let vertex = 0;
  for (let i = 0; i <= steps.length; i++) {
    picked[2 * i] = line[2 * vertex] as number;
    picked[2 * i + 1] = line[2 * vertex + 1] as number;
    vertex += steps[i] ?? 0;
  }
  return picked;
}

function outlineOf(polygons: Polygons, arcs: readonly Arc[]): Outline {
  const refs = polygons.flat();
  let rings: Flat[] | undefined;
  let light: Flat[] | undefined;
  return {
    refs,
    box: hullOf(refs.flat().map((ref) => arcAt(ref, arcs).box)),
    get rings() {
      return (rings ??= refs.map((ring) => joinArcs(ring, arcs, "line")));
    },
    get light() {
      return (light ??= refs.map((ring) => joinArcs(ring, arcs, "light")));
    },
  };
}

function arcAt(ref: number, arcs: readonly Arc[]): Arc {
  const arc = arcs[ref >= 0 ? ref : ~ref];
  if (!arc) throw new Error(`board file names arc ${ref}, which it does not hold`);
  return arc;
}

/** The vertices of a ring; `~n` runs arc n backwards. */
function joinArcs(refs: Refs, arcs: readonly Arc[], which: "line" | "light"): Flat {
  const ring: number[] = [];
  for (const ref of refs) {
    const line = arcAt(ref, arcs)[which];
    const count = line.length / 2;
    for (let step = ring.length ? 1 : 0; step < count; step++) {
      const i = 2 * (ref >= 0 ? step : count - 1 - step);
      ring.push(line[i] as number, line[i + 1] as number);
    }
  }
  return Float64Array.from(ring);
}

/** The place of a unit at a location: on its coast, or otherwise at the space's anchor. */
export function placeOf(board: Board, location: string): Spot | null {
  const [code = "", coast = ""] = location.split("/");
  const space = board.spaces.get(code);
  return space ? (space.coasts.get(coast) ?? space.unit) : null;
}

/** The space of a location. */
export function spaceOf(location: string): SpaceCode {
  return location.split("/")[0] ?? "";
}
