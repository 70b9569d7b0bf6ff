import { decodeBoard, type Board, type BoardJson } from "./boardFile";
import type { PowerLook, Scene } from "./types";

/** A small board for tests: two adjacent lands surrounded by a sea, on a world of width 100 that may be round. */
const LOOK: PowerLook = {
  initial: "F",
  slot: "azure",
  hatching: "M0,2H8M0,6H8",
  cell: 8,
  light: { unit: "#4492E1", tint: "#A5C9F2", hatch: "#336EA9", opacity: 0.3, line: "#3675B4", letter: "#17120B" },
  dark: { unit: "#309DE5", tint: "#0E587B", hatch: "#64B6EC", opacity: 0.3, line: "#59B1EA", letter: "#17120B" },
};

/** The file as the server would send it; numbers are tenths. */
export function makeJson(wrap = true): BoardJson {
  const place = { theatre: "Europe", room: 80, span: 160 };
  return {
    format: 2,
    variant: "little",
    width: 1000,
    height: 500,
    wrap,
    unit: 50,
    // The west side, the border between the two, the east side, and the edge of the sea.
    arcs: [
      [300, 100, -200, 0, 0, 200, 200, 0],
      [300, 100, 0, 200],
      [300, 100, 200, 0, 0, 200, -200, 0],
      [0, 0, 1000, 0, 0, 500, -1000, 0, 0, -500],
    ],
    light: [[1, 1, 1], [1], [1, 1, 1], [1, 1, 1, 1]],
    sides: [["WES", "SEA"], ["WES", "EAS"], ["EAS", "SEA"], ["SEA", ""]],
    kinds: ["coast", "land", "coast", "edge"],
    spaces: {
      WES: { ...place, name: "Westland", terrain: "land", rings: [[[1, ~0]]], unit: [200, 180], label: [200, 240], mark: [260, 130], centre: "home", powers: ["FRANCE"] },
      EAS: { ...place, name: "Eastland", terrain: "land", rings: [[[2, ~1]]], unit: [400, 180], label: [400, 240], mark: [460, 130], coasts: { NC: [400, 105] } },
      SEA: { ...place, name: "Long Sea", terrain: "sea", rings: [[[3]]], unit: [950, 400], label: [800, 400], mark: [800, 350] },
    },
    impassable: {},
    scenery: [],
    islets: [],
    boxes: {},
    marks: [],
    gates: { EAS: { WES: [300, 250] } },
    powers: { FRANCE: LOOK, SPAIN: { ...LOOK, initial: "S" } },
    closed: ["EAS"],
  };
}

/** The same, decoded. */
export function makeBoard(wrap = true): Board {
  return decodeBoard(makeJson(wrap));
}

/** A scene with only what a test gives. */
export function makeScene(parts: Partial<Scene> = {}): Scene {
  return { phase: "Spring 1751", units: {}, dislodged: [], centres: {}, influence: {}, contested: [], orders: [], ...parts };
}
