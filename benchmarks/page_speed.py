"""How soon the board of a Colonia VII game can be used on a phone, and what the pages weigh.

python -m benchmarks.page_speed [--visits 9] [--write]

A real server, Chromium at a quarter of this machine's speed on a line of 9 Mbit/s with a delay of 40 ms, an empty cache
each time. A unit is tapped as soon as units are drawn, and the page's own clock says when the tap is answered. So the
machine should do nothing else meanwhile. The test of the budget (tests/browser/test_weight.py) adds up what each part
takes instead, which holds on a busy machine too.
"""

import argparse
import gzip
import statistics
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import CDPSession, expect, sync_playwright
from scripts.browser import find_browser
from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.site import PATIENCE, Site, run_site
from tests.browser.test_weight import BYTES_A_SECOND, LATENCY, NOTE_MOMENTS, SLOW_CPU, tap_when_drawn

from legation.server.web.pages import STATIC

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "pages.md"
MARKS = ("<!-- figures: made by python -m benchmarks.page_speed -->", "<!-- end of figures -->")


def slow_down(line: CDPSession) -> None:
    """An average phone on a mobile network."""
    line.send("Network.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    network = {"offline": False, "latency": LATENCY * 1000, "downloadThroughput": BYTES_A_SECOND}
    line.send("Network.emulateNetworkConditions", {**network, "uploadThroughput": BYTES_A_SECOND / 6})


def measure_visit(ana: Person, line: CDPSession, spot: tuple[float, float]) -> float:
    """Seconds from the address to a unit in hand."""
    line.send("Network.clearBrowserCache")
    ana.open("about:blank")
    return tap_when_drawn(ana, spot)


def measure_visits(site: Site, count: int) -> list[float]:
    """Seconds of each visit, the shortest first."""
    ana = Person.arrive(site, "Ana", phone=True)
    host_game(site, {"PORTUGAL": ana}, variant="colonia-vii")
    ana.read("").await_board()
    spot = ana.point(".unit", "LIS")
    ana.context.add_init_script(NOTE_MOMENTS)
    line = ana.context.new_cdp_session(ana.page)
    slow_down(line)
    return sorted(measure_visit(ana, line, spot) for _ in range(count))


def weigh_scripts() -> float:
    """Kilobytes of all scripts of all pages, packed."""
    return sum(len(gzip.compress(file.read_bytes(), 6)) for file in (STATIC / "assets").glob("*.js")) / 1000


def weigh_boards(site: Site) -> list[float]:
    """Kilobytes of each board file, packed, the lightest first."""
    nora = Person.arrive(site, "Nora").enrol()
    boards = [variant["board"] for variant in nora.ask("GET", "/variants")["variants"]]
    return sorted(len(gzip.compress(nora.context.request.get(board).body(), 6)) / 1000 for board in boards)


def tell(visits: list[float], scripts: float, boards: list[float]) -> str:
    """The figures as a table."""
    return "\n".join(
        (
            f"Measured on {datetime.now(UTC):%Y-%m-%d}, {len(visits)} visits.",
            "",
            "| what | measured | budget |",
            "| --- | --- | --- |",
            f"| a unit in hand, best visit | {visits[0]:.2f} s | 2 s |",
            f"| a unit in hand, median | {statistics.median(visits):.2f} s | 2 s |",
            f"| a unit in hand, worst | {visits[-1]:.2f} s | |",
            f"| all scripts of all pages, packed | {scripts:.0f} KB | |",
            f"| board files, packed | {boards[0]:.0f} to {boards[-1]:.0f} KB | 500 KB |",
        )
    )


def main() -> None:
    """Measure and print; write the page where asked."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--visits", type=int, default=9)
    parser.add_argument("--write", action="store_true")
    wish = parser.parse_args()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        with run_site(Path(folder), browser) as site:
            figures = tell(measure_visits(site, wish.visits), weigh_scripts(), weigh_boards(site))
        browser.close()
    print(figures)
    if wish.write:
        before, rest = PAGE.read_text().split(MARKS[0])
        PAGE.write_text(f"{before}{MARKS[0]}\n\n{figures}\n\n{MARKS[1]}{rest.split(MARKS[1])[1]}")


if __name__ == "__main__":
    main()
