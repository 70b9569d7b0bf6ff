import { afterEach, expect, test, vi } from "vitest";
import { DeviceShelf } from "./shelf";

afterEach(() => vi.unstubAllGlobals());

test("what a closed storage does not take lasts as long as the page", () => {
  vi.stubGlobal("localStorage", {
    get getItem(): never {
      throw new DOMException("denied", "SecurityError");
    },
  });
  const shelf = new DeviceShelf();
  expect(shelf.getItem("notes")).toBeNull();
  shelf.setItem("notes", "Ask Ana");
  expect(shelf.getItem("notes")).toBe("Ask Ana");
  shelf.removeItem("notes");
  expect(shelf.getItem("notes")).toBeNull();
});

test("a full storage keeps the older words, and the page has the newer ones", () => {
  const stored = new Map([["notes", "Ask Ana"]]);
  let isFull = true;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      stored.set(key, value);
    },
  });
  const shelf = new DeviceShelf();
  expect(shelf.getItem("notes")).toBe("Ask Ana");
  shelf.setItem("notes", "Ask Remy");
  expect(shelf.getItem("notes")).toBe("Ask Remy");
  isFull = false;
  shelf.setItem("notes", "Ask Sol");
  expect(stored.get("notes")).toBe("Ask Sol");
  shelf.removeItem("notes");
  expect(shelf.getItem("notes")).toBeNull();
});
