"""Scripts and styles that the line loses: they are fetched again, and what does not come at all is told."""

import re

from playwright.sync_api import Route, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.looking import check_barriers
from tests.browser.site import Site

FILES = re.compile(r"/assets/[^?]+\.(js|css)$")


def lose(person: Person, times: int, *, of: str = "") -> list[str]:
    """Each script and style sheet is lost so many times; the list grows with them."""
    lost: list[str] = []

    def drop(route: Route) -> None:
        url = route.request.url
        if of in url and lost.count(url) < times:
            lost.append(url)
            return route.abort()
        return route.fallback()

    person.page.route(FILES, drop)
    return lost


def test_each_script_and_style_is_lost_once(site: Site) -> None:
    site.expected += ["ERR_FAILED"]
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    lost = lose(remy, 1)
    remy.open("/games").sees("The Long Peace")
    assert remy.page.evaluate("getComputedStyle(document.body).overflowWrap") == "break-word", "without its styles"
    remy.follow(re.compile("^The Long Peace")).await_board()
    remy.page.get_by_role("tab", name="Press").click()
    remy.sees("Write to")
    assert len(lost) > 8, lost
    assert any(url.endswith(".css") for url in lost)


def test_what_does_not_come_at_all_is_told(site: Site) -> None:
    site.expected += ["ERR_FAILED", "Failed to fetch dynamically imported module"]
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    _lose_the_first_page(remy)
    _lose_another_page(remy)
    _lose_a_part(remy)


def _lose_the_first_page(remy: Person) -> None:
    lose(remy, 99)
    remy.page.goto("/games")
    remy.sees("We could not load the page.")
    remy.page.unroute(FILES)
    remy.follow("Load it again.").sees("The Long Peace")


def _lose_another_page(remy: Person) -> None:
    lose(remy, 99, of="LearnPage")
    remy.follow("How to play").sees("We could not load this page.")
    check_barriers(remy, "lost-page")
    remy.page.unroute(FILES)
    remy.press("Try again")
    expect(remy.page.get_by_role("heading", level=1, name="How to play")).to_be_visible()


def _lose_a_part(remy: Person) -> None:
    lose(remy, 99, of="PressPanel")
    remy.read("").await_board()
    remy.page.get_by_role("tab", name="Press").click()
    remy.sees("This part of the page could not be loaded.")
    check_barriers(remy, "lost-part")
    remy.page.unroute(FILES)
    remy.press("Try again").sees("Write to")
