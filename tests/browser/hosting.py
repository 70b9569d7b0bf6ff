"""Games that are set up behind the pages, for tests that begin in the middle of one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from legation.board import PowerId, Unit
from legation.game import dump, parse_phase, write_state
from legation.server import make_services
from legation.server.game.loaded_game import load_game
from legation.server.game.plans import drop_bot_plans
from legation.server.game.storage import change_game
from tests.browser.acts import Person
from tests.browser.site import Site
from tests.server.kit import make_settings

CLOCK = {"kind": "duration", "hours": 24, "first_hours": 0, "retreat_hours": 24, "adjustment_hours": 24}


def host_game(
    site: Site,
    people: Mapping[str, Person],
    *,
    variant: str = "standard",
    terms: Mapping[str, Any] | None = None,
    modules: Sequence[str] = (),
    start: bool = True,
) -> Person:
    """A running game: a game master at a desktop, people by their power, easy bots in the other seats."""
    gm = Person.arrive(site, "Gisela").enrol()
    wish: dict[str, Any] = {"title": "The Long Peace", "variant": variant, "modules": list(modules)}
    wish["terms"] = {"clock": CLOCK, **(terms or {})}
    gm.game = gm.ask("POST", "/games", wish)["id"]
    for power, person in people.items():
        person.enrol().game = gm.game
        person.ask("POST", f"/games/{gm.game}/join", {"role": "player", "power": power})
    if start:
        gm.ask("POST", f"/games/{gm.game}/start", {"bots": "easy"})
    return gm


def judge(gm: Person) -> str:
    """Have the phase judged now, as soon as its bots have ordered; gives the phase that follows."""
    turn = gm.ask_game()["turn"]
    gm.ask("POST", f"/games/{gm.game}/gm/acts", {"act": "advance", "note": "All are in."})
    gm.await_turn(turn + 1)
    phase: str = gm.ask_game()["phase"]
    return phase


def judge_until(gm: Person, phase: str) -> None:
    """Have phases judged until one comes; retreats of bots may come between."""
    for _ in range(9):
        if judge(gm) == phase:
            return
    raise AssertionError(f"{phase} does not come; it is {gm.ask_game()['phase']}")


def bring_near_victory(person: Person, power: str, phase: str) -> None:
    """Let a game stand in a Fall in which one power has nearly all centres, and everybody else a single unit."""
    services = make_services(make_settings(person.site.folder, public_url=person.site.url))
    with services.store.write() as connection:
        game = load_game(connection, services, person.game)
        board, position = game.variant.board, game.state.position
        first: dict[PowerId, Unit] = {}
        for unit in position.units.values():
            first.setdefault(unit.power, unit)
        owners = {space.id: PowerId(power) for space in board.spaces.values() if space.centre.is_counted}
        owners |= {unit.space: other for other, unit in first.items()}
        units = {unit.key: unit for unit in position.units.values() if unit.power == power or first[unit.power] == unit}
        now = position._replace(units=units, owners=owners)
        state = replace(game.state, phase=parse_phase(phase), position=now)
        version = game.row.version + 1
        change_game(connection, game.id, state=dump(write_state(state)), phase=phase, version=version)
        for other in game.variant.powers:
            drop_bot_plans(connection, game.id, game.row.turn, other)
    services.close()
