"""Hints on every board and in every kind of phase, and why a bot ordered what it did."""

import random
from dataclasses import replace

import pytest

from legation import list_variants
from legation.board import DislodgedUnit, LocationId, Position, PowerId, Unit, UnitKind
from legation.bots import counsel, make_bot
from legation.bots.counsel import explain_choice, give_hint
from legation.bots.prospects import Hint
from legation.bots.searching import Effort, SearchBot
from legation.game import parse_phase, start_state
from legation.orders import Build, Disband, format_order
from legation.variants import load_variant
from tests.kit import make_position

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


def hint_for_france(phase: str, position: Position) -> Hint:
    played = load_variant("standard")
    state = replace(start_state(played), phase=parse_phase(phase), position=position)
    return give_hint(played, played.rulebook, state, PowerId("FRANCE"), 1)


def test_builds_and_removals_are_hinted_at() -> None:
    position = make_position({"FRANCE": ["A SPA"]}, centres={"FRANCE": ["PAR", "BRE", "SPA"]})
    hint = hint_for_france("W1901A", position)
    assert hint.options
    assert all(len(option.orders) == 2 for option in hint.options)
    assert all(isinstance(order, Build) for option in hint.options for order in option.orders)
    position = make_position({"FRANCE": ["A SPA", "A RUH"]}, centres={"FRANCE": ["SPA"]})
    removals = hint_for_france("W1901A", position).options[0].orders
    assert [type(order) for order in removals] == [Disband]


def test_a_retreat_that_takes_a_centre_is_hinted_at() -> None:
    army = Unit(PowerId("FRANCE"), UnitKind.ARMY, LocationId("BUR"))
    dislodged = DislodgedUnit(army, None, (LocationId("BEL"), LocationId("GAS")))
    position = make_position({"GERMANY": ["A BUR"]}, centres={"GERMANY": ["BEL"]})._replace(dislodged=(dislodged,))
    (option,) = hint_for_france("F1901R", position).options
    assert [format_order(order) for order in option.orders] == ["A BUR R BEL"]
    assert option.gains == (("BEL", 1.0, "GERMANY"),)
    italian = DislodgedUnit(Unit(PowerId("ITALY"), UnitKind.ARMY, LocationId("RUH")), None, (LocationId("BEL"),))
    (option,) = hint_for_france("F1901R", position._replace(dislodged=(dislodged, italian))).options
    assert option.gains == (("BEL", 0.5, "GERMANY"),)  # both would be disbanded


@pytest.mark.usefixtures("searcher")
@pytest.mark.parametrize("level", ["easy", "steady", "strong", "master"])
def test_every_level_can_be_asked_what_it_thinks_of_its_orders(level: str) -> None:
    played = load_variant("standard")
    state, power = start_state(played), PowerId("AUSTRIA")
    orders = make_bot("steady").choose(played, played.rulebook, state, power, random.Random(7))
    found = explain_choice(level, played, played.rulebook, state, power, orders=orders)
    assert set(found.orders) == set(orders)
    assert found.worth > found.holding
