"""A page that throws says so, keeps its way out, and is there again once it can be drawn."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge_until
from tests.browser.site import Site

STATISTICS = re.compile(r"/api/v1/games/[^/]+/statistics")


def test_a_page_that_throws_says_so_and_can_be_loaded_again(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    judge_until(gm, "F1901M")

    spoilt = {**remy.ask_game("statistics"), "orders": 7}
    site.expected.append("TypeError")
    remy.page.route(STATISTICS, lambda route: route.fulfill(json=spoilt))
    remy.read("statistics").sees("This page has failed, and it is our fault.")
    expect(remy.page.get_by_role("navigation", name="Pages of this game")).to_be_visible()
    remy.page.unroute(STATISTICS)
    remy.page.get_by_role("button", name="Reload the page").click()
    remy.sees("Who held what when")
