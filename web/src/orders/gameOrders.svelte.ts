/** One power's orders for one turn: the server's version, the player's changes, and how they are saved. */
import { ApiError, get, post, put, tellProblem } from "../api/client";
import type { Shelf } from "../api/shelf";
import type { CheckedText, OrderOptions, Plan, RefusedLine, RepeatedOrders, Sheet, StandingOrders } from "../api/types";
import type { OrderLine } from "../board/types";
import { keyOf } from "../game/orderLines";
import type { OrderBook } from "./orderBook";
import { SaveQueue, type SaveState, type Sending } from "./saveQueue";
import { forget, judgeKept, keep, listLines, listMore, listTexts, recall, type Kept, type PlanName } from "./unsentOrders";

export type Change = { plan: PlanName; before: OrderLine[]; after: OrderLine[] };
export type Conflict = { plan: PlanName; mine: OrderLine[]; theirs: OrderLine[]; version: number | null };
export type Late = { phase: string; judgedAt: string | null; savedAt: string | null; orders: OrderLine[] };

/** How many unanswered requests are remembered; while the connection is down, saving is tried again and again. */
const MOST_SENT = 20;
const NO_STANDING: StandingOrders = { retreats: [], builds: [] };

export class GameOrders implements OrderBook {
  sheet = $state.raw<Sheet | null>(null);
  options = $state.raw<OrderOptions | null>(null);
  plan = $state<PlanName>("A");
  conflict = $state.raw<Conflict | null>(null);
  late = $state.raw<Late | null>(null);
  /** Why saving stopped, in words. */
  problem = $state("");
  history = $state.raw<Change[]>([]);
  /** For a game master who cannot see the sheet: true if the entered orders replace everything on it. */
  replacesAll = $state(false);
  #work = $state.raw<Record<PlanName, OrderLine[]>>({ A: [], B: [] });
  #standing = $state.raw<Record<PlanName, StandingOrders>>({ A: NO_STANDING, B: NO_STANDING });
  #saves = $state.raw<Record<PlanName, SaveState>>({ A: { kind: "clean" }, B: { kind: "clean" } });
  #savers: Record<PlanName, SaveQueue>;
  /** Unanswered requests; the server may have received them anyway. */
  #unanswered: Record<PlanName, string[]> = { A: [], B: [] };

