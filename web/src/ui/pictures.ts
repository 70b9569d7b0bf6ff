/** Stops fetching the pictures that have not come: what is wanted now needs the line. The answer goes on with them. */
export function stopPictures(): () => void {
  const waiting = [...document.images].filter((picture) => !picture.complete);
  const sources = waiting.map((picture) => picture.getAttribute("src"));
  for (const picture of waiting) picture.removeAttribute("src");
  return () => {
    waiting.forEach((picture, place) => picture.setAttribute("src", sources[place] ?? ""));
  };
}
