import { DARK, LIGHT, type Tokens } from "./tokens";

export type ThemeChoice = "system" | "light" | "dark";
export type ThemeName = "light" | "dark";

const KEY = "legation.theme";
const STRONG_KEY = "legation.strong-hatching";

/** The reader's choice of light and dark, what it comes to now, and whether hatching is strong. */
class ThemeState {
  choice = $state<ThemeChoice>("system");
  isStrong = $state(false);
  #isDarkSystem = $state(false);

  name: ThemeName = $derived(
    this.choice === "system" ? (this.#isDarkSystem ? "dark" : "light") : this.choice,
  );
  tokens: Tokens = $derived(this.name === "dark" ? DARK : LIGHT);

  /** Read what is stored and follow the system; called once, before the first page. */
  start(): void {
    const stored = recall(KEY);
    if (stored === "light" || stored === "dark") this.choice = stored;
    this.isStrong = recall(STRONG_KEY) === "yes";
    const query = matchMedia("(prefers-color-scheme: dark)");
    this.#isDarkSystem = query.matches;
    query.addEventListener("change", (change) => {
      this.#isDarkSystem = change.matches;
      this.#show();
    });
    this.#show();
  }

  /** Choose System, Light or Dark, and keep it. */
  choose(choice: ThemeChoice): void {
    this.choice = choice;
    keep(KEY, choice);
    this.#show();
  }

  /** Strong hatching instead of tints, for those who cannot tell the tints apart. */
  setStrong(isStrong: boolean): void {
    this.isStrong = isStrong;
    keep(STRONG_KEY, isStrong ? "yes" : "no");
  }

  #show(): void {
    document.documentElement.dataset["theme"] = this.name;
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
}

export const theme = new ThemeState();
