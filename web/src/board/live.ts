import { labels as labelLooks, marks as looks, units as unitLooks } from "../theme/looks";
import type { Board } from "./boardFile";
import { placeOf, spaceOf } from "./boardFile";
import { centreSide, type Crowding } from "./centres";
import { coastBox, type CoastCrowding } from "./coasts";
import { grow, slide, touches, type Box } from "./geometry";
import { Taken, type Label, type Obstacles, type TheatreLabel, unitBox } from "./labels";
import type { Measure } from "./labelText";
import { REGION, WORLD } from "./levels";
import { isBeaten, isSetOff, ownResult, type LineView } from "./lines";
import { markSize } from "./orderWays";
import type { Point } from "./tracks";
import type { OrderLine, Power, Scene, SpaceCode } from "./types";
import { holdersOf, parseUnit, setOff, type UnitView } from "./units";
import type { Scale } from "./view";
import { shiftsOf } from "./wrap";

/** A thing at a place of the live layer, in px; the copy makes the key unique where the world repeats. */
export type Placed<T> = { key: string; x: number; y: number; item: T };

/** Each visible copy of a thing. */
export function copiesOf<T>(item: T, name: string, x: number, y: number, reach: number, window: Box, scale: Scale): Placed<T>[] {
  const box: Box = [x - reach, y - reach, x + reach, y + reach];
  return shiftsOf(box, window, scale.turn).map((shift) => ({
    key: scale.turn ? `${name}@${Math.round(shift / scale.turn)}` : name,
    x: x + shift,
    y,
    item,
  }));
}

/** Where a unit is drawn, in px, in the first copy of the world. */
export function unitPoint(unit: UnitView, scale: Scale): readonly [number, number] {
  const [dx, dy] = unit.isDislodged ? setOff(scale.block) : [0, 0];
  return [unit.spot.x * scale.k + dx, unit.spot.y * scale.k + dy];
}

/** The visible units. */
export function placeUnits<T extends UnitView>(units: readonly T[], scale: Scale, window: Box): Placed<T>[] {
  return units.flatMap((unit) => {
    const [x, y] = unitPoint(unit, scale);
    return copiesOf(unit, unit.key, x, y, scale.block * 2, window, scale);
  });
}

/** The places where a guide points: units in some spaces. */
export function placePointed(board: Board, spaces: readonly SpaceCode[], scale: Scale, window: Box): Placed<SpaceCode>[] {
  return spaces.flatMap((code) => {
    const spot = board.spaces.get(code)?.unit;
    return spot ? copiesOf(code, `pointed ${code}`, spot.x * scale.k, spot.y * scale.k, scale.block * 3, window, scale) : [];
  });
}

/** A unit that is not in the position: a new or a removed one; `opacity` if it is pale. */
export type Ghost = UnitView & { isNew: boolean; opacity?: number };

/** Units that are not on the board: removed ones, pale under their stroke, and new ones inside their ring. */
export function listGhosts(board: Board, orders: readonly OrderLine[], units: readonly UnitView[]): Ghost[] {
  const standing = holdersOf(units);
  const waiting = new Set(units.filter((unit) => unit.isDislodged).map((unit) => unit.space));
  return orders.flatMap((order): Ghost[] => {
    const space = spaceOf(order.at);
    const spot = placeOf(board, order.at);
    const kind = parseUnit(order.unit)?.kind;
    if (!spot || !kind) return [];
    const key = `ghost ${order.power} ${order.order}`;
    const ghost = { key, power: order.power, kind, text: order.unit, location: order.at, space, coast: "", spot, aboard: null };
    if (order.kind === "build" && !standing.has(space)) {
      return [{ ...ghost, isNew: true, isDislodged: false, ...(isBeaten(order) && { opacity: unitLooks.ghost }) }];
    }
    if (order.kind !== "disband" || waiting.has(space) || standing.get(space) === order.power) return [];
    return [{ ...ghost, isNew: false, isDislodged: standing.has(space), opacity: unitLooks.ghost }];
  });
}

