"""What the board of the page is told beyond the judge's own answer."""

from dataclasses import replace

import pytest

from legation.board import DislodgedUnit, LocationId, PowerId, SpaceId, Unit, UnitKind
from legation.game import GameState, read_changes
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


def count_spare(game: Game, power: str, *, put: tuple[str, ...] = (), centres: tuple[str, ...] = ()) -> int:
    """The builds that a scene tells of a power after changes to the position."""
    changes = read_changes(game.variant, game.state, game.rulebook, put=list(put), centres=list(centres))
    if changes:
        game.correct(changes, "to count")
    return describe_scene(game.variant, game.rulebook, game.state, {}, []).spare[PowerId(power)]


def test_the_page_is_told_how_many_units_a_power_could_build_or_must_remove() -> None:
    game = Game.new("standard")
    assert count_spare(game, "FRANCE") == 0
    assert count_spare(game, "FRANCE", centres=("BEL=FRANCE",)) == 1
    assert count_spare(game, "ENGLAND", centres=("LON=none", "EDI=none")) == -2
    game.set_disorder("FRANCE", True)
    assert count_spare(game, "FRANCE") == 0  # it builds nothing


def test_transport_fleets_need_no_centre() -> None:
    game = Game.new("colonial-variant")
    before = count_spare(game, "OCEANIA")
    assert count_spare(game, "OCEANIA", put=("OCEANIA TF PO7",)) == before
    assert count_spare(game, "OCEANIA", put=("OCEANIA F PO8",)) == before - 1


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
