"""When bots share a draw."""

from dataclasses import replace

import pytest

from legation.board import Position, PowerId, SpaceId
from legation.bots import wants, wants_draw
from legation.game import GameState, Proposal, start_state
from legation.variants import load_variant

STANDARD = load_variant("standard")
CENTRES = [space.id for space in STANDARD.board.spaces.values() if space.centre.is_counted]


def share(**counts: int) -> GameState:
    """A state in which powers own so many centres."""
    owners: dict[SpaceId, PowerId] = {}
    left = list(CENTRES)
    for power, count in counts.items():
        owners |= {left.pop(): PowerId(power) for _ in range(count)}
    return replace(start_state(STANDARD), position=Position(owners=owners))


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ({"FRANCE": 3, "GERMANY": 3, "ITALY": 3}, False),  # everybody still hopes
        ({"FRANCE": 9, "GERMANY": 4}, True),  # the other is far ahead
        ({"FRANCE": 9, "GERMANY": 8}, False),
        ({"FRANCE": 4, "GERMANY": 9}, False),  # it leads itself
        ({"FRANCE": 15, "GERMANY": 13}, True),  # the other is about to win
    ],
)
def test_germany_shares_a_draw_when_it_does_not_expect_to_win(counts: dict[str, int], wanted: bool) -> None:
    state = share(**counts)
    assert wants_draw(STANDARD, STANDARD.rulebook, state, PowerId("GERMANY")) is wanted
    draw = Proposal(state.phase, 1, PowerId("ITALY"))
    germany = PowerId("GERMANY")
    assert wants(STANDARD, STANDARD.rulebook, state, germany, draw, is_quiet=False) is wanted
    assert wants(STANDARD, STANDARD.rulebook, state, germany, draw, is_quiet=True)
    without = Proposal(state.phase, 1, PowerId("ITALY"), ((PowerId("FRANCE"), PowerId("ITALY")),))
    assert not wants(STANDARD, STANDARD.rulebook, state, germany, without, is_quiet=True)
