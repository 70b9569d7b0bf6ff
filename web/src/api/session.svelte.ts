import { theme } from "../theme/theme.svelte";
import { del, get, patch, post, setCsrf } from "./client";
import type { AccountChangeBody } from "./schema";
import type { Account, Session, Settings } from "./types";

const DEFAULTS: Settings = {
  theme: "system",
  strong_hatching: false,
  single_keys: true,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  mail: { judged: true, press: true, reminders: true, missed: true, deadlines: true, votes: true, seats: true, changes: true, ending: true, whole_turn: false, picture: false },
};

/** Who is here, and what they chose. */
class SessionState {
  account = $state<Account | null>(null);
  /** Of a guest: until when the games are kept. */
  keptUntil = $state<string | null>(null);
  isLoaded = $state(false);
  /** Milliseconds that the server's clock is ahead of this device's; a wrong clock must not show a wrong deadline. */
  ahead = $state(0);
  settings: Settings = $derived({
    ...DEFAULTS,
    ...this.account?.settings,
    mail: { ...DEFAULTS.mail, ...this.account?.settings?.mail },
  });
  #loading: Promise<void> | null = null;

  /** Ask once who is signed in; later calls wait for the same answer. */
  load(): Promise<void> {
    this.#loading ??= this.reload().catch((problem: unknown) => {
      this.#loading = null;
      throw problem;
    });
    return this.#loading;
  }

  /** Ask again who is signed in. */
  async reload(): Promise<void> {
    this.take(await get("/session"));
  }

  /** Take over what the server says about who is here. */
  take(session: Session): void {
    setCsrf(session.csrf);
    this.account = session.account;
    this.keptUntil = session.kept_until;
    this.ahead = Date.parse(session.now) - Date.now() || 0;
    this.isLoaded = true;
    this.#follow();
  }

  async signUp(name: string, email: string, password: string): Promise<void> {
    this.take(await post("/accounts", {}, { name, email, password }));
    await this.#tellZone();
  }

  async signIn(login: string, password: string): Promise<void> {
    this.take(await post("/session", {}, { login, password }));
  }

  async signOut(): Promise<void> {
    await del("/session");
    await this.reload();
  }

  async claim(name: string, email: string, password: string): Promise<void> {
    this.take(await post("/account/claim", {}, { name, email, password }));
    await this.#tellZone();
  }

  async change(changes: AccountChangeBody): Promise<void> {
    this.take(await patch("/account", {}, changes));
  }

  /** Change some settings; they hold at once, and for good when one has an account. */
  async choose(changes: Partial<Settings>): Promise<void> {
    this.#show({ ...this.settings, ...changes });
    if (this.account) await this.change({ settings: { ...this.settings, ...changes } });
  }

  /** What the server's clock says now. */
  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  /** Letters by e-mail name deadlines in the reader's zone; a new account learns it from the device. */
  async #tellZone(): Promise<void> {
    await this.change({ settings: { zone: DEFAULTS.zone } }).catch(() => {});
  }

  /** A choice stored with the account holds on every device of the player. */
  #follow(): void {
    const stored = this.account?.settings;
    if (stored && (stored.theme !== undefined || stored.strong_hatching !== undefined)) this.#show(this.settings);
  }

  #show(settings: Settings): void {
    if (theme.choice !== settings.theme) theme.choose(settings.theme);
    if (theme.isStrong !== settings.strong_hatching) theme.setStrong(settings.strong_hatching);
  }
}

export const session = new SessionState();
