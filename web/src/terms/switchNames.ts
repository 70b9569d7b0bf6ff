/** The words of a switch: 'convoy-paradox' or 'convoy_paradox' as 'Convoy paradox'. */
export function tellSwitch(id: string): string {
  const words = id.replaceAll(/[-_]/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
