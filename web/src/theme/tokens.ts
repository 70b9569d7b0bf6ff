/** The colours that the board paints with; the page has the same in tokens.css, pictures in render/picture/theme.py. */
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
  impassable: string;
  coast: string;
  border: string;
  seaLine: string;
  seaBorder: string;
  rim: string;
};

export const LIGHT: Tokens = {
  paper: "#FBF7EC",
  leaf: "#FFFDF6",
  ink: "#221B13",
  ink2: "#5A4E3E",
  rule: "#CFC3AA",
  accent: "#A92B18",
  sea: "#DDE5E0",
  seaText: "#2F5560",
  land: "#F4ECD8",
  scenery: "#E9E2D2",
  impassable: "#E6E7DF",
  coast: "#4A4032",
  border: "#8C7A5E",
  seaLine: "#7F9C9C",
  seaBorder: "#7E9A9B",
  rim: "#17120B",
};

export const DARK: Tokens = {
  paper: "#1C1A16",
  leaf: "#2B2822",
  ink: "#EFE6D2",
  ink2: "#B9AD96",
  rule: "#433E34",
  accent: "#FF8A66",
  sea: "#1B2427",
  seaText: "#9FBCC2",
  land: "#34312A",
  scenery: "#2B2924",
  impassable: "#20241F",
  coast: "#8F846D",
  border: "#8A7F69",
  seaLine: "#3C5257",
  seaBorder: "#45595D",
  rim: "#F3EAD6",
};
