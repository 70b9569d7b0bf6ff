/** Every sign that a board can show, in words. The pictures are made by the code that draws the boards. */
import type { CentreFigure, CentreKind } from "../board/boardFile";
import type { Level } from "../board/levels";
import type { OrderLine, Scene, SpaceCode } from "../board/types";
import type { UnitKind } from "../board/units";
import type { MarkName } from "../ui/Mark.svelte";

type Words = { title: string; text: string };

export type UnitSign = Words & { kind: UnitKind; isLaden?: boolean; isDislodged?: boolean; isUnordered?: boolean };
export const UNITS: readonly UnitSign[] = [
  { title: "Army", text: "A square with the initial of its power.", kind: "A" },
  { title: "Fleet", text: "A hull with two sails.", kind: "F" },
  { title: "Transport fleet", text: "A hull without sails. Colonial Variant.", kind: "TF" },
  { title: "Army aboard", text: "A block on the deck of a ship. Colonial Variant.", kind: "F", isLaden: true },
  { title: "Dislodged", text: "Tipped over, with a dashed rim. It must retreat.", kind: "A", isDislodged: true },
  { title: "Without an order", text: "A dashed frame, around your own units only.", kind: "A", isUnordered: true },
];

/** A kind of centre, with its figure on a rule sheet. */
export type CentreSign = Words & { kind: CentreKind; figure: CentreFigure; initial?: string; age?: number };
export const CENTRES: readonly CentreSign[] = [
  { title: "Home centre", text: "A full disc; close up with the initial of its power. Only that power may build there, whoever owns it. All boards.", kind: "home", figure: "disc" },
  { title: "Home centre, close up", text: "F: only France builds here.", kind: "home", figure: "disc", initial: "F" },
  { title: "Neutral centre", text: "A dot. It counts, but nobody may build there. All boards.", kind: "neutral", figure: "dot" },
  { title: "Colony, Colonia boards", text: "A crossed circle, as in the key of the sheet. Any owner may build there.", kind: "colonial", figure: "crossed" },
  { title: "Colony, Colonial Variant", text: "A hollow circle, as the sheet says. It ages.", kind: "colonial", figure: "ring" },
  { title: "Colony, one year old", text: "One third is filled for each year. Colonial Variant.", kind: "colonial", figure: "ring", age: 1 },
  { title: "Colony, two years old", text: "Two thirds. A fight over it makes it hollow again.", kind: "colonial", figure: "ring", age: 2 },
  { title: "Permanent colony", text: "A disc with a hole, after three years: nothing can disrupt it any more.", kind: "colonial", figure: "ring", age: 3 },
  { title: "Special centre", text: "A ring and dot, as in the key of Colonia III. One or two powers may build there; it counts for all.", kind: "special", figure: "ring-dot" },
  { title: "Special centre, other boards", text: "A lozenge, where no sheet gives another figure.", kind: "special", figure: "lozenge" },
  { title: "Place to build", text: "A square. Its power may build there, but it does not count: Arkangel in Cline's game.", kind: "build-only", figure: "square" },
];

export type EventSign = Words & { scene: Partial<Scene> };
export const EVENTS: readonly EventSign[] = [
  { title: "Stand-off", text: "Two arrowheads that meet. No unit may retreat there this season.", scene: { contested: ["MID"] } },
  { title: "A bomb", text: "A bomb that lies ready in this space. Gigaton Bomb.", scene: { marks: { MID: { kind: "bomb", text: "", bombs: 1 } } } },
  { title: "Several bombs", text: "The figure says how many.", scene: { marks: { MID: { kind: "bomb", text: "", bombs: 3 } } } },
  { title: "Struck", text: "Land is closed for good, a sea for two moves.", scene: { marks: { MID: { kind: "ruined", text: "" } } } },
];

const army = (at: string, power = "FRANCE") => ({ power, at, unit: `A ${at}` });
const fleet = (at: string, power = "FRANCE") => ({ power, at, unit: `F ${at}` });
const line = (parts: Pick<OrderLine, "power" | "at" | "unit" | "kind"> & Partial<OrderLine>): OrderLine => ({
  order: `${parts.unit} ${parts.kind} ${parts.to ?? ""}`, state: "set", ...parts,
});
const MOVE = line({ ...army("WES"), kind: "move", to: "EAS" });
const CARRIED = line({ ...army("WES"), kind: "move", to: "EAS", carried: true, route: ["MID"], order: "A WES - EAS VIA" });
const HELPED = line({ ...army("LOW"), kind: "support_move", of: "WES", other: "A WES", to: "EAS" });
const DRIVEN_OUT = { power: "GERMANY", unit: "A WES", from: "MID", retreats: ["EAS"] };

