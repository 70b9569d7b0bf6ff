/** Tell if a media query matches, now and after every change; returns a function that stops it. */
export function watchMedia(query: string, tell: (holds: boolean) => void): () => void {
  const list = matchMedia(query);
  const change = (): void => tell(list.matches);
  change();
  list.addEventListener("change", change);
  return () => list.removeEventListener("change", change);
}
