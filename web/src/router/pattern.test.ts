import { expect, test } from "vitest";
import { matchPath } from "./pattern";

test("a pattern without params fits its own path only", () => {
  expect(matchPath("/games", "/games")).toEqual({});
  expect(matchPath("/games", "/games/")).toEqual({});
  expect(matchPath("/games", "/rules")).toBeNull();
  expect(matchPath("/", "/")).toEqual({});
  expect(matchPath("/", "/games")).toBeNull();
});

test("params are read and decoded", () => {
  expect(matchPath("/games/:game/:tab", "/games/long%20peace/press")).toEqual({ game: "long peace", tab: "press" });
});

test("a badly encoded path fits nothing", () => {
  expect(matchPath("/games/:game", "/games/%E0%A4%A")).toBeNull();
});

test("an encoded slash belongs to the param", () => {
  expect(matchPath("/dev/board/:variant", "/dev/board/a%2Fb%20c")).toEqual({ variant: "a/b c" });
});
