"""The final places of all powers."""

from collections.abc import Iterable, Mapping

from legation.board import PowerId
from legation.game.history import History
from legation.game.state import GameState, Places, list_survivors
from legation.judge import Rulebook, count_centres
from legation.variants import Variant


def rank_places(variant: Variant, history: History, rulebook: Rulebook) -> Places:
    """The current or final places of all powers."""
    alive = [list_survivors(variant.board, history.setup.start.position)]
    alive += [list_survivors(variant.board, record.after.position) for record in history.records]
    years = [history.setup.start.phase.year, *(record.phase.year for record in history.records)]
    fallen = list_fallen(zip(years, alive, strict=True))
    return rank_powers(variant, history.state, rulebook, fallen)


def list_fallen(alive: Iterable[tuple[int, frozenset[PowerId]]]) -> dict[PowerId, int]:
    """The year in which each eliminated power fell, from the powers alive after each phase."""
    fallen: dict[PowerId, int] = {}
    before: frozenset[PowerId] = frozenset()
    for year, now in alive:
        fallen |= dict.fromkeys(before - now, year)
        for power in now & fallen.keys():
            del fallen[power]
        before = now
    return fallen


def rank_powers(variant: Variant, state: GameState, rulebook: Rulebook, fallen: Mapping[PowerId, int]) -> Places:
    """Groups of powers from the first place down; powers in one group share their place.

    First the places that were won or voted; then the powers still in the game, by their centres; then the fallen, the
    last to fall first.
    """
    ending = state.ending
    places = list(ending.places or (ending.powers,)) if ending else []
    named = {power for group in places for power in group}
    alive = list_survivors(variant.board, state.position)
    keys = {
        power: (1, count_centres(variant.board, state.position, power, rulebook))
        if power in alive
        else (0, fallen.get(power, 0))
        for power in variant.seats
        if power not in named
    }
    for key in sorted(set(keys.values()), reverse=True):
        places.append(tuple(sorted(power for power, own in keys.items() if own == key)))
    return tuple(places)


def number_places(places: Places) -> tuple[tuple[int, tuple[PowerId, ...]], ...]:
    """The places with their numbers: after two powers that share the second place comes the fourth."""
    numbered, number = [], 1
    for group in places:
        numbered.append((number, group))
        number += len(group)
    return tuple(numbered)