  orders: OrderLine[] = $derived(this.#work[this.plan]);
  standing: StandingOrders = $derived(this.#standing[this.plan]);
  saveState: SaveState = $derived(this.#saves[this.plan]);
  planNow: Plan | null = $derived(this.#planOf(this.plan));
  /** Lines that the server keeps but refuses. */
  refused: RefusedLine[] = $derived(this.planNow?.refused ?? []);
  saved: OrderLine[] = $derived(listLines(this.planNow));
  isLocked: boolean = $derived(this.sheet?.is_locked ?? false);
  /** True if each line changes one unit on a sheet that is not shown. */
  isAmending: boolean = $derived((this.sheet?.hidden ?? false) && !this.replacesAll);

  constructor(
    readonly game: string,
    readonly power: string,
    /** Set if a game master writes for another power. */
    readonly isForOther: boolean,
    private readonly shelf: Shelf,
    /** Called when the server reports that the turn is over. */
    private readonly onover: () => void = () => {},
  ) {
    this.#savers = { A: this.#makeSaver("A"), B: this.#makeSaver("B") };
  }

  /** Fetch the sheet and the options of a turn; the returned function shows them. The old options stay if nothing has changed. */
  async fetch(turn: number, hasMoved = true): Promise<() => void> {
    if (this.sheet?.turn === turn) return this.#fetchAgain(turn, hasMoved);
    const [sheet, options] = await Promise.all([
      get("/games/{game}/orders", this.#params()),
      get("/games/{game}/options", this.#params()),
    ]);
    checkTurn(sheet, turn);
    checkTurn(options, turn);
    return () => {
      this.options = options;
      this.#begin(sheet);
      // Earlier changes may be stored on this device.
      for (const plan of ["A", "B"] as const) this.#reconcile(plan, sheet);
    };
  }

  /** Another player of this power, or another device, may have saved: fetch again unless changes are being sent. */
  async #fetchAgain(turn: number, hasMoved: boolean): Promise<() => void> {
    const [sheet, options] = await Promise.all([
      this.isDirty ? null : get("/games/{game}/orders", this.#params()),
      hasMoved ? get("/games/{game}/options", this.#params()) : this.options,
    ]);
    if (sheet) checkTurn(sheet, turn);
    if (options) checkTurn(options, turn);
    return () => {
      this.options = options;
      // Keep a change made meanwhile, and the message about the last one.
      if (sheet && !this.isDirty) this.#begin({ ...sheet, amended: sheet.amended ?? this.sheet?.amended ?? null });
    };
  }

  /** Change the orders of the shown plan: stored on the device first, then sent. */
  change(after: readonly OrderLine[]): void {
    const before = this.orders;
    this.history = [...this.history.slice(-99), { plan: this.plan, before, after: [...after] }];
    this.#write(this.plan, [...after]);
  }

  /** Undo the last change and return it. */
  undo(): Change | null {
    const last = this.history.at(-1) ?? null;
    if (!last) return null;
    this.history = this.history.slice(0, -1);
    this.plan = last.plan;
    this.#write(last.plan, last.before);
    return last;
  }

  /** Change the standing retreats and builds. */
  changeStanding(standing: StandingOrders): void {
    this.#standing = { ...this.#standing, [this.plan]: standing };
    this.#write(this.plan, this.orders);
  }

  /** Show the other plan; B begins as a copy of A. */
  choosePlan(plan: PlanName): void {
    this.plan = plan;
    if (plan === "B" && !this.sheet?.plan_b && !this.#work.B.length) {
      this.#standing = { ...this.#standing, B: this.#standing.A };
      this.#write("B", [...this.#work.A]);
    }
  }

  /** Put plan B in force, and keep A as B. */
  async swap(): Promise<void> {
    await this.flush();
    this.#begin(await post("/games/{game}/orders/swap", { game: this.game }, { turn: this.#turn() }));
    this.history = [];
    this.plan = "A";
  }

  /** Repeat the holds and supports of last turn that still make sense; the others are returned with reasons. */
  async repeat(): Promise<RepeatedOrders> {
    return post("/games/{game}/orders/repeat", this.#params());
  }

  /** How the server reads a text; nothing is saved. */
  async check(text: string): Promise<CheckedText> {
    return await post("/games/{game}/orders/check", this.#params(), { text });
  }

  /** Convoy routes for an army; offline the order can be set without them. */
  async findRoutes(army: string, to: string): Promise<string[][] | null> {
    const answer = await orNull(get("/games/{game}/options/routes", { ...this.#params(), army, to }));
    return answer?.routes ?? null;
  }

  /** Where a fleet can land an army. */
  async findLandings(fleet: string, army: string): Promise<string[] | null> {
    const answer = await orNull(get("/games/{game}/options/convoy", { ...this.#params(), fleet, army }));
    return answer?.to ?? null;
  }

  /** Send everything, then ask for a receipt. */
  async confirm(): Promise<Sheet> {
    await this.flush();
    const sheet = await post("/games/{game}/orders/confirm", this.#params(), { turn: this.#turn() });
    if (sheet.turn === this.sheet?.turn) this.#begin(sheet);
    return sheet;
  }

  /** Tell the server that the phase may be judged before its deadline. */
  async setReady(ready: boolean): Promise<void> {
    await this.flush();
    const sheet = await post("/games/{game}/orders/ready", this.#params(), { turn: this.#turn(), ready });
    if (sheet.turn === this.sheet?.turn) this.#begin(sheet);
  }

  /** Send waiting changes now. */
  async flush(): Promise<void> {
    await Promise.all([this.#savers.A.flush(), this.#savers.B.flush()]);
    if (this.saveState.kind === "offline") throw new ApiError(0, "unreached", "We could not reach the server. Your changes are kept on this device.");
    if (this.saveState.kind === "stopped") throw new ApiError(409, "stopped", this.problem || "Your changes are not saved yet.");
  }

  /** The browser is online again. */
  hurry(): void {
    this.#savers.A.hurry();
    this.#savers.B.hurry();
  }

  /** The player has settled a conflict of two versions. */
  settle(orders: readonly OrderLine[]): void {
    const conflict = this.conflict;
    if (!conflict) return;
    this.conflict = null;
    this.#setVersion(conflict.plan, conflict.version);
    this.#write(conflict.plan, [...orders]);
  }

  /** The player has read the list of changes that came too late. */
  dismissLate(): void {
    this.late = null;
  }

  /** The plans with changes that the server does not have. */
  get isDirty(): boolean {
    return Object.values(this.#saves).some((state) => state.kind !== "clean");
  }

  #planOf(plan: PlanName): Plan | null {
    return (plan === "A" ? this.sheet?.plan_a : this.sheet?.plan_b) ?? null;
  }

  #params(): { game: string; power?: string } {
    return { game: this.game, ...(this.isForOther && { power: this.power }) };
  }

  #turn(): number {
    return this.sheet?.turn ?? 0;
  }

  #begin(sheet: Sheet): void {
    const isNewTurn = sheet.turn !== this.sheet?.turn;
    this.sheet = sheet;
    if (isNewTurn) [this.history, this.problem, this.#unanswered] = [[], "", { A: [], B: [] }];
    for (const plan of ["A", "B"] as const) {
      const there = plan === "A" ? sheet.plan_a : sheet.plan_b;
      this.#work = { ...this.#work, [plan]: listLines(there) };
      this.#standing = { ...this.#standing, [plan]: there?.standing ?? NO_STANDING };
    }
  }

  /** Handle changes from before a reload: send them, show them beside the server's, or list them as too late. */
  #reconcile(plan: PlanName, sheet: Sheet): void {
    const kept = recall(this.shelf, this.game, this.power, plan);
    switch (judgeKept(kept, sheet)) {
      case "send":
        this.#recallStanding(plan, kept);
        return this.#write(plan, kept?.orders ?? []);
      case "conflict":
        this.#recallStanding(plan, kept);
        return this.#meet(plan, kept?.orders ?? [], sheet);
      case "late":
        this.late = { phase: kept?.phase ?? "", judgedAt: null, savedAt: null, orders: kept?.orders ?? [] };
        return forget(this.shelf, this.game, this.power, plan);
      default:
        return forget(this.shelf, this.game, this.power, plan);
    }
  }

  #recallStanding(plan: PlanName, kept: Kept | null): void {
    if (kept?.standing) this.#standing = { ...this.#standing, [plan]: kept.standing };
  }

  #meet(plan: PlanName, mine: OrderLine[], sheet: Sheet): void {
    const there = plan === "A" ? sheet.plan_a : sheet.plan_b;
    this.conflict = { plan, mine, theirs: listLines(there), version: there?.version ?? null };
  }

  #write(plan: PlanName, orders: OrderLine[]): void {
    this.#work = { ...this.#work, [plan]: orders };
    this.#keep(plan);
    this.#savers[plan].change();
  }

  #keep(plan: PlanName): void {
    if (!this.sheet) return;
    const kept: Kept = {
      turn: this.sheet.turn,
      phase: this.sheet.phase,
      plan,
      base: this.#planOf(plan)?.version ?? null,
      orders: this.#work[plan],
      standing: this.#standing[plan],
      sent: this.#unanswered[plan],
      at: new Date().toISOString(),
    };
    keep(this.shelf, this.game, this.power, kept);
  }

  #makeSaver(plan: PlanName): SaveQueue {
    return new SaveQueue({
      send: () => this.#send(plan),
      tell: (state) => (this.#saves = { ...this.#saves, [plan]: state }),
      now: () => Date.now(),
      later: (act, ms) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
    });
  }

  async #send(plan: PlanName): Promise<Sending> {
    const orders = this.#work[plan];
    const standing = this.#standing[plan];
    const body = {
      turn: this.#turn(),
      plan,
      version: this.#planOf(plan)?.version ?? null,
      orders: orders.map((line) => line.order),
      amends: this.isAmending,
      standing: this.isAmending ? null : standing,
    };
    // Stored before sending, because a reload may come before the response.
    this.#unanswered[plan] = [...this.#unanswered[plan], listTexts(orders)].slice(-MOST_SENT);
    this.#keep(plan);
    try {
      const sheet = await put("/games/{game}/orders", this.#params(), body);
      this.#take(plan, orders, sheet, this.#work[plan] === orders && this.#standing[plan] === standing);
      return "done";
    } catch (problem) {
      return this.#hear(plan, orders, problem);
    }
  }

  /** Take over the response to a save; changes made meanwhile stay on the device. */
  #take(plan: PlanName, sent: OrderLine[], sheet: Sheet, isAll: boolean): void {
    this.#unanswered[plan] = [];
    this.sheet = sheet;
    this.problem = tellLost(sheet, this.#planOf(plan));
    if (!isAll) return this.#keep(plan);
    this.#work = { ...this.#work, [plan]: followServer(sent, this.#planOf(plan)) };
    forget(this.shelf, this.game, this.power, plan);
  }

  async #hear(plan: PlanName, orders: OrderLine[], problem: unknown): Promise<Sending> {
    if (!(problem instanceof ApiError)) throw problem;
    // The server does not have refused changes; it may have unanswered ones.
    if (!problem.isOffline && problem.status < 500) this.#unanswered[plan] = this.#unanswered[plan].slice(0, -1);
    if (problem.isOffline || problem.status === 429) return "offline";
    const sheet = problem.body["sheet"] as Sheet | undefined;
    if (problem.status === 409 && sheet && this.#isOwn(plan, sheet)) {
      // Not another device: only the response was lost. Apply later changes on top.
      this.#unanswered[plan] = [];
      this.sheet = sheet;
      return this.#send(plan);
    } else if (problem.status === 409 && sheet) {
      this.#meet(plan, orders, sheet);
    } else if (problem.status === 410) {
      this.#miss(plan, orders, problem);
      return "done";
    }
    this.problem = tellProblem(problem);
    return "stop";
  }

  /** True if the server's version was sent from here. */
  #isOwn(plan: PlanName, sheet: Sheet): boolean {
    const there = listTexts(listLines(plan === "A" ? sheet.plan_a : sheet.plan_b));
    return this.#unanswered[plan].includes(there);
  }

  #miss(plan: PlanName, orders: OrderLine[], problem: ApiError): void {
    const before = this.#planOf(plan);
    const late: Late = {
      phase: this.sheet?.phase ?? "",
      judgedAt: findText(problem.body, "judged_at"),
      savedAt: before?.saved_at ?? null,
      orders: listMore(orders, listLines(before)),
    };
    forget(this.shelf, this.game, this.power, plan);
    this.late = late;
    this.onover();
  }

  #setVersion(plan: PlanName, version: number | null): void {
    if (!this.sheet || version === null) return;
    const there = this.#planOf(plan);
    if (!there) return;
    const next = { ...there, version };
    this.sheet = plan === "A" ? { ...this.sheet, plan_a: next } : { ...this.sheet, plan_b: next };
  }
}

/** Throws if data belongs to another turn than the page; the page is out of date and loads again. */
function checkTurn(found: Sheet | OrderOptions, turn: number): void {
  if (found.turn !== turn) throw new ApiError(0, "behind", "The phase has changed.");
}

/** Refused lines that are not kept: standing orders that cannot be read. */
function tellLost(sheet: Sheet, plan: Plan | null): string {
  const kept = new Set((plan?.refused ?? []).map((line) => line.text));
  return (sheet.refused ?? [])
    .filter((line) => !kept.has(line.text))
    .map((line) => `${line.text}: ${line.hint ?? line.reason}`)
    .join(" ");
}

/** The server's reading of the sent orders, in the player's order. */
function followServer(sent: readonly OrderLine[], plan: Plan | null): OrderLine[] {
  const lines = listLines(plan);
  const byText = new Map(lines.map((line) => [line.order, line]));
  const byKey = new Map(lines.map((line, number) => [keyOf(line, number), line]));
  const found = sent.map((line, number) => byText.get(line.order) ?? byKey.get(keyOf(line, number)));
  // A line without known parts may come back in another spelling; then keep the server's order.
  return found.every((line) => line !== undefined) ? found : lines;
}

/** The response, or null if the request failed or was refused. */
async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (problem) {
    if (problem instanceof ApiError) return null;
    throw problem;
  }
}

/** A text in an error response, beside the error or inside it. */
function findText(body: Readonly<Record<string, unknown>>, key: string): string | null {
  const inner = body["error"] as Record<string, unknown> | undefined;
  const value = body[key] ?? inner?.[key];
  return typeof value === "string" ? value : null;
}
