/** Heights at which the bottom sheet rests. */
export const STOPS = ["peek", "half", "full"] as const;
export type Stop = (typeof STOPS)[number];

/** The height of a stop in px on a screen of this height; half and full never cover the top bar. */
export function stopHeight(stop: Stop, screen: number, bar = 56): number {
  const most = Math.max(96, screen - bar - 8);
  return Math.min({ peek: 96, half: 338, full: most }[stop], most);
}

/** The stop where a released sheet rests: the nearest, or the next one in the direction of the throw. */
export function restAt(height: number, speed: number, screen: number): Stop {
  const aim = height + speed * 160;
  let best: Stop = "peek";
  for (const stop of STOPS) {
    if (Math.abs(stopHeight(stop, screen) - aim) < Math.abs(stopHeight(best, screen) - aim)) best = stop;
  }
  return best;
}
