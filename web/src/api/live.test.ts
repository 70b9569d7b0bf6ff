import { beforeEach, describe, expect, it, vi } from "vitest";
import { listen, nextWait, readChange, type Line } from "./live";
import { stubWindow } from "./testWindow";

describe("live", () => {
  it("reads a change", () => {
    expect(readChange('{"kind":"judged","version":12}')).toEqual({ kind: "judged", version: 12 });
  });

  it("passes over what is no change", () => {
    expect(readChange("ping")).toBeNull();
    expect(readChange("{}")).toBeNull();
  });

  it("waits longer each time, up to a minute", () => {
    expect(nextWait(2_000)).toBe(4_000);
    expect(nextWait(50_000)).toBe(60_000);
  });
});

/** A line of which a test says what comes over it. */
class TestSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  constructor(readonly url: string) {
    super();
    sources.push(this);
  }
  close(): void {
    this.readyState = TestSource.CLOSED;
  }
  say(type: string, data = ""): void {
    this.dispatchEvent(Object.assign(new Event(type), { data }));
  }
  /** The line breaks; the browser opens it again, or gives up. */
  break(givesUp: boolean): void {
    if (givesUp) this.close();
    this.say("error");
  }
}
let sources: TestSource[];

describe("a line", () => {
  let heard: string[];
  let lines: boolean[];

  beforeEach(() => {
    vi.useFakeTimers();
    stubWindow();
    vi.stubGlobal("EventSource", TestSource);
    [sources, heard, lines] = [[], [], []];
    listen("abc", "5.1", ({ kind }) => heard.push(kind), (line: Line) => lines.push(line.isUp));
  });

  it("tells changes, and nothing of its own when it is opened first", () => {
    sources[0]?.say("open");
    sources[0]?.say("change", '{"kind":"judged","version":1}');
    expect([heard, lines]).toEqual([["judged"], []]);
  });

  it("says once that it is broken and once that it is back, and that something may have been lost", () => {
    sources[0]?.say("open");
    sources[0]?.break(false);
    sources[0]?.break(false);
    expect(lines).toEqual([false]);
    sources[0]?.say("open");
    expect([heard, lines, sources.length]).toEqual([["resync"], [false, true], 1]);
  });

  it("is opened anew where the browser gives up, later each time, and at once when the browser is online again", async () => {
    sources[0]?.break(true);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(sources).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sources).toHaveLength(2);
    sources[1]?.break(true);
    await vi.advanceTimersByTimeAsync(2_100);
    expect(sources).toHaveLength(2);
    dispatchEvent(new Event("online"));
    expect(sources.map(({ url }) => url.split("=").at(-1))).toEqual(["5.1", "5.1", "5.1"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sources).toHaveLength(3);
  });
});