export const ORDERS: readonly EventSign[] = [
  { title: "Move", text: "A line with a full arrowhead.", scene: { units: { FRANCE: ["A WES"] }, orders: [MOVE] } },
  {
    title: "Support of a move",
    text: "Dashes that end in a ring on the arrow they help.",
    scene: { units: { FRANCE: ["A WES", "A LOW"] }, orders: [MOVE, HELPED] },
  },
  {
    title: "Support of a unit that stays",
    text: "Dashes that end in a bracket at the unit.",
    scene: { units: { FRANCE: ["F WES", "A EAS"] }, orders: [line({ ...fleet("WES"), kind: "support_hold", of: "EAS", other: "A EAS" })] },
  },
  {
    title: "Hold",
    text: "A plinth under the unit.",
    scene: { units: { FRANCE: ["A WES", "F EAS"] }, orders: [line({ ...army("WES"), kind: "hold" }), line({ ...fleet("EAS"), kind: "hold" })] },
  },
  {
    title: "Convoyed move",
    text: "A double line through each fleet, with a wave under the fleet.",
    scene: {
      units: { FRANCE: ["A WES", "F MID"] },
      orders: [CARRIED, line({ ...fleet("MID"), kind: "convoy", of: "WES", other: "A WES", to: "EAS" })],
    },
  },
  {
    title: "Going aboard",
    text: "A short double line from the army to its ship. Colonial Variant.",
    scene: { units: { FRANCE: ["A WES", "F MID"] }, orders: [line({ ...fleet("MID"), kind: "embark", of: "WES", other: "A WES" })] },
  },
  {
    title: "Retreat",
    text: "Round dots.",
    scene: { units: { FRANCE: ["A WES"] }, dislodged: [DRIVEN_OUT], orders: [line({ ...army("WES", "GERMANY"), kind: "retreat", to: "EAS" })] },
  },
  {
    title: "Retreat over the sea",
    text: "A dotted double line through the fleet. Colonia III and VII.",
    scene: {
      units: { FRANCE: ["A WES"], GERMANY: ["F MID"] },
      dislodged: [DRIVEN_OUT],
      orders: [line({ ...army("WES", "GERMANY"), kind: "retreat", to: "EAS", carried: true, route: ["MID"] })],
    },
  },
  { title: "Build", text: "A ring with a plus around the new unit.", scene: { orders: [line({ ...army("MID"), kind: "build" })] } },
  { title: "Removal", text: "A stroke through the unit.", scene: { units: { FRANCE: ["A MID"] }, orders: [line({ ...army("MID"), kind: "disband" })] } },
  {
    title: "Bomb",
    text: "A long dash and a burst at its target.",
    scene: { orders: [line({ power: "FRANCE", at: "WES", unit: "BOMB WES", kind: "bomb", to: "EAS" })] },
  },
  {
    title: "In hand",
    text: "Red and dashed until it is set.",
    scene: { units: { FRANCE: ["A WES"] }, orders: [{ ...MOVE, state: "draft" }] },
  },
];

const result = (order: OrderLine, found: NonNullable<OrderLine["result"]>): OrderLine => ({ ...order, result: found });
export const RESULTS: readonly EventSign[] = [
  { title: "Moved", text: "In results each line has the colour of its power.", scene: { units: { FRANCE: ["A WES"] }, orders: [result(MOVE, "succeeds")] } },
  { title: "Beaten", text: "An open arrowhead against a bar.", scene: { units: { FRANCE: ["A WES"] }, orders: [result(MOVE, "fails")] } },
  {
    title: "Support cut",
    text: "Two strokes across the dashes.",
    scene: { units: { FRANCE: ["A WES", "A LOW"] }, orders: [result(MOVE, "fails"), result(HELPED, "cut")] },
  },
  {
    title: "Convoy disrupted",
    text: "The wave is in two parts.",
    scene: {
      units: { FRANCE: ["A WES", "F MID"] },
      orders: [result(CARRIED, "fails"), result(line({ ...fleet("MID"), kind: "convoy", of: "WES", other: "A WES", to: "EAS" }), "disrupted")],
    },
  },
  {
    title: "Void",
    text: "A dashed lozenge: the order was legal, but matched nothing.",
    scene: { units: { FRANCE: ["A MID"] }, orders: [result(line({ ...army("MID"), kind: "hold" }), "void")] },
  },
  {
    title: "Illegal",
    text: "An octagon with a stroke: the order could never be followed.",
    scene: { units: { FRANCE: ["A MID"] }, orders: [result(line({ ...army("MID"), kind: "hold" }), "illegal")] },
  },
  {
    title: "Destroyed",
    text: "A dagger over the unit.",
    scene: { units: { FRANCE: ["A MID"] }, orders: [result(line({ ...army("MID"), kind: "hold" }), "destroyed")] },
  },
];

