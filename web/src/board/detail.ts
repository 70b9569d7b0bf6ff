import type { Arc, Board, Outline } from "./boardFile";
import type { Flat } from "./geometry";
import { simplify } from "./simplify";

/** Px by which a line may deviate from its true course; a screen does not show less. */
const TOLERANCE = 0.35;
/** Steps of scale that are kept; each is twice as fine as the one before. */
const KEPT = 5;

/** The lines of a board as paths, no finer than a scale can show. Neighbours share arcs, so no gap opens between them. */
class Detail {
  #lines = new Map<Arc, Flat>();
  #paths = new Map<object, Path2D>();

  constructor(
    readonly arcs: readonly Arc[],
    readonly tolerance: number,
  ) {}

  /** An arc as a path. */
  arc(arc: Arc): Path2D {
    return this.#path(arc, (path) => trace(path, this.#line(arc), 0));
  }

  /** Outer rings and holes as one path, to be filled by the even-odd rule. */
  area(outline: Outline): Path2D {
    return this.#path(outline.refs, (path) => {
      for (const ring of outline.refs) this.#ring(path, ring);
    });
  }

  /** A ring that belongs to no space: an islet. */
  islet(line: Flat): Path2D {
    return this.#path(line, (path) => {
      trace(path, simplify(line, this.tolerance), 0);
      path.closePath();
    });
  }

  #ring(path: Path2D, refs: readonly number[]): void {
    for (const [number, ref] of refs.entries()) {
      const arc = this.arcs[ref >= 0 ? ref : ~ref];
      if (!arc) continue;
      const line = this.#line(arc);
      if (ref >= 0) trace(path, line, number);
      else traceBack(path, line, number);
    }
    path.closePath();
  }

  #line(arc: Arc): Flat {
    let line = this.#lines.get(arc);
    if (!line) {
      line = simplify(arc.line, this.tolerance);
      this.#lines.set(arc, line);
    }
    return line;
  }

  #path(key: object, fill: (path: Path2D) => void): Path2D {
    let path = this.#paths.get(key);
    if (!path) {
      path = new Path2D();
      fill(path);
      this.#paths.set(key, path);
    }
    return path;
  }
}

export type { Detail };

/** Details of a board by scale; the ones used last are kept. */
export class Details {
  #found = new Map<number, Detail>();

  constructor(readonly board: Board) {}

  /** Fine enough for a number of device px per board unit, or coarser by a number of halvings. */
  at(scale: number, coarser = 0): Detail {
    const step = Math.ceil(Math.log2(scale)) - coarser;
    let detail = this.#found.get(step);
    if (detail) this.#found.delete(step);
    else detail = new Detail(this.board.arcs, TOLERANCE / 2 ** step);
    this.#found.set(step, detail);
    const oldest = this.#found.keys().next();
    if (this.#found.size > KEPT && !oldest.done) this.#found.delete(oldest.value);
    return detail;
  }
}

/** Add a line to a path, without the first vertex if the path is already there. */
function trace(path: Path2D, line: Flat, number: number): void {
  if (!number) path.moveTo(line[0] as number, line[1] as number);
  for (let i = 2; i < line.length; i += 2) path.lineTo(line[i] as number, line[i + 1] as number);
}

function traceBack(path: Path2D, line: Flat, number: number): void {
  const last = line.length - 2;
  if (!number) path.moveTo(line[last] as number, line[last + 1] as number);
  for (let i = last - 2; i >= 0; i -= 2) path.lineTo(line[i] as number, line[i + 1] as number);
}
