import { session } from "../api/session.svelte";

/** The current time, updated twice a minute: enough for 'in 2 h 5 min'. */
class Now {
  at = $state(new Date());

  constructor() {
    setInterval(() => this.look(), 30_000);
    addEventListener("visibilitychange", () => this.look());
  }

  /** Update the time from the server's clock. */
  look(): void {
    this.at = session.now();
  }
}

export const now = new Now();
