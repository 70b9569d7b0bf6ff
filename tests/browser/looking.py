"""How a page looks to those who check it: axe, the width it needs, the text it cuts off, and pictures for people."""

import os
import re
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.acts import Person

Theme = Literal["light", "dark"]
AXE = Axe()
CLIPPED = """() => [...document.querySelectorAll("h1, h2, p, label, button, a, td, th")].filter((one) => {
  const style = getComputedStyle(one);
  const isShown = one.checkVisibility() && !one.closest(".unseen") && style.position !== "absolute";
  const isCutting = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
  return isShown && isCutting && one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.outerHTML.slice(0, 120))"""


def await_rest(person: Person) -> None:
    """Wait until a page has drawn what it shows; the line for news stays open, so the network is never idle."""
    page = person.page
    page.wait_for_selector("h1, [role=application] .unit")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    if re.search(r"/g/\w+(/results.*)?$|/sandbox.+", page.url) and page.locator("[role=application]").count():
        person.await_board()
    page.wait_for_function("() => [...document.images].every((one) => one.complete || one.loading === 'lazy')")
    page.wait_for_timeout(100)


def turn_to(page: Page, theme: Theme) -> None:
    """Let the system be light or dark, and wait until the page follows."""
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def list_violations(page: Page, *, rules: tuple[str, ...] = ()) -> list[str]:
    """What axe finds: all of its rules for WCAG 2.2 AA and good practice, or only some."""
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = AXE.run(page, options={**only, "resultTypes": ["violations"]}).response["violations"]
    return [f"{item['id']}: {node['html'][:160]} {_tell(node)}" for item in found for node in item["nodes"]]


def check_barriers(person: Person, name: str) -> None:
    """A state of a page that has no address of its own: axe finds nothing; a picture is taken."""
    take_picture(person.page, f"state-{name}")
    wrong = list_violations(person.page)
    assert not wrong, f"{name}: " + "\n".join(wrong)


def _tell(node: dict[str, object]) -> str:
    return " ".join(str(node.get("failureSummary", "")).split())[:200]


def measure_overflow(page: Page) -> int:
    """How many px a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def list_clipped(page: Page) -> list[str]:
    """Words that a box cuts off without a sign."""
    return [str(text) for text in page.evaluate(CLIPPED)]


def take_picture(page: Page, name: str) -> None:
    """A picture for people to look at, where LEGATION_SCREENSHOTS names a folder."""
    folder = os.environ.get("LEGATION_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"))
