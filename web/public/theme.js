// Before the first paint, so that a dark page never flashes light; src/theme/theme.svelte.ts must agree with it.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("legation.theme");
  } catch {
    // Storage may be closed to us; the system's choice will do.
  }
  var isDark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
