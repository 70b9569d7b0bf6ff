/** The press of one game as the reader sees it: rooms, messages of opened rooms, unsent letters. */
import { get, patch, post, tellProblem } from "../api/client";
import { session } from "../api/session.svelte";
import type { FoundLetters, Letter, PressBox, RoomPage } from "../api/types";
import type { OpenGame, Part } from "../game/openGame.svelte";
import { Outbox } from "./outbox.svelte";
import { listOthers } from "./rooms";

const PAGE = 50;
/** The loaded letters of a room, and whether there are earlier ones. */
type Page = Pick<RoomPage, "messages" | "more">;

export class Press {
  box = $state.raw<PressBox | null>(null);
  problem = $state("");
  pages = $state.raw<Record<number, Page>>({});
  outbox: Outbox;
  /** The shown rooms, whose messages are kept current. */
  #watched = new Set<number>();
  #part: Part;
  #leave: () => void;

  constructor(readonly open: OpenGame) {
    this.outbox = new Outbox(open.id, session.account?.id ?? null, (message) => this.#take(message));
    this.#part = {
      kinds: ["press", "judged"],
      fetch: () => this.#fetch(),
      refuse: (problem) => (this.problem = tellProblem(problem)),
    };
    this.#leave = open.join(this.#part);
  }

  /** Show a room and keep it current. */
  watch(room: number): void {
    if (this.#watched.has(room)) return;
    this.#watched.add(room);
    void this.open.fetchAgain(this.#part);
  }

  /** Fetch everything shown again, after a change other than a letter. */
  async refresh(): Promise<void> {
    await this.open.fetchAgain(this.#part);
  }

  /** Fetch the rooms, and the last messages of those shown. */
  async #fetch(): Promise<() => void> {
    const game = this.open.id;
    const [box, ...found] = await Promise.all([
      get("/games/{game}/press", { game }),
      ...[...this.#watched].map((room) => get("/games/{game}/press/{room}", { game, room, limit: PAGE }).then((page) => ({ room, page }))),
    ]);
    return () => {
      this.box = box;
      this.problem = "";
      for (const { room, page } of found) this.#add(room, page);
    };
  }

  /** Take over the last messages of a room; loaded earlier ones stay. */
  #add(room: number, page: Page): void {
    const first = page.messages[0]?.id ?? 0;
    const known = this.pages[room];
    const older = known?.messages.filter((message) => message.id < first) ?? [];
    this.#set(room, { messages: [...older, ...page.messages], more: older.length ? (known?.more ?? false) : page.more });
  }

  /** Load the messages before those already loaded. */
  async lookBack(room: number): Promise<void> {
    const known = this.pages[room];
    const first = known?.messages[0]?.id;
    if (!known || !first) return;
    const page = await get("/games/{game}/press/{room}", { game: this.open.id, room, limit: PAGE, before: first });
    this.#set(room, { messages: [...page.messages, ...known.messages], more: page.more });
  }

  /** Load as far back as a letter. */
  async lookBackTo(room: number, letter: number): Promise<void> {
    for (let known = this.pages[room]; known?.more && (known.messages[0]?.id ?? 0) > letter; known = this.pages[room]) {
      await this.lookBack(room);
    }
  }

  /** Why the reader may not write in a room now; null if there is no obstacle. */
  findObstacle(key: string, own: string | null): string | null {
    const room = this.box?.rooms.find((other) => other.key === key);
    if (room) return room.why_not;
    const others = listOthers(key, own);
    const found = (this.box?.others ?? []).filter((other) => others.includes(other.power)).find((other) => other.why_not);
    return others.length > 1 ? (this.box?.why_not_several ?? null) : (found?.why_not ?? null);
  }

  /** Open a room of some powers under a name, and return its word in addresses. */
  async openRoom(to: string[], name: string): Promise<string> {
    const room = await post("/games/{game}/press/rooms", { game: this.open.id }, { to, name });
    await this.open.fetchAgain(this.#part);
    return String(room.id);
  }

  /** Name a room for all, or mute it for oneself. */
  async change(room: number, changes: { name?: string; muted?: boolean }): Promise<void> {
    const changed = await patch("/games/{game}/press/{room}", { game: this.open.id, room }, changes);
    if (this.box) this.box = { ...this.box, rooms: this.box.rooms.map((other) => (other.id === room ? changed : other)) };
    await this.open.reload();
  }

  /** Tell the server that the reader has read a room up to its last message. */
  async read(room: number): Promise<void> {
    const last = this.pages[room]?.messages.at(-1)?.id;
    const unread = this.box?.rooms.find((other) => other.id === room)?.unread ?? 0;
    if (!last || !this.box || unread === 0) return;
    this.box = { ...this.box, rooms: this.box.rooms.map((other) => (other.id === room ? { ...other, unread: 0 } : other)) };
    await post("/games/{game}/press/{room}/read", { game: this.open.id, room }, { message: last });
    await this.open.reload();
  }

  /** Messages that contain some words, the newest first, optionally before a given one. */
  async search(q: string, last?: Letter): Promise<FoundLetters> {
    const before = last && { before_room: last.room, before: last.id };
    return get("/games/{game}/press/search", { game: this.open.id, q, ...before });
  }

  close(): void {
    this.#leave();
    this.outbox.close();
  }

  #set(room: number, page: Page): void {
    this.pages = { ...this.pages, [room]: page };
  }

  #take(message: Letter): void {
    const room = message.room;
    if (room !== undefined) {
      const known = this.pages[room];
      const isNew = !known?.messages.some((other) => other.id === message.id);
      if (isNew) this.#set(room, { messages: [...(known?.messages ?? []), message], more: known?.more ?? false });
    }
    void this.open.fetchAgain(this.#part);
  }
}