/** The visible labels. */
export function placeLabels(labels: Iterable<Label>, scale: Scale, window: Box): Placed<Label>[] {
  const placed: Placed<Label>[] = [];
  for (const label of labels) {
    for (const shift of shiftsOf(label.box, window, scale.turn)) {
      const name = label.isRepeat ? `${label.space} ${Math.round(label.x)} ${Math.round(label.y)}` : label.space;
      const key = scale.turn ? `${name}@${Math.round(shift / scale.turn)}` : name;
      placed.push({ key, x: label.x + shift, y: label.y, item: label });
    }
  }
  return placed;
}

/** Orders with a sign under their unit. */
const LOWERING: ReadonlySet<string> = new Set(["hold", "convoy", "build", "disband"]);

/**
 * What labels avoid: tipped units, heads, signs of builds and removals, and the room under units with such a sign, or
 * that hold, convoy or are on a named coast; order lines if possible.
 */
export function obstaclesOf(
  board: Board,
  scene: Scene,
  units: readonly UnitView[],
  lines: readonly LineView[],
  scale: Scale,
): Obstacles {
  const lowered = new Set<SpaceCode>();
  for (const { order } of lines) if (LOWERING.has(order.kind)) lowered.add(spaceOf(order.at));
  for (const unit of units) if (unit.coast) lowered.add(unit.space);
  const boxes = happeningBoxes(board, scene, units, lines, scale);
  const busy = new Set([...units.map(({ space }) => space), ...scene.contested]);
  for (const [space, { kind }] of Object.entries(scene.marks ?? {})) if (kind === "ruined" || kind === "closed") busy.add(space);
  for (const { order } of lines) if (order.kind === "build") busy.add(spaceOf(order.at));
  return {
    lowered,
    busy,
    boxes: [...boxes, ...lines.flatMap(({ head }) => (head ? [head] : [])), ...badgeBoxes(board, lines, holdersOf(units), scale)],
    lines: lines.flatMap(({ shaft }) => shaft),
  };
}

/** The boxes of dislodged units and of stand-off marks. */
function happeningBoxes(board: Board, scene: Scene, units: readonly UnitView[], lines: readonly LineView[], scale: Scale): Box[] {
  const tipped = units
    .filter((unit) => unit.isDislodged)
    .map((unit) => unitBox(...(unitPoint(unit, scale) as [number, number]), scale.block));
  const contested = [...placeContested(board, scene, units, lines, scale).values()];
  return [...tipped, ...contested.map((place) => contestedBox(place, scale))];
}

/** What the names of fleets' coasts avoid. */
export function coastCrowdingOf(
  board: Board,
  scene: Scene,
  units: readonly UnitView[],
  lines: readonly LineView[],
  labels: Iterable<Label>,
  scale: Scale,
): CoastCrowding {
  return {
    heads: lines.flatMap(({ head }) => (head ? [head] : [])),
    others: [...happeningBoxes(board, scene, units, lines, scale), ...[...labels].flatMap(({ boxes }) => boxes)],
    lines: lines.flatMap(({ shaft }) => shaft),
  };
}

/** What the marks of centres avoid; `coasts` are the places of the names of fleets' coasts. */
export function crowdingOf(
  board: Board,
  scene: Scene,
  units: readonly UnitView[],
  lines: readonly LineView[],
  labels: Iterable<Label>,
  coasts: ReadonlyMap<string, Point>,
  scale: Scale,
): Crowding {
  const ends = lines.flatMap(({ head, shaft }) => [head, shaft.at(-1)].filter((box) => !!box));
  return {
    tops: [...ends, ...badgeBoxes(board, lines, holdersOf(units), scale), ...happeningBoxes(board, scene, units, lines, scale)],
    names: [...[...labels].flatMap(({ boxes }) => boxes), ...coastBoxes(units, coasts, scale)],
    lines: lines.flatMap(({ shaft }) => shaft),
  };
}

