"""A newcomer plays against bots: one click from the home page to the board, and on from phase to phase."""

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.acts import Person
from tests.browser.site import Site

MINUTE = 60.0


@pytest.mark.parametrize(
    ("button", "variant"), [("Play Colonia VII now", "colonia-vii"), ("Play Diplomacy", "standard")]
)
def test_a_newcomer_plays_within_a_minute(site: Site, button: str, variant: str) -> None:
    began = time.monotonic()
    guest = Person.arrive(site, "Guest").open("/").press(button).await_board()
    guest.game = guest.page.url.rpartition("/")[2]
    game = guest.ask_game()
    assert (game["variant"], game["kind"]) == (variant, "solo")
    guest.page.keyboard.press("n")
    guest.page.keyboard.press("ArrowRight")
    guest.page.keyboard.press("Enter")
    guest.set_order()
    expect(guest.page.get_by_role("tab", name=re.compile("^Orders 1."))).to_be_visible()
    guest.is_saved().press("Judge now").sees(re.compile("no order and will hold")).press("Judge all the same")
    expect(guest.page.get_by_role("heading", name="Results")).to_be_visible()
    expect(guest.page.locator("[data-result-row]").first).to_be_visible()
    assert time.monotonic() - began < MINUTE
    guest.follow(re.compile("^Go on: ")).await_board()
    assert guest.ask_game()["turn"] > game["turn"]
    assert guest.ask_game()["phase"] != game["phase"]
    guest.sees(guest.ask_game()["phase_title"])


def test_a_press_while_the_boards_are_still_being_listed_counts(site: Site) -> None:
    guest = Person.arrive(site, "Guest")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.page.route("**/api/v1/variants", hold)
    guest.open("/").press("Play Colonia VII now").await_board()
    assert held
    assert re.search(r"/g/\w+$", guest.page.url)


def test_judge_now_takes_the_finished_sentence_and_asks_about_the_others_once(site: Site) -> None:
    guest = Person.arrive(site, "Guest").open("/").press("Play Diplomacy").await_board()
    guest.game = guest.page.url.rpartition("/")[2]
    keys = guest.page.keyboard
    keys.press("n")
    keys.press("ArrowRight")
    keys.press("Enter")
    units, turn = guest.ask_game("orders")["total"], guest.ask_game()["turn"]
    assert guest.ask_game("orders")["plan_a"]["orders"] == []
    guest.press("Judge now").sees(re.compile(f"{units - 1} units have no order and will hold"))
    guest.press("Back").is_saved()
    assert len(guest.ask_game("orders")["plan_a"]["orders"]) == 1
    assert guest.ask_game()["turn"] == turn
    guest.press("Judge now").press("Judge all the same")
    expect(guest.page.locator("[data-result-row]").first).to_be_visible(timeout=60_000)
