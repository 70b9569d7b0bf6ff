import { theme } from "../theme/theme.svelte";
import { type ApiError, del, get, patch, post, put, setCsrf, setGate } from "./client";
import { insist } from "./insist";
import { PendingChanges } from "./pendingChanges.svelte";
import type { AccountChangeBody, AssertionBody, NewMember, WhoSignsUp } from "./schema";
import type { Account, Session, Settings } from "./types";

const DEFAULTS: Settings = {
  theme: "system",
  strong_hatching: false,
  single_keys: true,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  mail: { judged: true, press: true, reminders: true, missed: true, deadlines: true, votes: true, seats: true, changes: true, ending: true, whole_turn: false, picture: false, invitations: true },
};

/** What the person is asked while requests wait: to sign in again, or to confirm the password. */
export type Question = "sign-in" | "confirm";

/** The signed-in account and its settings. */
class SessionState {
  account = $state<Account | null>(null);
  /** Until when a guest's games are kept. */
  keptUntil = $state<string | null>(null);
  isLoaded = $state(false);
  signUpBy = $state<WhoSignsUp>("everybody");
  hasGuests = $state(true);
  hasPasskeys = $state(false);
  question = $state<Question | null>(null);
  /** The name last signed in with, to prefill the form. */
  lastName = "";
  /** Milliseconds that the server's clock is ahead of this device's; a wrong clock must not show a wrong deadline. */
  ahead = $state(0);
  /** Settings of a person without an account; they last as long as the page. */
  #chosenHere = $state.raw<Partial<Settings>>({});
  #changes = new PendingChanges<Settings>(
    () => {
      const stored = this.account ? this.account.settings : this.#chosenHere;
      return { ...DEFAULTS, ...stored, mail: { ...DEFAULTS.mail, ...stored?.mail } };
    },
    (changes) => this.#store(changes),
  );
  settings: Settings = $derived(this.#changes.now);
  #loading: Promise<void> | null = null;
  /** Requests that wait for the person. */
  #waiting: ((isWorthTrying: boolean) => void)[] = [];

  /** Ask once who is signed in; later calls wait for the same answer. */
  load(): Promise<void> {
    this.#loading ??= insist(() => this.reload()).catch((problem: unknown) => {
      this.#loading = null;
      throw problem;
    });
    return this.#loading;
  }

  /** Ask again who is signed in. */
  async reload(): Promise<void> {
    this.take(await get("/session"));
  }

  /** Take over a session from the server. */
  take(session: Session): void {
    setCsrf(session.csrf);
    this.account = session.account;
    this.keptUntil = session.kept_until;
    this.signUpBy = session.sign_up;
    this.hasGuests = session.has_guests;
    this.hasPasskeys = session.has_passkeys;
    this.lastName = session.account?.name ?? this.lastName;
    this.ahead = Date.parse(session.now) - Date.now() || 0;
    this.isLoaded = true;
    this.#follow();
  }

  /** Take over the guest account made for a game; if the response was lost, ask the server. */
  async takeGuest(made: Session | null): Promise<void> {
    if (made) this.take(made);
    else if (!this.account) await insist(() => this.reload());
  }

  async signUp(name: string, email: string, password: string): Promise<void> {
    await this.#takeNew(await post("/accounts", {}, { name, email, password }));
  }

  /** Create an account by an invitation, and take the seat it is for. */
  async signUpInvited(invitation: string, name: string, email: string, password: string): Promise<NewMember> {
    const made = await post("/invitations/{token}/account", { token: invitation }, { name, email, password });
    await this.#takeNew(made.session);
    return made;
  }

  async signIn(login: string, password: string): Promise<void> {
    this.take(await post("/session", {}, { login, password }));
  }

  async signInByPasskey(assertion: AssertionBody): Promise<void> {
    this.take(await post("/session/passkey", {}, assertion));
  }

  async confirm(password: string): Promise<void> {
    this.take(await post("/session/confirm", {}, { password }));
  }

  async confirmByPasskey(assertion: AssertionBody): Promise<void> {
    this.take(await post("/session/confirm/passkey", {}, assertion));
  }

  async signOut(): Promise<void> {
    await del("/session");
    await this.reload();
  }

  async claim(name: string, email: string, password: string): Promise<void> {
    await this.#takeNew(await post("/account/claim", {}, { name, email, password }));
  }

  async changePassword(password: string): Promise<void> {
    this.take(await put("/account/password", {}, { password }));
  }

  async changeEmail(email: string): Promise<void> {
    this.take(await put("/account/email", {}, { email }));
  }

  /** Ask the person for what the server requires; true if the request should be repeated. */
  async answerRefusal(problem: ApiError): Promise<boolean> {
    const question = this.#findQuestion(problem);
    if (!question) return false;
    this.question ??= question;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The person has answered: waiting requests are sent again or fail. */
  settle(isWorthTrying: boolean): void {
    const waiting = this.#waiting;
    this.question = null;
    this.#waiting = [];
    for (const go of waiting) go(isWorthTrying);
  }

  /** Continue signed out. */
  async goOnAsStranger(): Promise<void> {
    await this.signOut();
    this.settle(true);
  }

  async change(changes: AccountChangeBody): Promise<void> {
    this.take(await patch("/account", {}, changes));
  }

  /** Change some settings; they take effect at once, and are stored if there is an account. */
  async choose(changes: Partial<Settings>): Promise<void> {
    this.#show(changes);
    await this.#changes.choose(changes);
  }

  /** The current time by the server's clock. */
  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  #findQuestion(problem: ApiError): Question | null {
    if (problem.code === "confirm_first") return "confirm";
    if (problem.code === "session_ended") return "sign-in";
    // Signed out in another window without this one knowing.
    return problem.code === "sign_in_first" && this.account ? "sign-in" : null;
  }

  /** Give a new account this device's theme, and its time zone for deadlines in e-mails. */
  async #takeNew(session: Session): Promise<void> {
    const settings = { zone: DEFAULTS.zone, theme: theme.choice, strong_hatching: theme.isStrong };
    this.take(session);
    await this.choose(settings).catch(() => {});
  }

  async #store(changes: Partial<Settings>): Promise<void> {
    if (this.account) await this.change({ settings: changes });
    else this.#chosenHere = { ...this.#chosenHere, ...changes };
  }

  /** Store a setting with the account, for all the player's devices; a guest has only this one. */
  #follow(): void {
    if (this.account && !this.account.is_guest) this.#show(this.settings);
  }

  /** The theme is kept on the device as well. */
  #show(settings: Partial<Settings>): void {
    if (settings.theme !== undefined && theme.choice !== settings.theme) theme.choose(settings.theme);
    if (settings.strong_hatching !== undefined && theme.isStrong !== settings.strong_hatching) theme.setStrong(settings.strong_hatching);
  }
}

export const session = new SessionState();
setGate((problem) => session.answerRefusal(problem));
