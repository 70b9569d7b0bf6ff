/** The text of the live region. */
class Herald {
  text = $state("");

  /** Announce a sentence politely; a repeated sentence is announced again. */
  say(text: string): void {
    this.text = text === this.text ? `${text}\u00a0` : text;
  }
}

export const herald = new Herald();

/** Announce a sentence to screen readers, e.g. 'Set: A Bri to Lon by F ENG. 16 of 18.' */
export function announce(text: string): void {
  herald.say(text);
}
