"""Whatever is lost after a change, the page becomes current by itself, and says meanwhile that it is behind."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.site import Site

DOWN = r"ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED|CONNECTION|INCOMPLETE_CHUNKED|FAILED)"
SOON = 20_000
BEHIND = re.compile("This page has been out of date")


def judge_phase(gm: Person, _remy: Person) -> None:
    judge(gm)


def move_deadline(gm: Person, _remy: Person) -> None:
    gm.ask("POST", f"/games/{gm.game}/gm/acts", {"act": "extend", "hours": 500, "note": "Holidays."})


def write_letter(gm: Person, _remy: Person) -> None:
    gm.ask("POST", f"/games/{gm.game}/press", {"to": "all", "text": "Hear ye.", "request": "r1"})


def propose_draw(gm: Person, remy: Person) -> None:
    del gm
    remy.ask("POST", f"/games/{remy.game}/votes", {"places": []})


def sees_new_phase(remy: Person) -> None:
    expect(remy.page.locator(".wide.clock")).to_contain_text("Fall 1901", timeout=SOON)
    expect(remy.board).to_have_attribute("aria-label", re.compile("Fall 1901"), timeout=SOON)
    expect(remy.row("F MAO")).to_be_visible(timeout=SOON)


def sees_new_deadline(remy: Person) -> None:
    deadline = remy.ask_game()["deadline"]
    expect(remy.page.locator(f'.wide.clock time[datetime="{deadline}"]')).to_be_visible(timeout=SOON)


def sees_letter(remy: Person) -> None:
    expect(remy.page.get_by_text("Hear ye.").first).to_be_visible(timeout=SOON)


def sees_proposal(remy: Person) -> None:
    expect(remy.page.get_by_text(re.compile("draw", re.IGNORECASE)).first).to_be_visible(timeout=SOON)
    expect(remy.page.get_by_text("There are no proposals.")).to_have_count(0, timeout=SOON)


CHANGES = [
    pytest.param("", judge_phase, sees_new_phase, id="phase"),
    pytest.param("", move_deadline, sees_new_deadline, id="clock"),
    pytest.param("press/all", write_letter, sees_letter, id="press"),
    pytest.param("votes", propose_draw, sees_proposal, id="vote"),
]
Change = Callable[[Person, Person], None]
Look = Callable[[Person], None]


def arrive(site: Site, page: str) -> tuple[Person, Person]:
    site.expected.append(DOWN)
    site.expected.append("status of 500")
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.save("F BRE - MAO")
    remy.read(page)
    expect(remy.page.get_by_role("link", name="Board", exact=True)).to_be_visible()
    if not page:
        remy.await_board()
    remy.page.wait_for_load_state("domcontentloaded")
    return gm, remy


@pytest.mark.parametrize(("page", "change", "look"), CHANGES)
def test_each_request_is_lost_once_after_a_change(site: Site, page: str, change: Change, look: Look) -> None:
    gm, remy = arrive(site, page)
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        path = route.request.url.partition("?")[0]
        if route.request.method != "GET" or path in lost or path.endswith("/events"):
            route.fallback()
        elif len(lost) % 2:
            lost.append(path)
            route.fulfill(status=500, json={})
        else:
            lost.append(path)
            route.abort()

    remy.page.route("**/api/v1/**", lose_once)
    change(gm, remy)
    look(remy)
    assert lost, "nothing was lost, so nothing was tried"
    expect(remy.page.get_by_text(BEHIND)).to_have_count(0, timeout=SOON)


@pytest.mark.parametrize(("page", "change", "look"), CHANGES)
def test_the_connection_is_lost_while_something_changes(site: Site, page: str, change: Change, look: Look) -> None:
    gm, remy = arrive(site, page)
    remy.context.set_offline(True)
    change(gm, remy)
    remy.context.set_offline(False)
    look(remy)
    expect(remy.page.get_by_text(BEHIND)).to_have_count(0, timeout=SOON)


def test_a_page_that_cannot_become_current_says_so_and_shows_one_phase(site: Site) -> None:
    gm, remy = arrive(site, "")
    pattern = "**/api/v1/games/*/scene*"
    remy.page.route(pattern, lambda route: route.abort())
    judge(gm)
    remy.sees(BEHIND)
    expect(remy.page.locator(".wide.clock")).to_contain_text("Spring 1901")
    expect(remy.board).to_have_attribute("aria-label", re.compile("Spring 1901"))
    expect(remy.row("F BRE")).to_be_visible()
    remy.page.unroute(pattern)
    sees_new_phase(remy)
