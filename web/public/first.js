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
// A script or the styles did not come: what is on view until then would promise a page for ever.
addEventListener(
  "error",
  function (event) {
    var way = document.getElementById("way");
    var name = event.target && event.target.tagName;
    if (way && (name === "SCRIPT" || name === "LINK")) way.textContent = "We could not load the page. Load it again in a moment.";
  },
  true,
);
