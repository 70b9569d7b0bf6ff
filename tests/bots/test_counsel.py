"""Hints on every board and in every kind of phase, and why a bot ordered what it did."""

import random

import pytest

from legation import list_variants
from legation.board import PowerId
from legation.bots import counsel, make_bot
from legation.bots.counsel import explain_choice, give_hint
from legation.bots.searching import Effort, SearchBot
from legation.game import start_state
from legation.variants import load_variant

QUICK = Effort(joint_moves=600, judged_one_by_one=100, replies=4, seconds=None)


@pytest.fixture
def searcher(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = SearchBot(QUICK)
    monkeypatch.setattr(counsel, "find_searcher", lambda level: bot)


@pytest.mark.usefixtures("searcher")
@pytest.mark.parametrize("variant", list_variants())
def test_every_board_has_hints(variant: str) -> None:
    played = load_variant(variant)
    state = start_state(played)
    power = next(iter(played.seats))
    hint = give_hint(played, played.rulebook, state, power, 1)
    assert len(hint.options) == 3
    assert len({frozenset(option.orders) for option in hint.options}) == 3
    own = {unit.key for unit in state.position.units_of(power)}
    assert set(hint.units) == own
    assert all(len(option.orders) == len(own) for option in hint.options)


def test_without_a_searcher_the_planner_gives_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counsel, "find_searcher", lambda level: None)
    played = load_variant("standard")
    hint = give_hint(played, played.rulebook, start_state(played), PowerId("FRANCE"), 1)
    assert 1 < len(hint.options) <= 3
    assert {option.orders[0] for option in hint.units["PAR"]}  # type: ignore[index]


@pytest.mark.usefixtures("searcher")
@pytest.mark.parametrize("level", ["easy", "steady", "strong", "master"])
def test_every_level_can_be_asked_what_it_thinks_of_its_orders(level: str) -> None:
    played = load_variant("standard")
    state, power = start_state(played), PowerId("AUSTRIA")
    orders = make_bot("steady").choose(played, played.rulebook, state, power, random.Random(7))
    found = explain_choice(level, played, played.rulebook, state, power, orders=orders)
    assert set(found.orders) == set(orders)
    assert found.worth > found.holding
