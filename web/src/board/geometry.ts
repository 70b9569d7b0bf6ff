/** Points, boxes and rings, in whatever units the caller has. */
export type Spot = { x: number; y: number };
/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];
/** x, y, x, y ... */
export type Flat = Float64Array;

/** The box around some lines. */
export function boxOf(lines: Iterable<Flat>): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      const x = line[i] as number;
      const y = line[i + 1] as number;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return [left, top, right, bottom];
}

/** The box around some boxes. */
export function hullOf(boxes: Iterable<Box>): Box {
  let hull: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    hull = [Math.min(hull[0], box[0]), Math.min(hull[1], box[1]), Math.max(hull[2], box[2]), Math.max(hull[3], box[3])];
  }
  return hull;
}

/** True if two boxes overlap. */
export function touches(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** A box enlarged on every side. */
export function grow(box: Box, by: number): Box {
  return [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
}

/** A box moved sideways. */
export function slide(box: Box, by: number): Box {
  return [box[0] + by, box[1], box[2] + by, box[3]];
}

/** True if a box contains another one completely. */
export function holds(outer: Box, inner: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}

/** True if a point lies inside rings, outer ones and holes alike, by counting crossings. */
export function isInside(x: number, y: number, rings: readonly Flat[]): boolean {
  let inside = false;
  for (const ring of rings) {
    let lastX = ring[ring.length - 2] as number;
    let lastY = ring[ring.length - 1] as number;
    for (let i = 0; i < ring.length; i += 2) {
      const hereX = ring[i] as number;
      const hereY = ring[i + 1] as number;
      if (hereY > y !== lastY > y && x < ((lastX - hereX) * (y - hereY)) / (lastY - hereY) + hereX) inside = !inside;
      lastX = hereX;
      lastY = hereY;
    }
  }
  return inside;
}

/** Path data of rings, scaled by a factor; one decimal is enough on a screen. */
export function ringPath(rings: readonly Flat[], scale: number): string {
  let path = "";
  for (const ring of rings) {
    let lastX = "";
    let lastY = "";
    for (let i = 0; i < ring.length - 2; i += 2) {
      const x = ((ring[i] as number) * scale).toFixed(1);
      const y = ((ring[i + 1] as number) * scale).toFixed(1);
      if (x === lastX && y === lastY) continue;
      path += `${i === 0 ? "M" : "L"}${x} ${y}`;
      lastX = x;
      lastY = y;
    }
    path += "Z";
  }
  return path;
}

/** Path data of the same rings without the parts along the seam of a round world of this width: nothing ends there. */
export function rimPath(rings: readonly Flat[], scale: number, width: number): string {
  const isSeam = (x: number) => x <= 0 || x >= width;
  let path = "";
  for (const ring of rings) {
    let hasPen = false;
    for (let i = 0; i < ring.length - 2; i += 2) {
      const [x, y, nextX, nextY] = ring.subarray(i, i + 4) as unknown as [number, number, number, number];
      if (isSeam(x) && x === nextX) {
        hasPen = false;
        continue;
      }
      if (!hasPen) path += `M${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)}`;
      path += `L${(nextX * scale).toFixed(1)} ${(nextY * scale).toFixed(1)}`;
      hasPen = true;
    }
  }
  return path;
}