function coastBoxes(units: readonly UnitView[], coasts: ReadonlyMap<string, Point>, scale: Scale): Box[] {
  return units.flatMap((unit) => {
    const away = unit.isDislodged ? null : coasts.get(unit.key);
    return away ? [coastBox([unit.spot.x * scale.k + away[0], unit.spot.y * scale.k + away[1]], scale)] : [];
  });
}

/** The box of a stand-off mark. */
function contestedBox([x, y]: readonly [number, number], { block }: Scale): Box {
  const [across = 0, down = 0] = looks.contestedRoom.map((part) => part * markSize(block));
  return [x - across, y - down, x + across, y + down];
}

/** The places of stand-off marks, in px: clear of the heads that meet there and of units, and of lines if possible. */
export function placeContested(
  board: Board,
  scene: Scene,
  units: readonly UnitView[],
  lines: readonly LineView[],
  scale: Scale,
): Map<SpaceCode, readonly [number, number]> {
  const found = new Map<SpaceCode, readonly [number, number]>();
  if (!scene.contested.length) return found;
  const [taken, crossed] = [new Taken(scale.turn), new Taken(scale.turn)];
  for (const { head, shaft } of lines) {
    if (head) taken.add(head);
    for (const box of shaft) crossed.add(box);
  }
  for (const unit of units) if (!unit.isDislodged) taken.add(unitBox(unit.spot.x * scale.k, unit.spot.y * scale.k, scale.block));
  for (const code of scene.contested) {
    const unit = board.spaces.get(code)?.unit;
    if (!unit) continue;
    const spots = looks.contestedAt.map(
      ([across = 0, down = 0]) => [unit.x * scale.k + across * scale.block, unit.y * scale.k + down * scale.block] as const,
    );
    const free = spots.filter((spot) => taken.isFree(contestedBox(spot, scale)));
    const spot = free.find((place) => crossed.isFree(contestedBox(place, scale))) ?? free[0] ?? spots[0];
    if (spot) found.set(code, spot);
  }
  return found;
}

export type Badge = { kind: "void" | "illegal" | "destroyed"; space: SpaceCode };

/** Signs of void and illegal orders to the left of the unit; a dagger for a destroyed unit. From Region zoom on. */
export function placeBadges(
  board: Board,
  orders: readonly OrderLine[],
  holders: ReadonlyMap<SpaceCode, Power>,
  scale: Scale,
  window: Box,
): Placed<Badge>[] {
  const placed = listBadges(board, orders, holders, scale).flatMap(({ badge, key, x, y }) =>
    copiesOf(badge, key, x, y, 12, window, scale),
  );
  // A dagger is above the rest.
  return placed.sort((a, b) => Number(a.item.kind === "destroyed") - Number(b.item.kind === "destroyed"));
}

/** Badges in the first copy of the world. */
function listBadges(board: Board, orders: readonly OrderLine[], holders: ReadonlyMap<SpaceCode, Power>, scale: Scale) {
  if (scale.level < REGION) return [];
  return orders.flatMap((order) => {
    const spot = placeOf(board, order.at);
    if (!spot || order.kind === "bomb" || order.kind === "waive") return [];
    const [dx, dy] = isSetOff(order, holders) ? setOff(scale.block) : [0, 0];
    return badgesOf(order).map((kind) => {
      const aside = kind === "destroyed" ? 0 : scale.block * looks.badgeAside;
      const badge: Badge = { kind, space: spaceOf(order.at) };
      return { badge, key: `${kind} ${order.power} ${order.unit}`, x: spot.x * scale.k + dx - aside, y: spot.y * scale.k + dy };
    });
  });
}

/** The boxes of badges, which would cover labels. */
function badgeBoxes(board: Board, lines: readonly LineView[], holders: ReadonlyMap<SpaceCode, Power>, scale: Scale): Box[] {
  const room = looks.badgeRoom * markSize(scale.block) * looks.badgeShare;
  const orders = lines.map(({ order }) => order);
  return listBadges(board, orders, holders, scale).map(({ x, y }): Box => [x - room, y - room, x + room, y + room]);
}

