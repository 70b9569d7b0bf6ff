/** 'Gigaton bomb' for gigaton-bomb. */
export function nameModule(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The chosen rules in a few words: '2000, Gigaton bomb'. */
export function tellRules(rulebook: string, modules: readonly string[]): string {
  return [rulebook, ...modules.map(nameModule)].join(", ");
}
