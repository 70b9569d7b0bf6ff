/** What the live region says next. */
class Herald {
  text = $state("");

  /** Say a sentence politely; the same sentence twice is said twice. */
  say(text: string): void {
    this.text = text === this.text ? `${text}\u00a0` : text;
  }
}

export const herald = new Herald();

/** Say a sentence to screen readers, e.g. 'Set: A Bri to Lon by F ENG. 16 of 18.' */
export function announce(text: string): void {
  herald.say(text);
}
