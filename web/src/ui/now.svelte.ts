import { session } from "../api/session.svelte";

/** The time, looked at twice a minute; enough for 'in 2 h 5 min', and never a ticking clock. */
class Now {
  at = $state(new Date());

  constructor() {
    setInterval(() => this.look(), 30_000);
    addEventListener("visibilitychange", () => this.look());
  }

  /** Look at the clock again, by the server's time. */
  look(): void {
    this.at = session.now();
  }
}

export const now = new Now();
