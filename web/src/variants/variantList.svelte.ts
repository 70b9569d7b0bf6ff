import { get } from "../api/client";
import { insist } from "../api/insist";
import type { Switch, Variant } from "../api/types";

/** The giant boards come first; the others follow by name. */
const FIRST = ["colonia-vii", "colonia-iii", "colonia-i"];

/** The list of boards to play on, fetched once. */
class Variants {
  list = $state.raw<Variant[]>([]);
  rulebooks = $state.raw<string[]>([]);
  switches = $state.raw<Switch[]>([]);
  #loading: Promise<void> | null = null;

  /** Fetch the list if it is not loaded yet. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch().catch((problem: unknown) => {
      this.#loading = null;
      throw problem;
    });
    return this.#loading;
  }

  /** Fetch the list again: a board was uploaded, changed or deleted. */
  forget(): void {
    this.#loading = null;
    void this.load().catch(() => {});
  }

  /** The variant with this id, once the list is loaded. */
  find(id: string): Variant | null {
    return this.list.find((variant) => variant.id === id) ?? null;
  }

  /** 'France' for FRANCE of a variant. */
  name(variant: string, power: string): string {
    return this.find(variant)?.powers.find((other) => other.id === power)?.name ?? power;
  }

  async #fetch(): Promise<void> {
    const answer = await insist(() => get("/variants"));
    this.list = sortVariants(answer.variants);
    this.rulebooks = answer.rulebooks;
    this.switches = answer.switches;
  }
}

/** '50 of 134 centres win', or that each power has its own aim. */
export function tellWin(variant: Variant): string {
  return variant.to_win === null ? "Each power wins in its own way" : `${variant.to_win} of ${variant.centres} centres win`;
}

function sortVariants(list: readonly Variant[]): Variant[] {
  const rank = (variant: Variant) => (FIRST.indexOf(variant.id) + FIRST.length + 1) % (FIRST.length + 1);
  return [...list].sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

export const variants = new Variants();
