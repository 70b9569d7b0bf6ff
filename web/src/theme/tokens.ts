import { dark, light } from "./looks";

/** The colours that boards are painted with, in pictures too; the page has the same in tokens.css. */
export type Tokens = {
  paper: string;
  leaf: string;
  ink: string;
  ink2: string;
  rule: string;
  accent: string;
  sea: string;
  seaText: string;
  land: string;
  scenery: string;
  closedLand: string;
  closedStripe: string;
  closedSea: string;
  coast: string;
  border: string;
  seaLine: string;
  seaBorder: string;
  rim: string;
};

export const LIGHT: Tokens = light;
export const DARK: Tokens = dark;
