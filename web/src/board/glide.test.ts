/** The page moves units as pictures do: both are held to tests/fixtures/motion.json. */
import { expect, test } from "vitest";
import drawing from "../../../tests/fixtures/drawing.json";
import fixture from "../../../tests/fixtures/motion.json";
import { decodeBoard, type BoardJson } from "./boardFile";
import { makeGlide, poseAt, readLevel, type Motion } from "./glide";
import { makeScale } from "./view";

const board = decodeBoard(drawing.board as unknown as BoardJson);
const scale = makeScale(board, fixture.scale, false);

test("units are where pictures draw them, at every moment", () => {
  const glides = (fixture.motion as Motion).travels.map((travel) => makeGlide(travel, board, scale));
  fixture.times.forEach((time, row) => {
    glides.forEach((glide, number) => {
      const [wanted, pose] = [fixture.poses[row]?.[number], glide && poseAt(glide, time)];
      const found = pose && [pose.x, pose.y, pose.tip, pose.opacity];
      expect(found?.length).toBe(wanted?.length);
      found?.forEach((value, place) => expect(value).toBeCloseTo(wanted?.[place] ?? NaN, 1));
    });
  });
});

test("a value goes smoothly from one moment to the next, and stays before the first and after the last", () => {
  const levels = [{ time: 1, value: 0 }, { time: 2, value: 1 }];
  expect([0, 1, 1.5, 2, 9].map((time) => readLevel(levels, time))).toEqual([0, 0, 0.5, 1, 1]);
  expect(readLevel(levels, 1.1)).toBeLessThan(0.05);
});
