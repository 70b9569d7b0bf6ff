"""Names, titles and letters as long as they may be, without a blank or from right to left: no page is too wide."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from legation.server import make_services
from tests.browser.acts import Person
from tests.browser.hosting import CLOCK, judge
from tests.browser.looking import await_rest
from tests.browser.site import PHONE, Site
from tests.browser.test_pages import check_fit, make_addresses, make_admin, name_of
from tests.server.kit import make_settings
from tests.server.persons.helpers import end_game

WIDEST = "W" * 40
PLAYERS = {
    "FRANCE": "Donaudampfschifffahrtsgesellschaftskapit",
    "GERMANY": "".join(chr(0x5D0 + number % 27) for number in range(40)),  # the Hebrew letters
    "ENGLAND": "\N{FOX FACE}" * 40,
}
TITLE = "Rindfleischetikettierungsueberwachung" * 3 + "sgesetz!!"
LINE = "https://example.org/" + "a" * 300
SHOWN = ("is_shown", "shows_games", "shows_placings", "shows_reliability", "shows_rating")


@pytest.fixture
def table(site: Site) -> list[Person]:
    """The game master and three players with such names, on phones, in a game that has begun."""
    gm = Person.arrive(site, WIDEST, phone=True).enrol()
    players = [Person.arrive(site, name, phone=True).enrol() for name in PLAYERS.values()]
    for person in (gm, *players):
        make_admin(site, person)
        person.ask("PUT", "/account/profile", {"about": LINE, **dict.fromkeys(SHOWN, True)})
    return [gm, *players]


def play(gm: Person, players: list[Person]) -> str:
    """A game of all of them after its first phase; its id."""
    wish = {"title": TITLE, "variant": "standard", "terms": {"clock": CLOCK}}
    game = str(gm.ask("POST", "/games", wish)["id"])
    for person in (gm, *players):
        person.game = game
    for power, person in zip(PLAYERS, players, strict=True):
        person.ask("POST", f"/games/{game}/join", {"role": "player", "power": power})
    gm.ask("POST", f"/games/{game}/start", {"bots": "easy"})
    judge(gm)
    return game


def write(gm: Person, players: list[Person]) -> None:
    """Letters to some and to all, a note of the game master, a proposal; somebody is reported and blocked."""
    for power, person in zip(PLAYERS, players, strict=True):
        for to in ("all", [other for other in PLAYERS if other != power]):
            person.ask("POST", f"/games/{gm.game}/press", {"to": to, "text": LINE})
    gm.ask("POST", f"/games/{gm.game}/gm/acts", {"act": "extend", "hours": 5, "note": LINE})
    players[0].ask("POST", f"/games/{gm.game}/votes", {"places": []})
    for other in players[1:]:
        gm.ask("POST", "/reports", {"cause": "abuse", "text": LINE, "name": other.name})
        gm.ask("PUT", f"/people/{quote(other.name)}/block")


def finish(gm: Person, players: list[Person]) -> str:
    """Another game, that is over and is to be played again; its id."""
    game = play(gm, players)
    services = make_services(make_settings(gm.site.folder, public_url=gm.site.url))
    end_game(services, game, PLAYERS)
    services.close()
    players[0].ask("POST", f"/games/{game}/rematch", {})
    return game


def list_wide(person: Person, addresses: dict[str, str]) -> Iterator[str]:
    """Pages that are too wide for a phone, or cut words off."""
    for name, address in addresses.items():
        person.page.set_viewport_size(PHONE)
        person.open(address)
        await_rest(person)
        yield from (f"{name} ({address}): {found}" for found in check_fit(person.page, f"long-{name_of(name)}"))


def test_no_page_scrolls_sideways_however_long_names_are(table: list[Person]) -> None:
    gm, *players = table
    over = finish(gm, players)
    play(gm, players)
    write(gm, players)
    addresses = make_addresses(gm)
    addresses |= {f"person {power}": f"/people/{quote(name)}" for power, name in PLAYERS.items()}
    ended = {f"over {page}": f"/g/{over}/{page}" for page in ("end", "statistics", "results", "press", "log")}
    wide = [
        *list_wide(gm, addresses),
        *list_wide(players[0], {**ended, "games": "/games", "open": "/games?scope=open"}),
    ]
    rooms = [f"/g/{gm.game}/press/{room['id']}" for room in players[0].ask_game("press")["rooms"]]
    wide += list_wide(players[0], {"account": "/account", "board": f"/g/{gm.game}", **{room: room for room in rooms}})
    gm.open("/games").press("Menu").sees("Run a game")
    menu = gm.page.get_by_role("region", name="Menu")
    wide += ["the menu"] * menu.evaluate("one => one.scrollWidth > one.clientWidth")
    assert not wide, "\n".join(wide)
