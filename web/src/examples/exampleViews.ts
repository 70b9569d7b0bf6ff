/** An example as a series of pictures: position, orders and results of each phase, and the final position. */
import type { ExamplePage, ResultLine } from "../api/types";
import type { OrderLine, Scene, SpaceCode } from "../board/types";
import { tellPhase } from "../game/phaseNames";
import { spaceOf } from "../game/spaces";

export type ViewKind = "position" | "orders" | "result" | "end";
export type ExampleView = {
  kind: ViewKind;
  /** 'Spring 1901, orders: the position' */
  title: string;
  /** The text of the picture; empty before the orders are judged. */
  text: string;
  scene: Scene;
  lines: readonly ResultLine[];
};

const TITLES = { position: "the position", orders: "the orders", result: "the results", end: "" };

/** The pictures in sequence. */
export function listViews({ steps }: ExamplePage): ExampleView[] {
  const views = steps.flatMap(({ text, request, verdict }): ExampleView[] => {
    const written = new Set(Object.entries(request.orders ?? {}).flatMap(([power, lines]) => lines.map((line) => `${power} ${line}`)));
    const isWritten = ({ power, order, rejected }: OrderLine) => rejected === true || written.has(`${power} ${order}`);
    // A unit without an order holds, which needs no mention.
    const isShown = (line: OrderLine) => line.kind !== "hold" || isWritten(line);
    const scene = verdict.scene_before as Scene;
    const judged = verdict.results.orders;
    const phase = tellPhase(scene.phase);
    const make = (kind: ViewKind, orders: readonly OrderLine[], said: string, lines: readonly ResultLine[]): ExampleView => ({
      kind, title: `${phase}: ${TITLES[kind]}`, text: said, scene: { ...scene, orders: [...orders] }, lines,
    });
    const given = judged.filter(isWritten);
    return [
      make("position", [], "", []),
      make("orders", given.map(unjudged), "", given),
      make("result", scene.orders.filter(isShown), [text, verdict.ended].filter(Boolean).join(" "), judged.filter(isShown)),
    ];
  });
  const last = steps.at(-1);
  if (!last) return views;
  const scene = { ...(last.verdict.scene_after as Scene), orders: [] };
  return [...views, { kind: "end", title: "Afterwards", text: last.verdict.ended ?? "", scene, lines: [] }];
}

/** The order as it was written, without its result. */
function unjudged(line: ResultLine): OrderLine {
  const { power, order, kind, at, unit, to, of, other, carried, bombs, route } = line;
  const more = { ...(carried === undefined ? {} : { carried }), ...(bombs ? { bombs } : {}), ...(route ? { route } : {}) };
  return { power, order, kind, at, unit, to: to ?? null, of: of ?? null, other: other ?? null, state: "set", ...more };
}

/** The spaces that a small board shows: those that the example names, and those in its orders. */
export function findLook({ look, steps }: ExamplePage): SpaceCode[] {
  const ordered = steps.flatMap(({ request, verdict }) => {
    const powers = new Set(Object.keys(request.orders ?? {}));
    const lines = verdict.results.orders.filter((line) => powers.has(line.power) && (line.kind !== "hold" || line.rejected));
    return lines.flatMap(({ at, to, of }) => [at, to, of].flatMap((place) => (place ? [spaceOf(place)] : [])));
  });
  return [...new Set([...look, ...ordered])];
}
