"""How heavy the pages are, and how soon a board can be used on a phone."""

import gzip
import re
import time
from dataclasses import dataclass
from typing import Self

import pytest
from playwright.sync_api import CDPSession

from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.site import PATIENCE, Site

KILOBYTE = 1000
SLOW_CPU = 4
"""How many times slower a phone is than the machine of the tests, as the browser's own tools reckon a middling one."""
BYTES_A_SECOND = 9_000_000 / 8
LATENCY = 0.04
"""4G as the browser's own tools reckon it: 9 Mbit a second down, 40 ms there and back."""
WAYS = 4
"""How often one thing waits for another: the line is opened, then the page, its scripts, and what they ask for."""
USABLE = 2.0
VISITS = 10
NOTE_MOMENTS = """(() => {
  const noted = (window.noted = {});
  const note = (name, find) => {
    const look = () => (find() ? (noted[name] = performance.now()) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  note("drawn", () => document.querySelector(".board .unit"));
  note("inHand", () => document.querySelector(".sentence")?.textContent.includes("Fleet Lisbon"));
})()"""
"""The page itself notes when it has come so far; whoever asks it all the time makes it slower."""
AWAIT_MOMENT = """async ([name, longest]) => {
  while (!noted[name]) {
    if (performance.now() > longest) throw new Error(`not ${name}`);
    await new Promise(requestAnimationFrame);
  }
  return noted[name];
}"""
WEIGH_WHAT_CAME = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ startTime }) => startTime < noted.drawn).reduce((sum, { transferSize }) => sum + transferSize, 0)"""


def test_script_is_under_200_kb_and_boards_are_under_500_kb(site: Site) -> None:
    person = Person.arrive(site, "Nora").enrol()
    loaded: set[str] = set()
    person.page.on("response", lambda answer: loaded.update(re.findall(r"/(assets/[^?]+\.js)$", answer.url)))
    person.open("/").press("Play Colonia VII now").await_board()
    assert loaded
    weights = {name: len(gzip.compress(person.context.request.get(f"/{name}").body(), 6)) for name in loaded}
    assert sum(weights.values()) < 200 * KILOBYTE, weights
    for variant in person.ask("GET", "/variants")["variants"]:
        answer = person.context.request.get(variant["board"])
        assert answer.headers["content-encoding"] == "gzip"
        assert len(gzip.compress(answer.body(), 6)) < 500 * KILOBYTE, variant["id"]


def test_what_a_page_names_in_its_head_is_fetched_once(site: Site) -> None:
    """A hint that the page's own request does not fit would be fetched twice."""
    ana = Person.arrive(site, "Ana")
    host_game(site, {"PORTUGAL": ana}, variant="colonia-vii")
    ana.read("").await_board()
    hinted = ana.page.eval_on_selector_all('link[as="fetch"]', "links => links.map(link => link.href)")
    assert len(hinted) == 6
    fetched = ana.page.evaluate("() => performance.getEntriesByType('resource').map(entry => entry.name)")
    assert [fetched.count(address) for address in hinted] == [1] * 6


@pytest.mark.alone
def test_a_board_is_usable_soon_at_phone_speed(site: Site) -> None:
    """The best of some visits with an empty cache: units are drawn, and a tap on one is answered."""
    ana = Person.arrive(site, "Ana", phone=True)
    host_game(site, {"PORTUGAL": ana}, variant="colonia-vii")
    ana.read("").await_board()
    lisbon = ana.point(".unit", "LIS")
    ana.context.add_init_script(NOTE_MOMENTS)
    meter = Meter.attach(ana)
    spans: list[Span] = []
    while len(spans) < VISITS and not any(span.seconds < USABLE for span in spans):
        spans.append(measure_visit(ana, meter, lisbon))
    assert min(span.seconds for span in spans) < USABLE, spans


@dataclass(frozen=True)
class Span:
    """What a visit takes, whatever else the machine does: the time of its own that each part needs."""

    page: float
    """Seconds in which the page's main thread is at work, on this machine."""
    server: float
    """Seconds of the process that serves, the test itself included."""
    size: int
    """Bytes that were asked for before units were drawn."""

    @property
    def seconds(self) -> float:
        """As if a phone did all of it one after the other; in truth some of it is done at a time."""
        return self.page * SLOW_CPU + self.server + self.size / BYTES_A_SECOND + WAYS * LATENCY


@dataclass
class Meter:
    """What the browser says of its main thread."""

    line: CDPSession

    @classmethod
    def attach(cls, person: Person) -> Self:
        """Read the browser of somebody; time is that of the thread, not that of the clock."""
        meter = cls(person.context.new_cdp_session(person.page))
        meter.line.send("Performance.enable", {"timeDomain": "threadTicks"})
        return meter

    def read_work(self) -> float:
        """Seconds that the main thread has worked, but for what it did for the reader."""
        found = {one["name"]: one["value"] for one in self.line.send("Performance.getMetrics")["metrics"]}
        return float(found["TaskDuration"] - found["DevToolsCommandDuration"])


def measure_visit(ana: Person, meter: Meter, spot: tuple[float, float]) -> Span:
    """From the address to a unit in hand."""
    meter.line.send("Network.clearBrowserCache")
    ana.open("about:blank")
    work, process = meter.read_work(), time.process_time()
    tap_when_drawn(ana, spot)
    work, process = meter.read_work() - work, time.process_time() - process
    return Span(work, process, ana.page.evaluate(WEIGH_WHAT_CAME))


def tap_when_drawn(ana: Person, spot: tuple[float, float]) -> float:
    """Open the game and tap a spot as soon as units are drawn; gives the seconds until the unit there is in hand."""
    ana.page.goto(f"/g/{ana.game}", wait_until="commit")
    ana.page.evaluate(AWAIT_MOMENT, ["drawn", PATIENCE])
    ana.page.touchscreen.tap(*spot)
    return float(ana.page.evaluate(AWAIT_MOMENT, ["inHand", PATIENCE])) / 1000
