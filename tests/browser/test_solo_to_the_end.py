"""A stranger with a phone plays a whole Colonia VII against bots; the line drops one request in twelve."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Route, expect

from legation.variants import load_variant
from tests.browser.acts import Person
from tests.browser.looking import Theme, take_picture, turn_to
from tests.browser.site import PHONE, Site
from tests.browser.test_stranger import ON_ITS_SIDE, open_game

YEARS = 3
"""Years in which the stranger orders; then the bots play on to the end."""
LOST = 1 / 12
THEMES: tuple[Theme, ...] = ("dark", "light")
SOON = 2_000
END = 40 * 60_000


@dataclass
class Stranger:
    """Somebody who orders by touch with the phone upright or on its side, or by keys; each phase another way."""

    ana: Person
    centres: frozenset[str]
    chance: random.Random = field(default_factory=lambda: random.Random(1751))
    seen: set[str] = field(default_factory=set)
    """Kinds of moments that a picture was taken of."""

    def look(self, name: str) -> None:
        """A picture of each kind of moment."""
        if name not in self.seen:
            self.seen.add(name)
            for theme in THEMES:
                turn_to(self.ana.page, theme)
                take_picture(self.ana.page, f"whole-{name}-{theme}")

    def wanted(self, spaces: list[str]) -> str:
        """A centre of somebody else where there is one."""
        own = set(self.ana.ask_game("scene")["centres"].get(self.power, ()))
        good = [space for space in spaces if space.split("/")[0] in self.centres - own]
        return self.chance.choice(good or spaces)

    @property
    def power(self) -> str:
        """Who the stranger is."""
        return str(self.ana.ask_game()["you"]["power"])


def drop_some(person: Person, chance: random.Random) -> list[str]:
    """One request of the pages in twelve is lost; the list grows with them."""
    lost: list[str] = []

    def drop(route: Route) -> None:
        if chance.random() < LOST:
            lost.append(f"{route.request.method} {route.request.url}")
            return route.abort()
        return route.fallback()

    person.page.route("**/api/v1/**", drop)
    return lost


@pytest.mark.soak
def test_a_stranger_plays_a_whole_colonia_vii_on_a_phone(site: Site) -> None:
    site.expected += ["Failed to load resource", "ERR_FAILED"]
    hosted = open_game(site)
    ana = Person.arrive(site, "Ana", phone=True)
    lost = drop_some(ana, random.Random(7))
    ana.open("/").sees("Play Colonia VII now")
    _insist(_pressing(ana.button("Play Colonia VII now")), ana.board)
    ana.await_board().game = ana.page.url.rpartition("/")[2]
    centres = frozenset(
        space.id for space in load_variant("colonia-vii").board.spaces.values() if space.centre.is_counted
    )
    stranger = Stranger(ana, centres)
    _play_years(stranger)
    _let_the_bots_play_on(stranger)
    _look_at_the_end(stranger)
    _join_from_the_list(stranger, hosted)
    assert len(lost) > 20, "the line hardly dropped"
    kinds = {name.partition("-")[0] for name in stranger.seen}
    assert kinds >= {"moves", "retreat", "build", "results", "over", "end"}
    assert stranger.seen >= {"moves-upright", "moves-on-its-side", "moves-by-keys"}


def _insist(press: Callable[[], object], until: Locator) -> None:
    """Press again whatever the line lost; the page says so beside the button."""
    for _ in range(8):
        press()
        try:
            expect(until.first).to_be_visible(timeout=15_000)
        except AssertionError:
            continue
        return
    raise AssertionError("it does not work, however often it is pressed")


def _pressing(button: Locator) -> Callable[[], None]:
    """Press a button as long as it is there; the page behind it may only be slow."""

    def press() -> None:
        if button.first.is_visible():
            button.first.tap()

    return press


def _play_years(stranger: Stranger) -> None:
    ana = stranger.ana
    first = int(ana.ask_game()["phase"][1:5])
    for way in cycle(("upright", "on-its-side", "by-keys")):
        game = ana.ask_game()
        if game["status"] == "ended" or int(game["phase"][1:5]) >= first + YEARS or game["you"]["power"] is None:
            return
        ana.page.set_viewport_size(ON_ITS_SIDE if way == "on-its-side" else PHONE)
        if game["you"]["due"]:
            act = {"M": _order_moves, "R": _order_retreats, "A": _adjust}[game["phase"][-1]]
            act(stranger, way)
        _judge(stranger, game["turn"], way)


def _order_moves(stranger: Stranger, way: str) -> None:
    ana, page = stranger.ana, stranger.ana.page
    expect(ana.button("Next unit")).to_be_visible()
    if way == "by-keys":
        page.keyboard.press("n")
    else:
        ana.press("Next unit")
    composer = page.locator(".composer")
    total = ana.ask_game("orders")["total"]
    for number in range(total):
        expect(composer).to_be_visible()
        stranger.look(f"moves-{way}")
        if way == "by-keys":
            _order_by_keys(stranger)
        else:
            _order_by_touch(stranger, number)
        stranger.look(f"next-{way}")
        expect(ana.button("Set order")).to_be_hidden()
        if not composer.is_visible():  # a convoy orders its fleets as well
            break
    else:
        if ana.button("Other order").is_visible():
            ana.press("Other order")
        if composer.is_visible():
            ana.press("Let go")
    ana.is_saved()


def _order_by_touch(stranger: Stranger, number: int) -> None:
    ana, page = stranger.ana, stranger.ana.page
    offer = page.locator("button.offer")
    if offer.is_visible():
        stranger.look("offer")
        if number % 2:
            offer.tap()
            return
        ana.press("Other order")
    code = stranger.wanted(_list_chips(ana))
    space = code.split("/")[0]
    names = ana.board.locator(f'.space-name[data-space="{space}"]')
    if number % 2 and names.count() and ana.is_within_reach(".space-name", space):
        page.touchscreen.tap(*ana.point(".space-name", space))
        try:
            expect(ana.button("Set order")).to_be_visible(timeout=SOON)
        except AssertionError:
            stranger.look("tap-missed")
    if not ana.button("Set order").is_visible():
        page.locator(f'[data-chip="{code}"]').first.tap()
    if page.get_by_role("group", name=re.compile("coast")).count():
        page.get_by_role("group", name=re.compile("coast")).locator("[data-chip]").first.tap()
    expect(ana.button("Set order")).to_be_visible()
    ana.button("Set order").tap()


def _list_chips(ana: Person) -> list[str]:
    chips = ana.page.locator(".composer [data-chip]")
    expect(chips.first).to_be_visible()
    return [str(chip.get_attribute("data-chip")) for chip in chips.all()]


def _order_by_keys(stranger: Stranger) -> None:
    """Spell the code of a target, and set."""
    ana, keys = stranger.ana, stranger.ana.page.keyboard
    if ana.page.locator("button.offer").is_visible():
        ana.tab_to(ana.button("Other order"))
    code = stranger.wanted(_list_chips(ana)).split("/")[0]
    keys.type(code.lower())
    if ana.page.get_by_role("group", name=re.compile("coast")).count():
        keys.press("ArrowRight")
        keys.press("Enter")
    expect(ana.button("Set order")).to_be_visible()
    keys.press("Enter")


def _order_retreats(stranger: Stranger, way: str) -> None:
    ana, page = stranger.ana, stranger.ana.page
    for number in range(ana.ask_game("orders")["total"]):
        units = page.get_by_role("list", name="Units that must retreat").get_by_role("button")
        if units.count():
            _use(stranger, way, units.nth(number))
        chips = page.locator("#orders .chips button:not([aria-disabled])")
        expect(chips.first).to_be_visible()
        stranger.look(f"retreat-{way}")
        _use(stranger, way, chips.first)
        _use(stranger, way, page.get_by_role("button", name=re.compile("^(Set retreat|Disband it)$")))
    ana.is_saved()


def _adjust(stranger: Stranger, way: str) -> None:
    ana, page = stranger.ana, stranger.ana.page
    due = ana.ask_game("orders")["total"]
    if page.get_by_role("heading", name=re.compile("^Remove")).count():
        for number in range(due):
            stranger.look(f"remove-{way}")
            _use(stranger, way, page.locator("[data-remove][aria-pressed=false]").nth(number))
    else:
        for _ in range(due):
            sites = page.locator("[data-build][aria-pressed=false]")
            if not sites.count():
                return
            stranger.look(f"build-{way}")
            _use(stranger, way, sites.first)
            stranger.look(f"building-{way}")
            _use(stranger, way, ana.button("Set build"))
    ana.is_saved()


def _use(stranger: Stranger, way: str, button: Locator) -> None:
    expect(button).to_be_visible()
    if way == "by-keys":
        stranger.ana.tab_to(button)
    else:
        button.tap()


def _judge(stranger: Stranger, turn: int, way: str) -> None:
    """Have the phase judged, read its results, and go on."""
    ana, page = stranger.ana, stranger.ana.page
    on, sure = page.get_by_role("link", name=re.compile("^Go on: |^How it went")), ana.button("Judge anyway")

    def press() -> None:
        judge = page.get_by_role("button", name=re.compile("^Judge (now|the next phase)$")).first
        if page.url.endswith(f"/g/{ana.game}") and judge.is_visible():
            _use(stranger, way, judge)
        page.wait_for_timeout(300)
        if sure.is_visible():
            stranger.look(f"sure-{way}")
            _use(stranger, way, sure)

    _insist(press, on.or_(page.get_by_text("has begun.")).or_(page.get_by_text("The game is over.")))
    ana.await_turn(turn + 1)
    stranger.look(f"results-{way}")
    ana.read("")
    ana.await_board()
    expect(page.locator("#orders")).to_be_visible()


def _let_the_bots_play_on(stranger: Stranger) -> None:
    ana, page = stranger.ana, stranger.ana.page
    page.set_viewport_size(PHONE)
    page.get_by_text("This game", exact=True).click()
    ana.press("Resign\u2026").sees("from here on")
    stranger.look("resign")
    resign = page.get_by_role("dialog").get_by_role("button", name="Resign")
    on = ana.button("Play on to the end")
    _insist(_pressing(resign), on)
    stranger.look("resigned")
    _insist(_pressing(on), page.get_by_text("The bots play on"))
    stranger.look("playing-on")
    expect(page.get_by_text("The game is over.").locator("visible=true").first).to_be_visible(timeout=END)


def _look_at_the_end(stranger: Stranger) -> None:
    ana, page = stranger.ana, stranger.ana.page
    stranger.look("over")
    ana.follow("How it went")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    stranger.look("end-upright")
    link = page.get_by_label("Link to this page")
    _insist(_pressing(ana.button("Open it to anyone with the link")), link)
    page.set_viewport_size(ON_ITS_SIDE)
    stranger.look("end-on-its-side")
    other = Person.arrive(ana.site, "Stranger", phone=True)
    drop_some(other, random.Random(8))
    other.open(link.input_value()).follow("Watch the replay").await_board().press("Next phase")
    take_picture(other.page, "whole-replay")
    again = ana.button("Play again")
    _insist(_pressing(again), ana.board)
    assert ana.game not in page.url


def _join_from_the_list(stranger: Stranger, hosted: str) -> None:
    ana, page = stranger.ana, stranger.ana.page
    page.set_viewport_size(PHONE)
    ana.open("/games?scope=open")
    stranger.look("open-games")
    ana.follow(re.compile("^The Long Peace")).follow("create an account").sign_up()
    expect(page).to_have_url(re.compile(f"/g/{hosted}$"))
    stranger.look("waiting-room")
    _insist(_pressing(ana.button(re.compile("^Take France"))), page.get_by_text("You are in."))
