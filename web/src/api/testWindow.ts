import { vi } from "vitest";

/** A window and a document that hear events, for tests without a browser. */
export function stubWindow(): void {
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  vi.stubGlobal("dispatchEvent", target.dispatchEvent.bind(target));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, querySelector: () => null }));
}
