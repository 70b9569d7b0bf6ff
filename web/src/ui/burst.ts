/** The burst of a bomb, round 0,0 at the size of an 18 px block. */
export const BURST =
  "M0,-9L2,-3.4L7.2,-6.6L4.2,-1.4L10,0L4.2,1.6L7,6.8L1.8,3.8L0,9.6L-2,3.8L-7.2,6.8L-4.2,1.6L-10,0L-4.2,-1.6L-7,-6.6L-1.8,-3.4Z";
