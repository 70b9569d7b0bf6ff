/** Stop loading unfinished pictures, to free the connection; the returned function resumes them. */
export function stopPictures(): () => void {
  const waiting = [...document.images].filter((picture) => !picture.complete);
  const sources = waiting.map((picture) => picture.getAttribute("src"));
  for (const picture of waiting) picture.removeAttribute("src");
  return () => {
    waiting.forEach((picture, place) => picture.setAttribute("src", sources[place] ?? ""));
  };
}
