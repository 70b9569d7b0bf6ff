"""Games that are set up behind the pages, for tests that begin in the middle of one."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.browser.acts import Person
from tests.browser.site import Site

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
