import { BURST } from "../ui/burst";
import { parseFigure } from "./figure";

/** Shapes of units and marks, round 0,0 at the size of an 18 px block; the same as in render/picture/symbols.py. */
export const BLOCK = 18;
/** Degrees by which a dislodged unit is tipped. */
export const TIP = 24;
/** Px between a dislodged unit and its victor. */
export const SET_OFF = 26;
/** A block smaller than this carries no initial. */
export const READABLE = 10;

const CONTESTED_HEADS = "M-2,0L-9,-4.4L-7,0L-9,4.4ZM2,0L9,-4.4L7,0L9,4.4Z";

export const FIGURES = {
  block: parseFigure("M-9,-9H9V9H-9Z"),
  hull: parseFigure("M-13.5,.8H13.5L9.8,11.6H-9.8Z"),
  ship: parseFigure("M-13.5,.8H13.5L9.8,11.6H-9.8ZM-1,-1.4V-12.4L-10.4,-1.4ZM1,-1.4V-12.4L10.4,-1.4Z"),
  barge: parseFigure("M-14,-5L-9.8,7.5H9.8L14,-5H11L10,-1.6H-10L-11,-5Z"),
  wave: parseFigure("M-11,0Q-8.2,-4 -5.5,0T0,0T5.5,0T11,0"),
  brokenWave: parseFigure("M-12,-1Q-9,-6 -6,-1T-2,0M2,0Q5,-5 8,0T12,-1"),
  burst: parseFigure(BURST),
  bomb: parseFigure("M-5,1Q-5,-1.1 -3.5,-2.5Q-2.1,-4 0,-4Q2.1,-4 3.5,-2.5Q5,-1.1 5,1Q5,3.1 3.5,4.5Q2.1,6 0,6Q-2.1,6 -3.5,4.5Q-5,3.1 -5,1Z"),
  fuse: parseFigure("M0,-3.4V-7M-3,-9.6L-1.2,-7.8M3,-9.6L1.2,-7.8M0,-11V-8.8"),
  contested: parseFigure(`M-15,0H15${CONTESTED_HEADS}`),
  contestedHeads: parseFigure(CONTESTED_HEADS),
  contestedTails: parseFigure("M-15,0H-7M15,0H7"),
  lozenge: parseFigure("M0,-4.8L4.8,0L0,4.8L-4.8,0Z"),
  stroke: parseFigure("M-4.6,4.6L4.6,-4.6"),
  void: parseFigure("M0,-7.6L7.6,0L0,7.6L-7.6,0Z"),
  octagon: parseFigure("M-3,-7.4H3L7.4,-3V3L3,7.4H-3L-7.4,3V-3Z"),
  octagonStroke: parseFigure("M-3.6,3.6L3.6,-3.6"),
  dagger: parseFigure("M0,-8V8M-4.4,-3.6H4.4"),
} as const;
