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
// A script or the styles did not come: they are fetched again some times, and then it is told. What is on view until
// the page is here would else promise it for ever.
(function () {
  var tries = 0;
  addEventListener("error", notice, true);

  function notice(event) {
    var lost = event.target;
    if (!lost || !(lost.tagName === "SCRIPT" || lost.rel === "stylesheet")) return;
    if (tries < 3) setTimeout(fetchAgain, 1000 * tries++, lost);
    else giveUp();
  }

  // A copy by cloneNode would not run: it counts as begun.
  function fetchAgain(lost) {
    var again = document.createElement(lost.tagName);
    for (var one of lost.attributes) again.setAttribute(one.name, one.value);
    lost.replaceWith(again);
  }

  function giveUp() {
    var way = document.getElementById("way");
    if (!way) return;
    var link = document.createElement("a");
    link.href = "";
    link.textContent = "Load it again.";
    way.replaceChildren("We could not load the page. ", link);
    addEventListener("online", function () {
      location.reload();
    });
  }
})();
