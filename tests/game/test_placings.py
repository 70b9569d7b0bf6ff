"""The final places of all powers."""

from dataclasses import replace

import pytest

from legation.board import PowerId
from legation.game import Change, Ending, GameState, SetOwner, TakeUnit, list_fallen, number_places, rank_powers
from legation.library import Game
from legation.render.words import word_ending, word_placings
from tests.game.voting import COLONIA_VII, FRANCE, RUSSIA, SPAIN, share_out

CHINA, ENGLAND, OTTOMAN = map(PowerId, ("CHINA", "ENGLAND", "OTTOMAN"))


def ended(*places: tuple[PowerId, ...]) -> GameState:
    """France 20, Spain and Russia 10, England 5; the others are out."""
    state = share_out(COLONIA_VII, {"FRANCE": 20, "SPAIN": 10, "RUSSIA": 10, "ENGLAND": 5})
    kind = "victory" if len(places[0]) == 1 else "draw"
    position = state.position._replace(units={})
    return replace(state, position=position, ending=Ending(kind, places[0], state.phase, by_vote=True, places=places))


FALLEN = {CHINA: 1755, OTTOMAN: 1757, **dict.fromkeys(map(PowerId, ("AUSTRIA", "NETHERLANDS", "PORTUGAL")), 1753)}


@pytest.mark.clause("C7-9j")
def test_voted_places_come_first_then_survivors_by_centres_then_the_fallen_the_last_first() -> None:
    ranked = rank_powers(COLONIA_VII, ended((SPAIN,), (ENGLAND,)), COLONIA_VII.rulebook, FALLEN)
    assert ranked == (
        (SPAIN,),
        (ENGLAND,),
        (FRANCE,),
        (RUSSIA,),
        (OTTOMAN,),
        (CHINA,),
        ("AUSTRIA", "NETHERLANDS", "PORTUGAL"),
    )


@pytest.mark.clause("C7-9j")
def test_survivors_with_as_many_centres_share_their_place_and_the_next_number_is_left_out() -> None:
    ranked = rank_powers(COLONIA_VII, ended((FRANCE,)), COLONIA_VII.rulebook, FALLEN)
    assert ranked[1] == (RUSSIA, SPAIN)
    assert [number for number, _ in number_places(ranked)] == [1, 2, 4, 5, 6, 7]
    assert word_placings(COLONIA_VII, ranked) == (
        "Final places: 1 France; 2 Russia and Spain; 4 England; 5 Ottoman Empire; 6 China; "
        "7 Austria, Netherlands and Portugal."
    )


@pytest.mark.clause("C7-9j")
def test_a_fallen_power_that_was_voted_a_place_has_it() -> None:
    ranked = rank_powers(COLONIA_VII, ended((FRANCE,), (CHINA,)), COLONIA_VII.rulebook, FALLEN)
    assert ranked[:2] == ((FRANCE,), (CHINA,))
    assert sum(CHINA in group for group in ranked) == 1


@pytest.mark.clause("C7-9j")
def test_the_ending_names_all_places_that_were_voted() -> None:
    conceded, drawn = ended((RUSSIA,), (CHINA, OTTOMAN)).ending, ended((FRANCE, SPAIN), (ENGLAND,)).ending
    assert conceded is not None
    assert drawn is not None
    assert word_ending(COLONIA_VII, conceded) == "Russia wins; China and Ottoman Empire draw second place."
    assert word_ending(COLONIA_VII, drawn) == "France and Spain draw first place; England takes second place."


def test_who_was_out_and_came_back_has_not_fallen() -> None:
    both, one = frozenset({FRANCE, SPAIN}), frozenset({FRANCE})
    assert list_fallen([(1751, both), (1752, one), (1752, both)]) == {}
    assert list_fallen([(1751, both), (1752, one), (1753, one)]) == {SPAIN: 1752}


def test_a_victory_on_the_board_places_everybody() -> None:
    game = Game.new()
    for power in ("TURKEY", "ITALY"):
        changes: list[Change] = [
            *(TakeUnit(unit) for unit in game.state.position.units_of(PowerId(power))),
            *(SetOwner(space) for space in game.state.position.centres_of(PowerId(power))),
        ]
        game.correct(changes, "gone")
        game.advance()
        game.advance()
    centres = [space.id for space in game.variant.board.spaces.values() if space.centre]
    free = [space for space in centres if space not in game.state.position.owners]
    taken = [SetOwner(space, PowerId("FRANCE")) for space in free]
    taken += [SetOwner(space, PowerId("FRANCE")) for space in game.state.position.centres_of(PowerId("GERMANY"))[:2]]
    game.correct(taken, "so many")
    while game.state.ending is None:
        game.advance()
    assert game.state.ending.kind == "victory"
    assert game.places[0] == ("FRANCE",)
    assert game.places[-2:] == (("ITALY",), ("TURKEY",))
    assert sorted(power for group in game.places for power in group) == sorted(game.variant.powers)
