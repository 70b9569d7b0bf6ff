"""A whole turn by keyboard: not one click from the home page of a game to its results."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import Site


def test_a_whole_turn_is_played_by_keyboard(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    keys = remy.read("").await_board().page.keyboard
    remy.page.keyboard.press("/")
    keys.type("par")
    keys.press("Enter")
    remy.takes("A PAR")
    keys.type("bur")
    remy.says("Army Paris moves to Burgundy")
    keys.press("Enter")
    remy.has_order("A PAR", "A Par - Bur")
    _support(remy)
    _step_and_undo(remy)
    _confirm(remy)
    assert judge(gm) == "F1901M"
    _read_results(remy)


def _support(remy: Person) -> None:
    """The kind by its letter, the unit that is helped and its target by their codes."""
    keys = remy.page.keyboard
    keys.press("/")
    keys.type("mar")
    keys.press("Enter")
    remy.takes("A MAR")
    keys.press("s")
    remy.says("Army Marseilles supports")
    keys.type("par")
    remy.says("Army Marseilles supports Army Paris to")
    keys.type("bur")
    remy.says("Army Marseilles supports Army Paris to Burgundy")
    keys.press("Enter")
    remy.has_order("A MAR", "A Mar S A Par - Bur")


def _step_and_undo(remy: Person) -> None:
    """Arrows go through the targets, Escape steps back, U takes an order away again."""
    keys = remy.page.keyboard
    remy.takes("F BRE")
    keys.press("ArrowRight")
    keys.press("Enter")
    keys.press("Enter")
    expect(remy.row("F BRE").locator(".order")).to_contain_text("F Bre \u2013")
    keys.press("u")
    expect(remy.row("F BRE").locator(".order")).to_have_text("F Bre")
    keys.press("n")
    remy.takes("F BRE")
    keys.press("h")
    remy.says("Fleet Brest holds")
    keys.press("Escape")
    keys.press("Escape")
    expect(remy.row("F BRE")).not_to_have_attribute("aria-current", "true")
    keys.press("n")
    keys.press("h")
    keys.press("Enter")
    remy.has_order("F BRE", "F Bre H").is_saved()


def _confirm(remy: Person) -> None:
    """The button is reached by Tab, and focus can be seen all the way."""
    confirm = remy.button("Confirm")
    for _ in range(60):
        remy.page.keyboard.press("Tab")
        assert remy.page.evaluate(
            "getComputedStyle(document.activeElement).outlineStyle !== 'none' || "
            "document.activeElement.closest(':focus-within') !== null"
        )
        if confirm.evaluate("button => button === document.activeElement"):
            break
    else:
        raise AssertionError("Tab never comes to Confirm")
    remy.page.keyboard.press("Enter")
    expect(remy.page.locator("b").filter(has_text="FRANCE-S1901M-")).to_be_visible()


def _read_results(remy: Person) -> None:
    """Brackets go through the phases."""
    keys = remy.page.keyboard
    remy.sees("Fall 1901, orders has begun.")
    keys.press("[")
    expect(remy.page.get_by_role("heading", name="Results")).to_be_visible()
    expect(remy.page.locator('[data-result-row="A PAR - BUR"]')).to_contain_text("Bur")
    keys.press("]")
    remy.await_board()
    keys.press("?")
    expect(remy.page.get_by_role("dialog")).to_contain_text("Spell the code of a target")
    check_barriers(remy, "keys")
    keys.press("Escape")
    expect(remy.page.get_by_role("dialog")).to_have_count(0)


def test_an_order_that_is_composed_from_the_list_is_not_thrown_away(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    keys = remy.read("").await_board().page.keyboard
    remy.row("A PAR").focus()
    keys.press("Enter")
    remy.takes("A PAR")
    keys.type("bur")
    keys.press("Enter")
    remy.has_order("A PAR", "A Par - Bur")
    taken = remy.page.locator('[data-unit-row][aria-current="true"]')
    expect(taken).to_be_focused()
    keys.type("mao" if taken.get_attribute("data-unit-row") == "F BRE" else "spa")
    keys.press("Enter")
    expect(remy.page.locator(".order").filter(has_text="\u2013")).to_have_count(2)


def test_a_word_that_is_no_target_changes_nothing(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    keys = remy.read("").await_board().page.keyboard
    remy.go_to("MAR").tap("SPA").set_order().is_saved()
    remy.go_to("PAR").takes("A PAR")
    keys.type("bur")
    remy.says("Army Paris moves to Burgundy")
    for word in ("nun", "hush", "uuu"):
        keys.type(word, delay=60)
        remy.page.wait_for_timeout(900)
        remy.takes("A PAR").says("Army Paris moves to Burgundy").has_order("A MAR", "A Mar - Spa")
    keys.type("pic", delay=60)
    remy.says("Army Paris moves to Picardy")
    assert [line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]] == ["A MAR - SPA"]


def test_focus_is_never_nowhere_while_one_orders(site: Site) -> None:
    guest = Person.arrive(site, "Guest").open("/").press("Play Diplomacy").await_board()
    keys = guest.page.keyboard
    code = str(guest.page.locator("[data-unit-row]").first.get_attribute("data-unit-row")).split()[1].partition("/")[0]
    keys.press("/")
    keys.type(code)
    keys.press("Enter")
    expect(guest.board).to_be_focused()
    keys.press("/")
    keys.press("Escape")
    expect(guest.board).to_be_focused()
    # The buttons of the bar go with what they did.
    guest.tab_to(guest.page.locator(".chips button, [data-chip]").first)
    guest.tab_to(guest.button(re.compile("^Set( Enter)?$")))
    expect(guest.page.locator("body")).not_to_be_focused()
    guest.is_saved().tab_to(guest.button("Judge now"))
    expect(guest.button("Back")).to_be_focused()
    keys.press("Enter")
    expect(guest.button("Judge now")).to_be_focused()
