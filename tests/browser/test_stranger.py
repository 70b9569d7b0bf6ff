"""A stranger wins a game of Colonia VII against bots, shares its replay and joins a hosted game."""

import re

from playwright.sync_api import Route, ViewportSize, expect

from tests.browser.acts import Person
from tests.browser.hosting import CLOCK, bring_near_victory
from tests.browser.looking import take_picture
from tests.browser.site import PHONE, Site
from tests.server.kit import PASSWORD

ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}


def open_game(site: Site) -> str:
    """A hosted game that looks for players."""
    gm = Person.arrive(site, "Gisela").enrol()
    game = gm.ask("POST", "/games", {"title": "The Long Peace", "variant": "standard", "terms": {"clock": CLOCK}})
    return str(game["id"])


def test_a_stranger_on_a_phone_held_either_way_with_a_line_that_drops(site: Site) -> None:
    site.expected += ["Failed to load resource", "ERR_FAILED"]
    hosted = open_game(site)
    ana = Person.arrive(site, "Ana", phone=True)
    lost = lose_each_once(ana)
    ana.open("/").sees("Learn in ten minutes").press("Play Colonia VII now").await_board()
    ana.game = ana.page.url.rpartition("/")[2]
    power = ana.ask_game()["you"]["power"]
    bring_near_victory(ana, power, "F1751M")
    ana.page.set_viewport_size(ON_ITS_SIDE)
    ana.page.reload()
    ana.await_board().sees("Fall 1751, orders").press("Next unit").kind("Hold").set_order()
    ana.press("Let go").is_saved().press("Judge now").press("Judge anyway")
    ana.sees("The game is over.").follow("How it went").sees(re.compile("you won"))
    take_picture(ana.page, "state-the-end-won-on-its-side")
    ana.page.set_viewport_size(PHONE)
    # What cannot be sent is told beside its button, and pressed again.
    ana.press("Open it to anyone with the link").sees(re.compile("could not reach the server"))
    ana.press("Open it to anyone with the link")
    link = ana.page.get_by_label("Link to this page").input_value()
    _watch_as_a_stranger(site, link)
    ana.open("/games?scope=open").follow(re.compile("^The Long Peace")).follow("create an account").sign_up()
    expect(ana.page).to_have_url(re.compile(f"/g/{hosted}$"))
    ana.page.set_viewport_size(ON_ITS_SIDE)
    ana.press(re.compile("^Take France")).sees("You are in.")
    assert len(lost) > 5, "the line never dropped"
    assert f"PUT {site.url}/api/v1/games/{ana.game}/orders" in lost


def test_a_stranger_by_keyboard_alone(site: Site) -> None:
    hosted = open_game(site)
    ana = Person.arrive(site, "Ana").open("/")
    keys, page = ana.page.keyboard, ana.page
    ana.tab_to(ana.button("Play Colonia VII now")).await_board()
    ana.game = page.url.rpartition("/")[2]
    bring_near_victory(ana, ana.ask_game()["you"]["power"], "F1751M")
    page.reload()
    ana.await_board()
    keys.press("n")
    keys.press("h")
    keys.press("Enter")
    ana.is_saved().tab_to(ana.button("Judge now")).tab_to(ana.button("Judge anyway"))
    ana.tab_to(page.get_by_role("link", name="How it went").last).sees(re.compile("you won"))
    ana.tab_to(ana.button("Open it to anyone with the link")).sees("Letters and notes stay closed.")
    ended = page.url
    ana.tab_to(page.get_by_role("link", name="Watch the replay")).await_board()
    keys.press("End")
    expect(page.get_by_role("slider", name="Phase")).to_have_attribute("aria-valuetext", "The end")
    ana.open(ended).tab_to(ana.button("Play again")).await_board()
    assert ana.game not in page.url
    ana.open(f"/g/{hosted}").tab_to(page.get_by_role("link", name="create an account"))
    sign_up_by_keys(ana)
    expect(page).to_have_url(re.compile(f"/g/{hosted}$"))
    ana.tab_to(ana.button(re.compile("^Take France"))).sees("You are in.")


def sign_up_by_keys(ana: Person) -> None:
    """Make an account without touching the mouse."""
    for label, text in (("Name", "Ana"), ("E-mail", "ana@example.org"), ("Password", PASSWORD)):
        field = ana.page.get_by_label(label, exact=True)
        expect(field).to_be_visible()
        for _ in range(20):
            if field.evaluate("one => one === document.activeElement"):
                break
            ana.page.keyboard.press("Tab")
        ana.page.keyboard.type(text)
    ana.page.keyboard.press("Enter")


def lose_each_once(person: Person) -> list[str]:
    """Every question of the pages and every order that they save is lost the first time; the list grows with them."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        path = f"{route.request.method} {route.request.url.partition('?')[0]}"
        if not path.startswith(("GET", "PUT")) or path in lost or path.endswith("/events"):
            return route.fallback()
        lost.append(path)
        return route.abort()

    person.page.route("**/api/v1/games/**", lose)
    return lost


def _watch_as_a_stranger(site: Site, link: str) -> None:
    """Somebody else follows the link, on a phone that lies on its side."""
    stranger = Person.arrive(site, "Stranger", phone=True)
    stranger.page.set_viewport_size(ON_ITS_SIDE)
    stranger.open(link).follow("Watch the replay").await_board()
    slider = stranger.page.get_by_role("slider", name="Phase")
    expect(slider).to_have_attribute("aria-valuetext", "Fall 1751, orders")
    stranger.press("Next phase")
    expect(slider).to_have_attribute("aria-valuetext", "The end")
