"""Every page, by day on a desktop and by night on a phone: axe finds nothing, nothing runs over, no console error."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Request

from legation.server import make_services
from legation.server.admin.accounts import get_account_id, set_admin
from legation.server.admin.audit import COMMAND_LINE
from tests.browser.acts import CSRF, Person, put
from tests.browser.hosting import host_game, judge
from tests.browser.looking import (
    Theme,
    await_rest,
    list_clipped,
    list_violations,
    measure_overflow,
    take_picture,
    turn_to,
)
from tests.browser.site import DESKTOP, PHONE, Site, run_site
from tests.server.boards.helpers import make_lagoon, pack
from tests.server.kit import make_settings

ROUTES = Path(__file__).parents[2] / "web" / "src" / "router" / "addresses.ts"
NARROW = 320
OFTEN = 4
"""A page that asks for the same more often goes in circles."""
TEXTS = {
    "ink": ("paper", "paper-2", "leaf", "land", "sea", "accent-wash"),
    "ink-2": ("paper", "paper-2", "leaf"),
    "accent": ("paper", "leaf", "sea", "land"),
    "accent-ink": ("accent",),
    "sea-text": ("sea",),
}
"""Text colours, and the grounds that they stand on: ui.md, section 1."""
MARKS = {"rule-2": ("paper", "leaf"), "focus": ("paper", "leaf"), "border": ("land",), "coast": ("sea",)}


def list_patterns() -> list[str]:
    """Every address of the app, as the app itself lists them."""
    patterns = re.findall(r'pattern: "([^"]+)"', ROUTES.read_text(encoding="utf-8"))
    assert "/" in patterns, f"{ROUTES.name} lists no addresses any more"
    return patterns


class World(NamedTuple):
    """A game with something on every page, who looks at it, and an address for each pattern."""

    gm: Person
    player: Person
    """On a phone."""
    addresses: dict[str, str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[World]:
    """One site for all checks that only look."""
    with run_site(tmp_path_factory.mktemp("pages"), browser) as site:
        remy, gerda = Person.arrive(site, "Remy", phone=True), Person.arrive(site, "Gerda")
        gm = host_game(site, {"FRANCE": remy, "GERMANY": gerda})
        make_admin(site, gm)
        make_admin(site, remy)
        play_a_little(gm, remy, gerda)
        yield World(gm, remy, make_addresses(gm))


def make_admin(site: Site, person: Person) -> None:
    """Let somebody look after the host, as the command line does; the server learns of it after some seconds."""
    services = make_services(make_settings(site.folder, public_url=site.url))
    set_admin(services, COMMAND_LINE, get_account_id(services, person.name), is_admin=True)
    services.close()
    site.clock.pass_time(seconds=30)


def play_a_little(gm: Person, remy: Person, gerda: Person) -> None:
    """A phase with every kind of result, letters, a proposal, and orders for the next phase."""
    gm.correct(put("FRANCE A BUR"))
    remy.save("A PAR - PIC", "A MAR - SPA", "F BRE S A MAR", "A BUR - MUN")
    gerda.save("A MUN H", "A BER S A MUN")
    judge(gm)
    letters = f"/games/{gm.game}/press"
    for number in range(3):
        remy.ask("POST", letters, {"to": ["GERMANY"], "text": f"Letter {number}", "request": f"letter-{number}"})
    gerda.ask("POST", letters, {"to": "all", "text": "Peace to all.", "request": "letter-all"})
    remy.ask("POST", f"/games/{gm.game}/votes", {"places": []})
    remy.save("A PIC - BEL", "F BRE H")


def make_addresses(gm: Person) -> dict[str, str]:
    """An address for every pattern, and for pages that look different at some addresses."""
    other = gm.ask("POST", "/games", {"title": "Seats are free", "variant": "standard", "terms": {}})["id"]
    invitation = gm.ask("POST", f"/games/{other}/invitations", {"role": "player", "uses": 1, "days": 3})
    box = gm.ask("POST", "/sandboxes", {"variant": "standard", "request": gm.ask_game("sandbox?phase=S1901M")})
    shown = ("is_shown", "shows_games", "shows_placings", "shows_reliability", "shows_rating")
    gm.ask("PUT", "/account/profile", {"about": "I answer letters.", **dict.fromkeys(shown, True)})
    values = {
        "board": bring_board(gm),
        "game": gm.game,
        "name": gm.name,
        "part": "accounts",
        "phase": "S1901M",
        "room": "all",
        "variant": "colonia-vii",
        "sandbox": box["id"],
        "token": invitation["token"],
    }
    addresses = {pattern: re.sub(r":(\w+)", lambda found: values[found[1]], pattern) for pattern in list_patterns()}
    addresses |= {f"admin {part}": f"/admin/{part}" for part in ("games", "letters", "networks", "reports", "log")}
    return {**addresses, "waiting room": f"/g/{other}", "sandbox with a board": "/sandbox?variant=standard"}


def bring_board(person: Person) -> str:
    """A board that somebody brought; its id."""
    answer = person.context.request.fetch(
        "/api/v1/boards?name=lagoon.zip", method="POST", headers={CSRF: person.csrf}, data=pack(make_lagoon())
    )
    assert answer.ok, answer.text()
    return str(answer.json()["board"])


def name_of(pattern: str) -> str:
    """``/g/:game/results`` as the name of a file."""
    return re.sub(r"\W+", "-", pattern).strip("-") or "home"


def check_page(person: Person, address: str, name: str, themes: tuple[Theme, ...]) -> Iterator[str]:
    """All that is wrong with one page."""
    page, size = person.page, "phone" if person.is_on_phone else "desktop"
    asked: Counter[str] = Counter()

    def count(request: Request) -> None:
        asked[request.url] += 1

    page.on("request", count)
    page.set_viewport_size(PHONE if person.is_on_phone else DESKTOP)
    page.emulate_media(color_scheme=themes[0])
    person.open(address)
    await_rest(person)
    for theme in themes:
        turn_to(page, theme)
        take_picture(page, f"{name}-{size}-{theme}")
        # All rules but that of contrast are the same by day and by night.
        rules = () if theme == themes[0] else ("color-contrast",)
        yield from (f"{theme}: {found}" for found in list_violations(page, rules=rules))
    yield from check_room(person, name)
    page.remove_listener("request", count)
    yield from (f"asked {times} times for {url}" for url, times in asked.items() if times > OFTEN)


def check_room(person: Person, name: str) -> Iterator[str]:
    """A phone of 320 px; on a desktop a page and then only its text at 200%: nothing runs over or is cut off."""
    page = person.page
    if person.is_on_phone:
        page.set_viewport_size({"width": NARROW, "height": 700})
        yield from (f"{NARROW} px: {found}" for found in check_fit(page, f"{name}-narrow"))
        return
    page.set_viewport_size({"width": DESKTOP["width"] // 2, "height": DESKTOP["height"] // 2})
    yield from (f"page at 200%: {found}" for found in check_fit(page, f"{name}-zoomed"))
    page.set_viewport_size(DESKTOP)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    yield from (f"text at 200%: {found}" for found in check_fit(page, f"{name}-large"))


def check_fit(page: Page, name: str) -> Iterator[str]:
    """What a window is too small for."""
    take_picture(page, name)
    over = measure_overflow(page)
    if over > 0:
        yield f"{over} px too wide"
    yield from (f"cut off: {text}" for text in list_clipped(page))


@pytest.mark.parametrize(
    ("is_on_phone", "themes"),
    [
        pytest.param(False, ("light",), id="desktop-light"),
        pytest.param(True, ("dark",), id="phone-dark"),
        pytest.param(False, ("dark", "light"), id="desktop", marks=pytest.mark.soak),
        pytest.param(True, ("light", "dark"), id="phone", marks=pytest.mark.soak),
    ],
)
def test_no_page_has_a_barrier(world: World, is_on_phone: bool, themes: tuple[Theme, ...]) -> None:
    person = world.player if is_on_phone else world.gm
    wrong = [
        f"{pattern}: {found}"
        for pattern, address in world.addresses.items()
        for found in check_page(person, address, name_of(pattern), themes)
    ]
    assert not wrong, "\n".join(wrong)


def test_colours_stand_out_from_their_grounds(site: Site) -> None:
    """4.5 for text and 3 for marks, as they come out in the browser, light and dark."""
    person = Person.arrive(site, "Nora").open("/sign-in")
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        turn_to(person.page, theme)
        for least, pairs in ((4.5, TEXTS), (3.0, MARKS)):
            for front, grounds in pairs.items():
                for ground in grounds:
                    found = contrast(read_token(person, front), read_token(person, ground))
                    assert found >= least, f"{theme}: {front} on {ground} is {found:.2f}"


def read_token(person: Person, name: str) -> tuple[float, float, float]:
    """A colour of the page, each part 0 to 1."""
    text = person.page.evaluate(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()")
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """WCAG 2.2: the ratio of two relative luminances."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: tuple[float, float, float]) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
