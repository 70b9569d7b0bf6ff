/** For tests: the pieces of an SVG drawing in the form of tests/fixtures/drawing.json. */
export type Piece = Record<string, unknown>;
export type Layers = Record<string, Piece[]>;

type Attributes = Record<string, string>;

const INHERITED = ["fill", "stroke", "stroke-width", "font-size", "opacity"];
const TAG = /<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g;
/** Px by which two drawings may differ: paths are written with one decimal. */
const SLACK = 0.11;

/** The pieces of each group at the top of some markup, by its class. */
export function listLayers(markup: string): Layers {
  const layers: Layers = {};
  const open: { name: string; attributes: Attributes }[] = [];
  let text: { attributes: Attributes; said: string } | null = null;
  let layer = "";
  const curves = new Map<string, number[]>();
  for (const [, close, name = "", rest = "", isEmpty, said] of markup.replaceAll(/<!--.*?-->/gs, "").matchAll(TAG)) {
    if (said !== undefined) {
      if (text) text.said += said;
    } else if (name === "tspan") {
      if (text) text.said += "*";
    } else if (close) {
      if (name === "text" && text) (layers[layer] ??= []).push(pieceOf(name, text.attributes, text.said));
      if (name === "text") text = null;
      open.pop();
    } else {
      const own = Object.fromEntries([...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]));
      const around = open.at(-1)?.attributes ?? {};
      if (!open.length) layer = own["class"]?.split(" ")[0] ?? "";
      const kept = Object.fromEntries(INHERITED.filter((key) => around[key]).map((key) => [key, around[key] as string]));
      const attributes = { ...kept, ...own };
      if (name === "text") text = { attributes, said: "" };
      if (name === "textPath" && text) text.attributes = { ...text.attributes, along: (curves.get(own["href"] ?? "") ?? []).join(" ") };
      if (name === "path" && open.at(-1)?.name === "defs") curves.set(`#${own["id"]}`, (own["d"]?.match(NUMBER) ?? []).map(Number));
      else if (name === "path" || name === "circle") (layers[layer] ??= []).push(pieceOf(name, attributes, ""));
      if (!isEmpty && name !== "path" && name !== "circle" && name !== "rect") open.push({ name, attributes });
      else if (!isEmpty) open.push({ name, attributes });
    }
  }
  return layers;
}

function pieceOf(name: string, attributes: Attributes, said: string): Piece {
  const number = (key: string) => Number(attributes[key] ?? 0);
  const look = lookOf(attributes);
  if (name === "circle") return { circle: [number("cx"), number("cy"), number("r")], ...look };
  if (name === "path") return { path: plainPath(attributes["d"] ?? ""), ...look };
  const turn = attributes["transform"]?.match(/^rotate\((\S+)/)?.[1];
  const piece = { text: said, size: number("font-size"), ...(turn && { turn: Number(turn) }), ...look };
  const along = attributes["along"]?.split(" ").map(Number);
  return along ? { ...piece, along, x: along[0], y: along[1] } : { ...piece, x: number("x"), y: number("y") };
}

function lookOf(attributes: Attributes): Piece {
  const look: Piece = {};
  const { fill = "none", stroke = "none" } = attributes;
  if (fill !== "none") look["fill"] = fill;
  if (stroke !== "none") {
    look["stroke"] = stroke;
    look["width"] = Number(attributes["stroke-width"] ?? 1);
    const dash = attributes["stroke-dasharray"];
    if (dash) look["dash"] = dash.split(" ").map(Number);
    if (attributes["stroke-linecap"] === "round") look["cap"] = "round";
    if (attributes["stroke-opacity"]) look["strokeOpacity"] = Number(attributes["stroke-opacity"]);
  }
  if (attributes["opacity"]) look["opacity"] = Number(attributes["opacity"]);
  return look;
}

/** Path data in its plain form: absolute, of M, L, Q, A and Z. */
function plainPath(data: string): string {
  const steps: string[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = "", rest = ""] of data.matchAll(/([MLHVQAZ])([^MLHVQAZ]*)/g)) {
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    if (letter === "A") steps.push(`A${[numbers[0], ...numbers.slice(3)].join(" ")}`);
    else if (letter === "H" || letter === "V") {
      [x, y] = letter === "H" ? [numbers[0] as number, y] : [x, numbers[0] as number];
      steps.push(`L${x} ${y}`);
    } else steps.push(letter + numbers.join(" "));
    if (letter !== "Z" && letter !== "H" && letter !== "V") [x, y] = numbers.slice(-2) as [number, number];
  }
  return steps.join(" ");
}

/** The pieces in the first copy of the world, each once. */
export function foldPieces(pieces: readonly Piece[], turn: number): Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces.map((found) => fold(found, turn))) {
    if (!kept.some((other) => isAlike(piece, other))) kept.push(piece);
  }
  return kept;
}

function fold(piece: Piece, turn: number): Piece {
  const home = (x: number) => -Math.floor(x / turn) * turn;
  if (Array.isArray(piece["circle"])) {
    const [x, y, radius] = piece["circle"] as [number, number, number];
    return { ...piece, circle: [x + home(x), y, radius] };
  }
  if (typeof piece["path"] === "string") {
    const shift = home(Number(piece["path"].match(NUMBER)?.[0] ?? 0));
    return { ...piece, path: slidePath(piece["path"], shift) };
  }
  const x = piece["x"] as number;
  const along = piece["along"] as number[] | undefined;
  const moved = along?.map((value, number) => (number % 2 ? value : value + home(x)));
  return { ...piece, ...(moved && { along: moved }), x: x + home(x) };
}

function slidePath(path: string, by: number): string {
  return path.replaceAll(/([MLQA])([^MLQAZ]*)/g, (_, letter: string, rest: string) => {
    const numbers = (rest.match(NUMBER) ?? []).map(Number);
    // Only the end of an arc is a position.
    const isX = (number: number) => (letter === "A" ? number === 3 : number % 2 === 0);
    return `${letter}${numbers.map((value, number) => (isX(number) ? value + by : value)).join(" ")} `;
  }).trim();
}

/** True if two pieces are the same except for rounding. */
export function isAlike(piece: unknown, other: unknown): boolean {
  if (typeof piece === "number" && typeof other === "number") return Math.abs(piece - other) <= SLACK;
  if (typeof piece === "string" && typeof other === "string") {
    if (!piece.startsWith("M") || !other.startsWith("M")) return piece === other;
    const shapes = [piece, other].map((path) => path.replaceAll(NUMBER, "#").replaceAll(" ", ""));
    return shapes[0] === shapes[1] && isAlike((piece.match(NUMBER) ?? []).map(Number), (other.match(NUMBER) ?? []).map(Number));
  }
  if (Array.isArray(piece) && Array.isArray(other)) {
    return piece.length === other.length && piece.every((value, number) => isAlike(value, other[number]));
  }
  if (typeof piece !== "object" || typeof other !== "object" || !piece || !other) return piece === other;
  const [keys, others] = [Object.keys(piece).sort(), Object.keys(other).sort()];
  return keys.join() === others.join() && keys.every((key) => isAlike((piece as Piece)[key], (other as Piece)[key]));
}
