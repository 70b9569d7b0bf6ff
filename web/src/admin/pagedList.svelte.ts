import { Form } from "../ui/form.svelte";

/** A list that is loaded page by page. `ask` gets the position of the next page, or nothing for the first. */
export class PagedList<Row, Mark> {
  rows = $state.raw<Row[] | null>(null);
  next = $state.raw<Mark | null>(null);
  readonly form = new Form();
  readonly #ask: (mark: Mark | null) => Promise<{ rows: Row[]; next: Mark | null }>;
  #asked = 0;

  constructor(ask: (mark: Mark | null) => Promise<{ rows: Row[]; next: Mark | null }>) {
    this.#ask = ask;
  }

  /** Load the first page again. */
  async load(): Promise<void> {
    const mine = ++this.#asked;
    await this.form.load(async () => {
      const found = await this.#ask(null);
      if (mine === this.#asked) [this.rows, this.next] = [found.rows, found.next];
    });
  }

  /** Load one more page. */
  async more(): Promise<void> {
    const mine = ++this.#asked;
    await this.form.load(async () => {
      const found = await this.#ask(this.next);
      if (mine === this.#asked) [this.rows, this.next] = [[...(this.rows ?? []), ...found.rows], found.next];
    });
  }
}
