"""What is done again because its answer was lost is done once: beginning a game, hosting one, moving a deadline."""

import re

from playwright.sync_api import Route, expect

from tests.browser.acts import Person
from tests.browser.hosting import CLOCK
from tests.browser.site import Site

LOST = re.compile("could not reach the server")


def lose_answer(person: Person, address: str) -> list[str]:
    """The server does what is sent to an address, and its answer never arrives; once. The list says so."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost or route.request.method != "POST":
            return route.fallback()
        assert route.fetch().ok
        lost.append(route.request.headers["idempotency-key"])
        return route.abort()

    person.page.route(address, lose)
    return lost


def test_play_is_pressed_again_after_a_lost_answer_and_one_game_is_there(site: Site) -> None:
    site.expected += ["Failed to load resource", "ERR_FAILED"]
    ana = Person.arrive(site, "Ana")
    lost = lose_answer(ana, "**/api/v1/solo")
    ana.open("/").press("Play Colonia VII now").sees(LOST).press("Play Colonia VII now").await_board()
    assert lost
    assert len(ana.ask("GET", "/games?scope=mine")["games"]) == 1
    # The page knows the guest whom the first press made: orders are saved.
    ana.game = ana.page.url.rpartition("/")[2]
    ana.press(re.compile("^Next unit")).kind("Hold").set_order()
    ana.is_saved().open("/games")
    expect(ana.page.get_by_role("link", name=re.compile("^Colonia VII"))).to_have_count(1)


def test_a_page_loaded_again_after_a_lost_answer_begins_no_second_game(site: Site) -> None:
    site.expected += ["Failed to load resource", "ERR_FAILED"]
    ana = Person.arrive(site, "Ana").enrol()
    lost = lose_answer(ana, "**/api/v1/solo")
    ana.open("/").press("Play Colonia VII now").sees(LOST)
    assert lost
    ana.open("/").press("Play Colonia VII now").await_board()
    assert len(ana.ask("GET", "/games?scope=mine")["games"]) == 1
    # That one has come: the next press means another game.
    ana.open("/").press("Play Colonia VII now").await_board()
    assert len(ana.ask("GET", "/games?scope=mine")["games"]) == 2


def test_a_host_presses_again_after_lost_answers(site: Site) -> None:
    site.expected += ["Failed to load resource", "ERR_FAILED"]
    gm = Person.arrive(site, "Gisela").enrol()
    assert not lose_answer(gm, "**/api/v1/games")
    gm.open("/").follow("Run a game").fill("Title of the game", "The Long Peace")
    gm.press("Set up the game").sees(LOST).press("Set up the game").sees("seats are free.")
    games = gm.ask("GET", "/games?scope=mine")["games"]
    assert [game["title"] for game in games] == ["The Long Peace"]
    gm.game = games[0]["id"]
    gm.ask("PATCH", f"/games/{gm.game}", {"terms": {"clock": CLOCK}, "note": "Faster."})
    gm.ask("POST", f"/games/{gm.game}/start", {"bots": "easy"})
    before = gm.ask_game()["deadline"]
    lost = lose_answer(gm, "**/gm/acts")
    dialogue = gm.read("gm").act("24 h later", note="A holiday.")
    put_off = dialogue.get_by_role("button", name="Extend it")
    put_off.click()
    expect(dialogue.get_by_text(LOST)).to_be_visible()
    put_off.click()
    expect(dialogue).to_be_hidden()
    assert lost
    acts = [line["text"] for line in gm.ask_game("log")["log"] if line["act"] == "extend"]
    assert len(acts) == 1, acts
    assert gm.ask_game()["deadline"] > before
