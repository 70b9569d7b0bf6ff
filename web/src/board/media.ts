/** Tell whether a media query holds, now and whenever that changes; gives back how to stop. */
export function watchMedia(query: string, tell: (holds: boolean) => void): () => void {
  const list = matchMedia(query);
  const change = (): void => tell(list.matches);
  change();
  list.addEventListener("change", change);
  return () => list.removeEventListener("change", change);
}
