"""A newcomer plays against bots: one click from the home page to the board, and on from phase to phase."""

import re
import time

import pytest
from playwright.sync_api import Route, expect

from legation.bots import counsel
from tests.browser.acts import Person
from tests.browser.looking import check_barriers
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
    guest.is_saved().press("Judge now").sees(re.compile("no order and will hold")).press("Judge anyway")
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
    guest.press("Judge now").sees("Judge anyway")
    keys.press("Escape")
    expect(guest.button("Judge anyway")).to_have_count(0)
    expect(guest.button("Judge now")).to_be_focused()
    guest.press("Judge now").press("Judge anyway")
    expect(guest.page.locator("[data-result-row]").first).to_be_visible(timeout=60_000)


def test_a_phase_is_taken_back_and_the_game_given_up_played_on_and_removed(site: Site) -> None:
    guest = Person.arrive(site, "Guest").open("/").press("Choose how you play Diplomacy")
    dialog = guest.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Play Diplomacy")).to_be_visible()
    guest.choose("You play", "Italy").press("Easy")
    dialog.get_by_label("The bots talk").uncheck()
    dialog.get_by_text("Each bot").click()
    guest.choose("France", "Strong")
    dialog.get_by_text("Rules", exact=True).click()
    check_barriers(guest, "choose-solo")
    guest.choose("Rulebook", "1971").press("Play against 6 bots").await_board()
    guest.game = guest.page.url.rpartition("/")[2]
    game = guest.ask_game()
    bots = {seat["power"]: seat["bot"] for seat in game["seats"]}
    assert (game["you"]["power"], game["rules"], bots["FRANCE"], bots["TURKEY"]) == ("ITALY", "1971", "strong", "easy")

    guest.page.get_by_role("tab", name="Press").click()
    guest.sees("The bots do not talk")
    expect(guest.page.get_by_role("textbox", name=re.compile("Write to"))).to_have_count(0)
    guest.page.get_by_role("tab", name=re.compile("^Orders")).click()
    expect(guest.button("Take back")).to_have_count(0)
    guest.write_orders("A VEN - TRI\nA ROM - VEN").press(re.compile("^Add 2")).is_saved()
    guest.press("Judge now").press("Judge anyway")
    expect(guest.page.locator("[data-result-row]").first).to_be_visible(timeout=60_000)

    guest.follow("Take back").sees("Back to Spring 1901, orders?").sees("A Ven \u2013 Tri")
    check_barriers(guest, "take-back")
    dialog.get_by_role("button", name="Take back").click()
    guest.await_board().has_order("A VEN", "A Ven - Tri").has_order("A ROM", "A Rom - Ven")
    assert guest.ask_game()["phase"] == "S1901M"

    guest.page.get_by_text("This game", exact=True).click()
    guest.press("Resign\u2026").sees("A bot plays Italy from here on")
    guest.site.expected.append("403")  # orders may have been asked for before the page knew
    dialog.get_by_role("button", name="Resign").click()
    guest.sees("You resigned, and a bot plays Italy.").press("Play on to the end").sees(re.compile("The bots play on"))
    check_barriers(guest, "playing-on")
    guest.await_turn(game["turn"] + 2).press("Stop here")
    expect(guest.button("Play on to the end")).to_be_visible(timeout=60_000)
    assert guest.ask_game()["solo"]["plays_on"] is False

    guest.open("/games").press(re.compile("^Remove Diplomacy")).sees("The game is deleted for good")
    dialog.get_by_role("button", name="Remove").click()
    guest.sees("No games yet.")


def test_going_back_closes_the_menu_and_stays_on_the_page(site: Site) -> None:
    guest = Person.arrive(site, "Guest", phone=True).open("/games").open("/variants/standard").press("Menu")
    menu = guest.page.get_by_role("navigation", name="Legation")
    expect(menu).to_be_visible()
    guest.page.go_back()
    expect(menu).to_be_hidden()
    assert guest.page.url.endswith("/variants/standard")
    guest.press("Menu").follow("Sandbox")
    expect(guest.page).to_have_url(re.compile("/sandbox"))
    guest.page.go_back()
    expect(guest.page).to_have_url(re.compile("/variants/standard$"))


def test_a_hint_has_options_with_reasons_and_bots_say_why(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counsel, "find_searcher", lambda level: None)  # by the planner, which needs no machine code
    guest = Person.arrive(site, "Guest").open("/").press("Play Diplomacy").await_board()
    guest.game = guest.page.url.rpartition("/")[2]
    units = guest.ask_game("orders")["total"]
    guest.page.get_by_text("Hint", exact=True).click()
    guest.press("Ask for a hint")
    options = guest.page.get_by_role("list", name="Options, the best first").get_by_role("listitem")
    expect(options.nth(1)).to_be_visible(timeout=60_000)
    expect(options.first).to_contain_text(re.compile(r"\.\s"))
    check_barriers(guest, "hint")
    options.first.get_by_role("button", name="Use these orders").click()
    expect(guest.page.get_by_role("tab", name=f"Orders {units}/{units}")).to_be_visible()
    guest.is_saved().press("Judge now")
    expect(guest.page.get_by_role("heading", name="Results")).to_be_visible()
    guest.page.get_by_text("Why did the bots do that?").click()
    why = guest.page.get_by_role("button", name=re.compile("^Why did .* do that"))
    why.first.click()
    results = guest.page.get_by_role("complementary", name="Results")
    two_sentences = re.compile(r"^\w+\. It (aimed|saw) .*\. \w+ .*\.$")
    expect(results.get_by_text(two_sentences)).to_be_visible(timeout=60_000)