export type MarkSign = Words & { name: MarkName };
export const MARKS: readonly MarkSign[] = [
  { title: "Succeeds", text: "The order succeeded.", name: "succeeds" },
  { title: "Beaten", text: "The move failed.", name: "beaten" },
  { title: "Cut", text: "The support was cut.", name: "cut" },
  { title: "Dislodged", text: "The unit was driven out.", name: "dislodged" },
  { title: "Void", text: "Legal, but it matched nothing.", name: "void" },
  { title: "Illegal", text: "The order was refused, with a reason.", name: "illegal" },
  { title: "Convoy disrupted", text: "A fleet on the way was driven out.", name: "disrupted" },
  { title: "Destroyed", text: "The unit is off the board.", name: "destroyed" },
];

export type SpaceSign = Words & { look: "chosen" | "target" | "convoy" | "focus" };
export const SPACES: readonly SpaceSign[] = [
  { title: "The unit in hand", text: "A red wash and rim mark its space.", look: "chosen" },
  { title: "Target", text: "Where it can go.", look: "target" },
  { title: "Target by convoy", text: "A dashed rim.", look: "convoy" },
  { title: "Target chosen by keys", text: "The darker wash. Enter takes it.", look: "focus" },
];

/** `parts` are added to the first position. */
export type CropSign = Words & { variant: string; look: readonly SpaceCode[]; near?: Level; parts?: Partial<Scene> };
export const GROUND: readonly CropSign[] = [
  {
    title: "Whose land it is",
    text: "An owned centre has the tint and the hatching of its power. Land without a centre has a pale band of the last power that stood there.",
    variant: "standard", look: ["PAR", "BUR", "MUN"], near: 1,
    parts: { influence: { BUR: "FRANCE", PIC: "FRANCE", RUH: "GERMANY" } },
  },
  {
    title: "Canals and straits",
    text: "A canal is a thin line of sea through the land. A dotted line is a crossing that armies may use. A solid line from shore to shore closes a strait: fleets must go through the land space.",
    variant: "standard", look: ["KIE", "DEN", "SWE"], near: 1,
  },
  {
    title: "A box",
    text: "A space beside the map. Arrows show which seas it joins.",
    variant: "cline-9-man-vii", look: ["ANT"], near: 1,
  },
  {
    title: "Closed to armies",
    text: "A dashed coast: only fleets may enter.",
    variant: "colonia-i", look: ["FIJ", "SAM"], near: 2,
  },
  {
    title: "Two coasts",
    text: "A fleet stands on one of them; small letters say which one: sc is the south coast.",
    variant: "standard", look: ["FIN", "LVN"], near: 2,
  },
];
export const LEVELS: readonly CropSign[] = [
  { title: "World", text: "Tints and dots, and the names of theatres.", variant: "colonia-vii", look: ["PAR"], near: 0 },
  { title: "Theatre", text: "Initials on units, codes where they fit.", variant: "colonia-vii", look: ["PAR"], near: 1 },
  { title: "Region", text: "Names. The bold letters are the code.", variant: "colonia-vii", look: ["PAR"], near: 2 },
  { title: "Close", text: "All names, coasts, and who may build where.", variant: "colonia-vii", look: ["PAR"], near: 3 },
];
export const SEAM: CropSign = {
  title: "The seam",
  text: "The world repeats without a gap: after the last column comes the first. A dotted meridian marks the seam. Nothing is cut there, and an arrow takes the short way round.",
  variant: "colonia-vii", look: ["HAW", "CPO", "WPO"], near: 1,
  parts: {
    units: { RUSSIA: ["F WPO"], AUSTRIA: ["F HAW"] },
    orders: [{ power: "RUSSIA", order: "F WPO - CPO", kind: "move", at: "WPO", unit: "F WPO", to: "CPO", state: "set" }],
  },
};
