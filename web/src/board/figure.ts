/**
 * Symbols as figures that can be drawn anywhere without a `transform`: the browser cuts its work into a piece for each
 * transformed element, and thousands of units and marks made every frame of a pan slow.
 */
type Step = { letter: "M" | "L" | "Q" | "Z"; numbers: readonly number[] };
export type Figure = readonly Step[];

/** One piece of a drawing, in px: a path or a circle. */
export type Stroke = {
  d?: string;
  circle?: readonly [number, number, number];
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
  strokeOpacity?: number;
  /** The opacity of the whole piece. */
  opacity?: number;
  isRound?: boolean;
};

/** Dashes, scaled by a factor. */
export function scaleDashes(dashes: string | undefined, size: number): string | undefined {
  return dashes
    ?.split(" ")
    .map((part) => Math.round(Number(part) * size * 100) / 100)
    .join(" ");
}

const PARTS = /([MLHVQTZ])([^MLHVQTZ]*)/g;

/** A figure from path data of absolute M, L, H, V, Q, T and Z. */
export function parseFigure(path: string): Figure {
  const steps: Step[] = [];
  let [x, y, controlX, controlY] = [0, 0, 0, 0];
  for (const [, letter = "", rest = ""] of path.matchAll(PARTS)) {
    const numbers = (rest.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (letter === "Z") steps.push({ letter, numbers: [] });
    else if (letter === "H" || letter === "V") {
      for (const value of numbers) {
        [x, y] = letter === "H" ? [value, y] : [x, value];
        steps.push({ letter: "L", numbers: [x, y] });
      }
    } else {
      const count = letter === "Q" ? 4 : 2;
      for (let i = 0; i + count <= numbers.length; i += count) {
        const part = numbers.slice(i, i + count);
        if (letter === "T") part.unshift(2 * x - controlX, 2 * y - controlY);
        if (part.length === 4) [controlX, controlY] = [part[0] as number, part[1] as number];
        [x, y] = part.slice(-2) as [number, number];
        if (part.length === 2) [controlX, controlY] = [x, y];
        steps.push({ letter: letter === "T" ? "Q" : letter === "M" && i > 0 ? "L" : (letter as Step["letter"]), numbers: part });
      }
    }
  }
  return steps;
}

/** Path data of a figure at a place, scaled by a factor and turned by an angle in degrees. */
export function drawFigure(figure: Figure, x: number, y: number, size: number, degrees = 0): string {
  const turn = (degrees * Math.PI) / 180;
  const along = Math.cos(turn) * size;
  const across = Math.sin(turn) * size;
  let path = "";
  for (const { letter, numbers } of figure) {
    path += letter;
    for (let i = 0; i < numbers.length; i += 2) {
      const px = numbers[i] as number;
      const py = numbers[i + 1] as number;
      path += `${i ? " " : ""}${tenth(x + px * along - py * across)} ${tenth(y + px * across + py * along)}`;
    }
  }
  return path;
}

function tenth(value: number): number {
  return Math.round(value * 20) / 20;
}
