"""Facts of a space by click, tap and key; reach and threats as a layer of the board."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.looking import check_barriers, take_picture
from tests.browser.site import Site


def test_facts_reach_and_threats(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    olga = Person.arrive(site, "Olga", phone=True)
    host_game(site, {"FRANCE": remy, "GERMANY": olga})
    remy.read("").await_board()
    _ask_by_click(remy)
    _miss_with_a_unit_in_hand(remy)
    _ask_by_key(remy)
    _show_reach(remy)
    _ask_by_tap(olga)


def _facts(person: Person, name: str) -> Locator:
    return person.page.get_by_role("region", name=f"Facts of {name}")


def _ask_by_click(remy: Person) -> None:
    """A click on a foreign unit tells what it can do and lights it up; Escape and a second click elsewhere go on."""
    remy.page.keyboard.press("Escape")
    remy.tap("MUN")
    facts = _facts(remy, "Munich")
    expect(facts).to_contain_text("It has belonged to Germany from the beginning.")
    expect(facts.locator('[data-force="GERMANY"]')).to_contain_text(re.compile(r"could defend with\s+2"))
    expect(facts).to_contain_text("Armies can move to")
    expect(remy.board.locator('[data-highlight="target"][data-space="RUH"]').first).to_be_attached()
    check_barriers(remy, "facts")
    facts.get_by_role("button", name="Bur", exact=True).first.click()
    expect(_facts(remy, "Burgundy").locator('[data-force="FRANCE"]')).to_contain_text(
        re.compile(r"could attack with\s+2")
    )
    remy.page.keyboard.press("Escape")
    expect(remy.page.get_by_role("region", name=re.compile("^Facts of"))).to_have_count(0)


def _miss_with_a_unit_in_hand(remy: Person) -> None:
    """A space out of reach says why, and the order in hand stays."""
    remy.go_to("PAR").tap("MUN")
    facts = _facts(remy, "Munich")
    expect(facts).to_contain_text("Your order is unchanged.")
    take_picture(remy.page, "state-facts-why")
    remy.says("Army Paris moves to")
    remy.tap("BUR").set_order().has_order("A PAR", "A Par - Bur").is_saved()
    expect(facts).to_have_count(0)


def _ask_by_key(remy: Person) -> None:
    """Search leads to the facts; a name that is none offers the nearest; Shift F asks about what is in focus."""
    keys = remy.page.keyboard
    keys.press("Escape")
    keys.press("/")
    keys.type("brgundy")
    expect(remy.page.get_by_role("status").filter(has_text="No space is called 'brgundy'.")).to_be_visible()
    found = remy.page.get_by_role("listbox", name="Spaces").get_by_role("option")
    expect(found).to_have_text([re.compile("Burgundy")])
    keys.press("Enter")
    expect(_facts(remy, "Burgundy")).to_be_focused()
    keys.press("Escape")
    remy.go_to("BRE")
    keys.press("Shift+F")
    expect(_facts(remy, "Brest")).to_be_visible()
    keys.press("Escape")
    expect(_facts(remy, "Brest")).to_have_count(0)
    remy.says("Fleet Brest moves to")
    keys.press("Escape")


def _show_reach(remy: Person) -> None:
    """Reach of a power with its strength, what of mine is in danger, in words too; the list closes on Escape."""
    layers = remy.page.get_by_role("group", name="What the board shows")
    remy.press("What the board shows").choose("Reach and threats", "of Germany")
    expect(remy.board.locator('[data-reach="BUR"]').first).to_have_text("1")
    expect(layers.get_by_role("status")).to_contain_text("within reach next turn")
    check_barriers(remy, "reach")
    remy.choose("Reach and threats", "all against France")
    expect(layers.get_by_role("status")).to_have_text("Nothing of yours is within reach next turn.")
    expect(remy.board.locator("[data-reach]")).to_have_count(0)
    remy.choose("Reach and threats", "of France")
    expect(remy.board.locator('[data-reach="BUR"]').first).to_have_text("2")
    remy.page.keyboard.press("Escape")
    expect(layers).to_have_count(0)
    remy.press("What the board shows")
    expect(layers).to_be_visible()
    remy.tap("GAS")
    expect(layers).to_have_count(0)


def _ask_by_tap(olga: Person) -> None:
    """On a phone the facts lie above the sheet and can be closed."""
    olga.read("").await_board().go_to("MUN").chip("TYR").set_order().press("Let go")
    olga.tap("RUH")
    facts = _facts(olga, "Ruhr")
    expect(facts.locator('[data-force="GERMANY"]')).to_contain_text("could attack")
    box, sheet = facts.bounding_box(), olga.sheet.bounding_box()
    assert box
    assert sheet
    assert box["y"] + box["height"] <= sheet["y"] + 1
    check_barriers(olga, "facts-phone")
    facts.get_by_role("button", name="Close").tap()
    expect(facts).to_have_count(0)
