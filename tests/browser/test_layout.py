"""What must not lie upon one another, and pages that have nothing to show until something is chosen."""

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.site import DESKTOP, PHONE, Site

DRAWER_WIDTHS = (640, 820, 1020)
COVERED = """button => {
  const own = button.getBoundingClientRect();
  const words = document.createTreeWalker(button.closest("section"), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    if (button.contains(node) || !node.data.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const isApart = box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom;
      if (!isApart) found.push(node.data.trim());
    }
  }
  return found;
}"""


def test_the_button_that_closes_a_drawer_covers_no_words(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    judge(gm)
    for path, label in ((f"/g/{gm.game}/results", "Results"), ("/sandbox?variant=standard", "Sandbox")):
        remy.open(path)
        for width in DRAWER_WIDTHS:
            remy.page.set_viewport_size({"width": width, "height": 900})
            close = remy.button(f"Close {label}")
            expect(close).to_be_visible()
            assert close.evaluate(COVERED) == [], f"{label} at {width} px"


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_the_name_in_the_head_stays_clear_of_the_tabs(site: Site, size: str) -> None:
    gm = host_game(site, {})
    gm.page.set_viewport_size(DESKTOP)
    gm.read("centres").sees("Centres over the years")
    gm.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
    brand = gm.page.get_by_role("link", name="Legation", exact=True)
    first = gm.page.get_by_role("navigation", name="Pages of this game").get_by_role("link").first
    assert right_of(brand) + 8 <= left_of(first)


def left_of(thing: Locator) -> float:
    """Where a thing begins, in px."""
    box = thing.bounding_box()
    assert box
    return box["x"]


def right_of(thing: Locator) -> float:
    """Where a thing ends, in px."""
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"]


def test_a_briefing_without_a_power_says_what_it_is_and_offers_powers(site: Site) -> None:
    remy, olga = Person.arrive(site, "Remy"), Person.arrive(site, "Olga")
    gm = host_game(site, {"FRANCE": remy})
    judge(gm)
    gm.read("briefing").sees("A briefing tells a power's new player how the power stands").follow("Germany")
    expect(gm.page).to_have_url(re.compile(r"power=GERMANY$"))
    gm.sees("Briefing on").sees("What happened to it").sees("Other powers").follow("Italy")
    expect(gm.page.get_by_role("heading", level=1)).to_contain_text("Italy")
    olga.enrol().open(f"/g/{gm.game}/briefing").sees("Only the power's player, the game master")
    expect(olga.page.get_by_role("link", name="Germany")).to_have_count(0)


SHORT = ({"width": 844, "height": 390}, {"width": 720, "height": 450})
"""A phone on its side, and a small window at 200 %."""


@pytest.mark.parametrize("size", SHORT, ids=["landscape", "zoomed"])
def test_a_low_window_has_the_sheet_at_the_side(site: Site, size: ViewportSize) -> None:
    remy = Person.arrive(site, "Remy", phone=True)
    gm = host_game(site, {"FRANCE": remy})
    remy.page.set_viewport_size(size)
    remy.read("").await_board()
    board = remy.page.locator("#board").bounding_box()
    assert board
    assert board["height"] > 0.75 * size["height"]
    _check_that_orders_are_in_sight(remy, size["height"])
    for unit, target, order in (("A PAR", "BUR", "A Par - Bur"), ("F BRE", "MAO", "F Bre - MAO")):
        remy.row(unit).scroll_into_view_if_needed()
        remy.row(unit).click()
        remy.chip(target).set_order()
        remy.press("Let go").has_order(unit, order)
    remy.is_saved()
    judge(gm)
    remy.read("results/S1901M")
    expect(remy.page.locator('[data-result-row="A PAR - BUR"]')).to_be_visible()
    assert is_within_width(remy)


def _check_that_orders_are_in_sight(remy: Person, height: int) -> None:
    """The first orders, what confirms them and the next unit need no scrolling, and nothing covers a tab."""
    row, confirm, following = (
        one.bounding_box() for one in (remy.row("A PAR"), remy.button("Confirm"), remy.button("Next unit"))
    )
    assert row
    assert confirm
    assert following
    assert row["y"] + row["height"] <= confirm["y"], "the first orders are out of sight"
    assert confirm["y"] + confirm["height"] <= height, "the main button is cut"
    assert following["y"] + following["height"] <= row["y"]
    for name in ("Press", "Notes"):
        remy.page.get_by_role("tab", name=name).click(trial=True, timeout=2000)


@pytest.mark.parametrize("size", [PHONE, SHORT[0]], ids=["upright", "landscape"])
def test_the_line_to_write_on_stays_at_the_foot_of_the_sheet(site: Site, size: ViewportSize) -> None:
    remy = Person.arrive(site, "Remy", phone=True)
    host_game(site, {"FRANCE": remy})
    remy.page.set_viewport_size(size)
    remy.read("").await_board()
    if size == PHONE:
        remy.press("Raise the panel")
    remy.page.get_by_role("tab", name="Press").click()
    remy.press("Write to\u2026").press("To all")
    send = remy.button("Send")
    expect(send).to_be_visible()
    box = send.bounding_box()
    assert box
    assert size["height"] - 48 < box["y"] + box["height"] <= size["height"]


def test_a_window_that_is_hardly_higher_than_its_bar_shows_every_choice(site: Site) -> None:
    """A phone on its side at 200 %: what does not fit is scrolled to, and no button lies over another."""
    remy = Person.arrive(site, "Remy", phone=True)
    host_game(site, {"FRANCE": remy})
    remy.page.set_viewport_size({"width": 422, "height": 195})
    remy.read("").await_board().press("Next unit")
    for name in ("Hold", "Support", "Let go"):
        remy.button(name).scroll_into_view_if_needed()
        remy.button(name).click(trial=True, timeout=3000)
    assert is_within_width(remy)
    remy.kind("Hold").set_order().sees("1 of 3 ordered")


def is_within_width(person: Person) -> bool:
    """Whether nothing has to be scrolled sideways."""
    wide: bool = person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return wide
