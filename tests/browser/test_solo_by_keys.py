"""A stranger at a desk plays a whole Colonia VII against bots, shares it and joins a hosted game: by keys alone."""

import re

import pytest
from playwright.sync_api import Locator, expect

from legation.board import SpaceId
from legation.variants import load_variant
from tests.browser.acts import Person
from tests.browser.looking import take_picture
from tests.browser.site import Site
from tests.browser.test_stranger import open_game, sign_up_by_keys

YEARS = 2
"""Years in which the stranger orders; then the bots play on to the end."""
END = 40 * 60_000
WORD = 900
"""Milliseconds in which a letter waits whether a word follows."""
NOTE_POINTERS = """addEventListener("pointerdown", () => sessionStorage.setItem("pointed", "yes"), true)"""
GO_ON = re.compile("^Go on: ")


@pytest.mark.soak
def test_a_stranger_plays_a_whole_colonia_vii_by_keys(site: Site) -> None:
    hosted = open_game(site)
    ana = Person.arrive(site, "Ana")
    ana.context.add_init_script(NOTE_POINTERS)
    ana.open("/").tab_to(ana.button("Play Colonia VII now")).await_board()
    ana.game = ana.page.url.rpartition("/")[2]
    given = play_years(ana)
    assert given >= {"move", "hold", "support"}
    _let_the_bots_play_on(ana)
    _look_at_the_end(ana)
    _join_from_the_list(ana, hosted)
    assert ana.page.evaluate("sessionStorage.getItem('pointed')") is None, "something was pointed at"


def play_years(ana: Person, years: int = YEARS) -> set[str]:
    """Order and judge for some years; gives the kinds of orders that were set."""
    given: set[str] = set()
    first = int(ana.ask_game()["phase"][1:5])
    while True:
        game = ana.ask_game()
        if game["status"] == "ended" or int(game["phase"][1:5]) >= first + years or game["you"]["power"] is None:
            return given
        if game["you"]["due"]:
            {"M": _order_moves, "R": _order_retreats, "A": _adjust}[game["phase"][-1]](ana, given)
        _judge(ana, game["turn"])


def _order_moves(ana: Person, given: set[str]) -> None:
    """Every unit by its code; some hold, some help their neighbours, the others go for centres."""
    rows = ana.page.locator("[data-unit-row]")
    expect(rows.first).to_be_visible()
    for number, unit in enumerate(rows.evaluate_all("rows => rows.map(row => row.dataset.unitRow)")):
        ana.page.keyboard.press("/")
        ana.page.keyboard.type(unit.split()[1].partition("/")[0].lower())
        ana.page.keyboard.press("Enter")
        ana.takes(unit)
        kinds = (_support, _move, _hold, _move)
        given.add(kinds[number % len(kinds)](ana))
        expect(ana.row(unit)).not_to_contain_text(re.compile("no order|choosing"))
    due = ana.ask_game("orders")["total"]
    expect(ana.page.get_by_role("tab", name=f"Orders {due}/{due}")).to_be_visible()
    ana.is_saved()


def _hold(ana: Person) -> str:
    ana.page.keyboard.press("h")
    ana.says("holds")
    ana.page.keyboard.press("Enter")
    return "hold"


def _move(ana: Person) -> str:
    """Spell a target: a centre of somebody else where there is one."""
    codes = [code.partition("/")[0] for code in _list_chips(ana)]
    own = set(ana.ask_game("scene")["centres"].get(ana.ask_game()["you"]["power"], ()))
    board = load_variant("colonia-vii").board
    good = [code for code in codes if board.spaces[SpaceId(code)].centre.is_counted and code not in own]
    _spell(ana, (good or codes)[0])
    if ana.page.get_by_role("group", name=re.compile("coast")).count():
        ana.page.keyboard.press("ArrowRight")
        ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    return "move"


def _support(ana: Person) -> str:
    """Help a unit, where one can be helped: to hold, or to the first place where both can go."""
    ana.page.keyboard.press("s")
    ana.page.wait_for_timeout(WORD)
    units = ana.page.locator("[data-chip]")
    if not units.count():
        return _hold(ana)
    for _ in ("the unit", "its target"):
        _spell(ana, str(units.first.get_attribute("data-chip")).partition("/")[0])
    ana.page.keyboard.press("Enter")
    return "support"


