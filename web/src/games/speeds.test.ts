import { expect, it } from "vitest";
import { listSet, nameSpeed, readFilters } from "./speeds";

it("reads the filters of an address and leaves out what is none", () => {
  const found = readFilters(new URLSearchParams("scope=open&speed=day&press=loud&variant=colonia-vii&free=true"));
  expect(found).toEqual({ variant: "colonia-vii", speed: "day", press: "", free: "true" });
  expect(listSet(found)).toEqual({ variant: "colonia-vii", speed: "day", free: "true" });
});

it("asks for everything where nothing is set", () => {
  expect(listSet(readFilters(new URLSearchParams("speed=warp&free=no")))).toEqual({});
});

it("names speeds", () => {
  expect(nameSpeed("none")).toBe("No deadlines");
});