function badgesOf(order: OrderLine): Badge["kind"][] {
  const own = ownResult(order);
  const badges: Badge["kind"][] = own === "void" || own === "illegal" ? [own] : [];
  return order.result === "destroyed" ? [...badges, "destroyed"] : badges;
}

export type Happening = { kind: "contested" | "burst" | "bomb"; space: SpaceCode; bombs: number };

/** Contested spaces, bombed spaces, and bombs that are ready. */
export function placeHappenings(
  board: Board,
  scene: Scene,
  contested: ReadonlyMap<SpaceCode, readonly [number, number]>,
  scale: Scale,
  window: Box,
): Placed<Happening>[] {
  if (scale.level === WORLD) return [];
  const marks = Object.entries(scene.marks ?? {});
  const found: Happening[] = [
    ...scene.contested.map((space) => ({ kind: "contested" as const, space, bombs: 0 })),
    ...marks.flatMap(([space, { kind }]) => (kind === "ruined" || kind === "closed" ? [{ kind: "burst" as const, space, bombs: 0 }] : [])),
    ...marks.flatMap(([space, { kind, bombs }]) => (kind === "bomb" ? [{ kind: "bomb" as const, space, bombs: bombs ?? 1 }] : [])),
  ];
  const asides = { contested: 0, burst: 0, bomb: looks.bombAside } as const;
  return found.flatMap((item) => {
    const space = board.spaces.get(item.space);
    if (!space) return [];
    // A bomb is beside the unit; the mark of the centre is on the other side.
    const aside = -centreSide(space) * asides[item.kind] * scale.block;
    const [x, y] = (item.kind === "contested" && contested.get(item.space)) || [space.unit.x * scale.k + aside, space.unit.y * scale.k];
    return copiesOf(item, `${item.kind} ${item.space}`, x, y, 16, window, scale);
  });
}

/** Size and spacing of the names of theatres. */
export const THEATRE_SIZE = labelLooks.theatreLetters;
export const THEATRE_SPACING = labelLooks.theatreSpacing;

/** Names of theatres when the whole world is shown, clear of each other and of units; lands come before oceans. */
export function placeTheatres(
  theatres: readonly TheatreLabel[],
  units: readonly UnitView[],
  scale: Scale,
  window: Box,
  measure: Measure,
): Placed<TheatreLabel>[] {
  if (scale.hasLabels) return [];
  const taken = new Taken(scale.turn);
  for (const unit of units) taken.add(unitBox(...(unitPoint(unit, scale) as [number, number]), scale.block));
  const [aside = 0, above = 0, below = 0] = labelLooks.theatreRoom.map((share) => share * THEATRE_SIZE);
  const spanOf = ({ spots }: TheatreLabel) => spots[0]?.span ?? 0;
  const ranked = [...theatres].sort((a, b) => Number(a.isSea) - Number(b.isSea) || spanOf(b) - spanOf(a));
  return ranked.flatMap((theatre) => {
    const name = theatre.name.toUpperCase();
    const width = measure(name, THEATRE_SIZE, false, theatre.isSea) + THEATRE_SPACING * THEATRE_SIZE * name.length;
    for (const { spot, span } of theatre.spots) {
      const [x, y] = [spot.x * scale.k, spot.y * scale.k];
      const box: Box = [x - width / 2 - aside, y - above, x + width / 2 + aside, y + below];
      if (theatre.isSea && span * scale.k < width * labelLooks.theatreSpan) break;
      if (!taken.isFree(box)) continue;
      taken.add(box);
      return copiesOf(theatre, theatre.name, x, y, width / 2, window, scale);
    }
    return [];
  });
}

/** True if a box, in any copy of the world, touches a window; for choosing what to place. */
export function isNear(box: Box, window: Box, turn: number | null, by: number): boolean {
  const wide = grow(window, by);
  return turn === null ? touches(box, wide) : shiftsOf(slide(box, 0), wide, turn).length > 0;
}
