"""What the board of the page is told beyond the judge's own answer."""

from dataclasses import replace

import pytest

from legation.board import DislodgedUnit, LocationId, PowerId, SpaceId, Unit, UnitKind
from legation.game import GameState
from legation.judge import BombMark
from legation.library import Game
from legation.server.game.order_lines import describe_outcomes
from legation.server.results import scene as scene_module
from legation.server.results.scene import describe_marks, describe_scene
from tests.carriage import put_aboard
from tests.server.kit import Server
from tests.server.people import make_match

FRANCE, GERMANY = PowerId("FRANCE"), PowerId("GERMANY")


def army(power: PowerId, place: str) -> Unit:
    return Unit(power, UnitKind.ARMY, LocationId(place))


def drive_out(game: Game) -> GameState:
    """France is driven out of Burgundy while it supports Marseilles."""
    units = [army(FRANCE, "BUR"), army(FRANCE, "MAR"), army(GERMANY, "MUN"), army(GERMANY, "RUH")]
    position = game.state.position._replace(units={unit.key: unit for unit in units})
    return replace(game.state, position=position)


def test_the_page_is_told_what_became_of_the_order_of_a_unit_that_was_driven_out() -> None:
    game = Game.new("standard")
    game = Game(game.variant, game.rulebook, drive_out(game))
    game.set_orders("FRANCE", ["A BUR S A MAR", "A MAR H"])
    game.set_orders("GERMANY", ["A MUN - BUR", "A RUH S A MUN - BUR"])
    record = game.advance()
    lines = {line.order: line for line in describe_outcomes(game.variant.board, record, game.rulebook)}
    lost = lines["A BUR S A MAR"]
    assert (lost.result, lost.order_result) == ("dislodged", "cut")
    assert lines["A MAR H"].order_result is None


def test_the_page_is_told_whose_army_is_aboard_a_ship_that_was_driven_out() -> None:
    game = Game.new("colonial-variant")
    power = next(iter(game.variant.powers))
    sea = next(code for code, space in game.variant.board.spaces.items() if space.terrain == "sea")
    ship = Unit(power, UnitKind.TRANSPORT, LocationId(sea))
    gone = (DislodgedUnit(ship, cargo=put_aboard(army(power, sea))), DislodgedUnit(ship))
    state = replace(game.state, position=game.state.position._replace(dislodged=gone))
    scene = describe_scene(game.variant, game.rulebook, state, {}, [])
    assert [found["aboard"] for found in scene.dislodged] == [power, None]


def test_bombs_of_two_units_in_one_space_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("standard", None, modules=("gigaton-bomb",))
    space = SpaceId("PAR")
    monkeypatch.setattr(
        scene_module, "list_marks", lambda *_: (BombMark(space, FRANCE, 2), BombMark(space, GERMANY, 1))
    )
    assert describe_marks(game.variant, game.state.position, game.rulebook)[space].bombs == 3


def test_a_judged_phase_is_shown_before_or_after_it(server: Server) -> None:
    match = make_match(server)
    france = match.players["FRANCE"]
    match.order("FRANCE", ["A PAR - BUR"])
    match.judge()
    told = {moment: match.get(france, "scene", phase="S1901M", moment=moment) for moment in ("before", "after")}
    assert match.get(france, "scene", phase="S1901M") == told["before"]
    assert "A PAR" in told["before"]["units"]["FRANCE"]
    assert "A BUR" in told["after"]["units"]["FRANCE"]
    assert told["after"]["influence"]["BUR"] == "FRANCE"
    assert "BUR" not in told["before"]["influence"]
    for one in told.values():
        assert (one["phase"], one["title"]) == ("S1901M", "Spring 1901, orders")
        assert "A PAR - BUR" in [line["order"] for line in one["orders"]]