def _list_chips(ana: Person) -> list[str]:
    chips = ana.page.locator("[data-chip]")
    expect(chips.first).to_be_visible()
    return [str(chip.get_attribute("data-chip")) for chip in chips.all()]


def _spell(ana: Person, code: str) -> None:
    ana.page.keyboard.type(code.lower(), delay=20)
    ana.page.wait_for_timeout(WORD)


def _order_retreats(ana: Person, given: set[str]) -> None:
    page = ana.page
    for number in range(ana.ask_game("orders")["total"]):
        units = page.get_by_role("list", name="Units that must retreat").get_by_role("button")
        if units.count():
            ana.tab_to(units.nth(number))
        ana.tab_to(page.locator("#orders .chips button:not([aria-disabled])").first)
        ana.tab_to(page.get_by_role("button", name=re.compile("^(Set retreat|Disband it)$")))
    ana.is_saved()
    given.add("retreat")


def _adjust(ana: Person, given: set[str]) -> None:
    page = ana.page
    due = ana.ask_game("orders")["total"]
    is_removal = page.get_by_role("heading", name=re.compile("^Remove")).count() > 0
    for number in range(due):
        if is_removal:
            ana.tab_to(page.locator("[data-remove][aria-pressed=false]").nth(number))
        elif page.locator("[data-build][aria-pressed=false]").count():
            ana.tab_to(page.locator("[data-build][aria-pressed=false]").first).tab_to(ana.button("Set build"))
    ana.is_saved()
    given.add("removal" if is_removal else "build")


def _judge(ana: Person, turn: int) -> None:
    """Have the phase judged, read its results, and go on from there."""
    page = ana.page
    ana.tab_to(page.get_by_role("button", name=re.compile("^Judge (now|the next phase)$")).first)
    sure, on = ana.button("Judge anyway"), page.get_by_role("link", name=GO_ON)
    expect(sure.or_(on).first).to_be_visible(timeout=120_000)
    if sure.is_visible():
        ana.tab_to(sure)
    ana.await_turn(turn + 1).tab_to(on.first).await_board()
    expect(page.locator("#orders")).to_be_visible()


def _let_the_bots_play_on(ana: Person) -> None:
    page = ana.page
    ana.tab_to(page.locator("summary").filter(has_text="This game"))
    ana.tab_to(ana.button("Resign\u2026"))
    ana.tab_to(page.get_by_role("dialog").get_by_role("button", name="Resign"))
    ana.tab_to(ana.button("Play on to the end")).sees(re.compile("The bots play on"))
    expect(page.get_by_text("The game is over.").locator("visible=true").first).to_be_visible(timeout=END)


def _look_at_the_end(ana: Person) -> None:
    page = ana.page
    _follow(ana, page.get_by_role("link", name="How it went"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    take_picture(page, "keys-the-end")
    ana.tab_to(ana.button("Open it to anyone with the link"))
    link, ended = page.get_by_label("Link to this page").input_value(), page.url
    ana.tab_to(page.get_by_role("link", name="Watch the replay")).await_board()
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name="Phase")).to_have_attribute("aria-valuetext", "The end")
    Person.arrive(ana.site, "Stranger").open(link).follow("Watch the replay").await_board()
    ana.open(ended).tab_to(ana.button("Play again")).await_board()
    assert ana.game not in page.url


def _join_from_the_list(ana: Person, hosted: str) -> None:
    page = ana.page
    ana.open("/games?scope=open")
    _follow(ana, page.get_by_role("link", name=re.compile("^The Long Peace")))
    _follow(ana, page.get_by_role("link", name="create an account"))
    sign_up_by_keys(ana)
    expect(page).to_have_url(re.compile(f"/g/{hosted}$"))
    ana.tab_to(ana.button(re.compile("^Take France"))).sees("You are in.")


def _follow(ana: Person, link: Locator) -> None:
    ana.tab_to(link.locator("visible=true").first)
