/** The press of one game as the reader sees it: rooms, the messages of those looked into, letters on their way. */
import { get, post, tellProblem } from "../api/client";
import type { Letter, PressBox, RoomPage } from "../api/types";
import type { OpenGame, Part } from "../game/openGame.svelte";
import { announce } from "../ui/announce.svelte";
import { Outbox } from "./outbox.svelte";

const PAGE = 50;
/** Letters of a room that are here, and whether there are earlier ones. */
type Page = Pick<RoomPage, "messages" | "more">;

export class Press {
  box = $state.raw<PressBox | null>(null);
  problem = $state("");
  pages = $state.raw<Record<number, Page>>({});
  outbox: Outbox;
  /** Rooms on view, whose messages are kept fresh. */
  #watched = new Set<number>();
  #part: Part;
  #leave: () => void;

  constructor(readonly open: OpenGame) {
    this.outbox = new Outbox(open.id, (message) => this.#take(message));
    this.#part = {
      kinds: ["press", "judged"],
      fetch: () => this.#fetch(),
      refuse: (problem) => (this.problem = tellProblem(problem)),
    };
    this.#leave = open.join(this.#part);
  }

  /** Show a room, and keep it fresh from now on. */
  watch(room: number): void {
    if (this.#watched.has(room)) return;
    this.#watched.add(room);
    void this.open.fetchAgain(this.#part);
  }

  /** Fetch the rooms, and the last messages of those on view. */
  async #fetch(): Promise<() => void> {
    const game = this.open.id;
    const [box, ...found] = await Promise.all([
      get("/games/{game}/press", { game }),
      ...[...this.#watched].map((room) => get("/games/{game}/press/{room}", { game, room, limit: PAGE }).then((page) => ({ room, page }))),
    ]);
    return () => {
      const before = this.box && countUnread(this.box);
      this.box = box;
      this.problem = "";
      if (before !== null && countUnread(box) > before) announce("A letter has come.");
      for (const { room, page } of found) this.#add(room, page);
    };
  }

  /** Take the last messages of a room; those before them that are here stay. */
  #add(room: number, page: Page): void {
    const first = page.messages[0]?.id ?? 0;
    const known = this.pages[room];
    const older = known?.messages.filter((message) => message.id < first) ?? [];
    this.#set(room, { messages: [...older, ...page.messages], more: older.length ? (known?.more ?? false) : page.more });
  }

  /** Load the messages before those that are here. */
  async lookBack(room: number): Promise<void> {
    const known = this.pages[room];
    const first = known?.messages[0]?.id;
    if (!known || !first) return;
    const page = await get("/games/{game}/press/{room}", { game: this.open.id, room, limit: PAGE, before: first });
    this.#set(room, { messages: [...page.messages, ...known.messages], more: page.more });
  }

  /** Tell the server that a room was read up to its last message. */
  async read(room: number): Promise<void> {
    const last = this.pages[room]?.messages.at(-1)?.id;
    const unread = this.box?.rooms.find((other) => other.id === room)?.unread ?? 0;
    if (!last || !this.box || unread === 0) return;
    this.box = { ...this.box, rooms: this.box.rooms.map((other) => (other.id === room ? { ...other, unread: 0 } : other)) };
    await post("/games/{game}/press/{room}/read", { game: this.open.id, room }, { message: last });
    await this.open.reload();
  }

  /** Messages that hold some words. */
  async search(q: string): Promise<Letter[]> {
    return (await get("/games/{game}/press/search", { game: this.open.id, q })).messages;
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

function countUnread(box: PressBox): number {
  return box.rooms.reduce((sum, room) => sum + room.unread, 0);
}
