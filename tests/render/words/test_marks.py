"""What rules remember is told everywhere, from the first phase on."""

import pytest

from legation.board import LocationId, Position, PowerId, SpaceId
from legation.contract import read_request
from legation.game import read_state, write_state
from legation.judge import BombMark, ClosedSeaMark, ColonyMark, RuinMark, list_goals, list_marks
from legation.library import Game
from legation.render.words import (
    describe_space,
    draw_theatres,
    list_disruption_events,
    report_game,
    word_goals,
    word_mark,
    write_text,
)

OCEANIA = PowerId("OCEANIA")


def test_starting_colonies_are_marked_in_the_first_phase() -> None:
    game = Game.new("colonial-variant")
    marks = list_marks(game.variant.board, game.state.position, game.rulebook)
    assert [(mark.space, mark.age) for mark in marks if isinstance(mark, ColonyMark)] == [
        ("CP2", 1), ("NA4", 1), ("NA7", 1), ("SA11", 1), ("SA6", 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("held", "age", "words"),
    [
        (0, 0, "held for less than a year: it does not count yet."),
        (0, 2, "taken over without a battle less than a year ago: it does not count yet. 2 of 3 years to permanence."),
        (1, 1, "it counts. 1 of 3 years to permanence."),
        (0, 3, "Permanent colony of Oceania: it counts and can no longer be disrupted."),
    ],
)
def test_a_colony_says_its_years_and_whether_it_counts(held: int, age: int, words: str) -> None:
    game = Game.new("colonial-variant")
    clocks = {"colonial_centres": {"NA14": {"held": held, "age": age}}}
    position = Position(owners={SpaceId("NA14"): OCEANIA}, memory=clocks)
    (mark,) = list_marks(game.variant.board, position, game.rulebook)
    assert word_mark(game.variant, mark).endswith(words)


def test_the_way_to_victory_is_counted_by_the_powers_own_condition() -> None:
    game = Game.new("colonial-variant")
    assert word_goals(game.variant, game.rulebook, game.state.position, OCEANIA) == "3 of 5 permanent, 1 of 8 colonial"
    standard = Game.new()
    assert list_goals(standard.variant.board, standard.state.position, PowerId("FRANCE"), standard.rulebook) == ()


def test_the_report_says_what_was_disrupted_by_which_clause_and_how_far_everybody_is() -> None:
    game = Game.new("colonial-variant")
    game.set_orders("OCEANIA", ["A NA7 - NA6"])
    game.advance()
    game.set_orders("OCEANIA", ["A NA6 - NA7", "F BI2 - PO7"])
    record = game.advance()
    assert list(list_disruption_events(game.variant, game.rulebook, record)) == []
    report = write_text(report_game(game.variant, game.view()))
    assert "To win: 3 of 5 permanent, 1 of 8 colonial" in report
    assert "NA7 New Aldermere: Colony of Oceania: it counts. 2 of 3 years to permanence." in report


def test_a_stand_off_in_spring_is_told_with_its_clause() -> None:
    game = Game.new("colonial-variant")
    game.set_orders("OCEANIA", ["A NA7 - NA6", "F BI2 - PO7"])
    game.advance()
    game.advance()
    if str(game.state.phase).startswith("W"):
        game.advance()
    game.set_orders("OCEANIA", ["F PO7 - NA7", "A NA6 - NA7"])
    record = game.advance()
    (event,) = list_disruption_events(game.variant, game.rulebook, record)
    assert event.text == "New Aldermere was fought over and no longer has an owner; it was a colony of Oceania (CV-6a)."
    assert event.clause == "CV-6a"
    assert event.text in write_text(report_game(game.variant, game.view(), str(record.phase)))


@pytest.mark.clause("CV-6c")
@pytest.mark.parametrize(
    ("winner", "told"),
    [
        ("OCEANIA", "New Aldermere was fought over; Oceania has it still, but its years begin anew (CV-6b)."),
        (
            "UNION",
            "New Aldermere was fought over; it was a colony of Oceania. Now Union has it, and its years begin anew "
            "(CV-6b).",
        ),
    ],
)
def test_a_colony_that_has_an_owner_again_after_fall_is_not_told_to_have_none(winner: str, told: str) -> None:
    request = read_request(
        {
            "variant": "colonial-variant",
            "phase": "F3M",
            "units": {winner: ["A NA6", "F PO7"], "KHOUFAX": ["A NA10"]},
            "centres": {"OCEANIA": ["NA7"]},
            "memory": {"colonial_centres": {"NA7": {"held": 2, "age": 2}}},
        }
    )
    game = Game(request.variant, request.rulebook, request.state)
    game.set_orders(winner, ["A NA6 - NA7", "F PO7 S A NA6 - NA7"])
    game.set_orders("KHOUFAX", ["A NA10 - NA7"])
    record = game.advance()
    assert game.centres[PowerId(winner)] == ["NA7"]
    assert [event.text for event in list_disruption_events(game.variant, game.rulebook, record)] == [told]


def test_bombs_ruins_and_closed_seas_are_listed_and_ruins_are_not_free() -> None:
    game = Game.new(modules=["gigaton-bomb"])
    board = game.variant.board
    marks = list_marks(board, game.state.position, game.rulebook)
    assert BombMark(SpaceId("PAR"), PowerId("FRANCE"), 1) in marks
    game.set_orders("FRANCE", ["BOMB PAR - MOS", "BOMB MAR - ENG"])
    game.advance()
    marks = list_marks(board, game.state.position, game.rulebook)
    assert {RuinMark(SpaceId("MOS")), ClosedSeaMark(SpaceId("ENG"), 2)} <= set(marks)
    report = write_text(report_game(game.variant, game.view()))
    assert "MOS Moscow: Struck by a bomb: destroyed, and closed to all units." in report
    assert "ENG English Channel: Struck by a bomb: closed for 2 more movement phases." in report
    free = next(line for line in report.splitlines() if line.strip().startswith("free"))
    assert "MOS" not in free
    assert "1 bomb of France." in describe_space(game.variant, game.facts("BRE"))


def test_bombs_belong_to_the_unit_that_retreats_onto_them() -> None:
    game = Game.new(modules=["gigaton-bomb"])
    memory = {"gigaton-bomb": {"bombs": {"LON": {"owner": "ENGLAND", "count": 2}}, "ruined": [], "closed": {}}}
    army = game.state.position.units[SpaceId("PAR")]._replace(location=LocationId("LON"))
    position = Position({SpaceId("LON"): army}, memory=memory)
    assert list_marks(game.variant.board, position, game.rulebook) == (BombMark(SpaceId("LON"), army.power, 2),)


def test_a_big_board_and_one_space_show_armies_aboard() -> None:
    game = Game.new("colonial-variant")
    game.set_orders("OCEANIA", ["F BI2 - PO7"])
    game.advance()
    game.set_orders("OCEANIA", ["F PO7 E A NA7", "A NA7 - PO7"])
    game.advance()
    told = draw_theatres(game.variant, game.rulebook, game.state, power=OCEANIA)
    assert "OCEANIA A PO7 is aboard the OCEANIA ship F PO7" in told
    assert "To win: 3 of 5 permanent" in told
    assert "Oceania has A PO7 aboard it." in describe_space(game.variant, game.facts("PO7"))
    assert read_state(write_state(game.state)) == game.state


def test_a_centre_that_a_bomb_destroyed_is_told_once_and_not_as_lost() -> None:
    game = Game.new("standard", modules=["gigaton-bomb"])
    game.set_orders("FRANCE", ["BOMB PAR - MOS", "BOMB BRE - BEL"])
    game.advance()
    report = write_text(report_game(game.variant, game.view(), "S1901M"))
    assert "The centre in Moscow is destroyed and no longer counts (GB-3a)." in report
    assert "The centre in Belgium is destroyed and no longer counts (GB-3a)." in report
    assert "MOS no longer has an owner." not in report
    game.set_orders("FRANCE", ["BOMB MAR - MOS"])
    game.advance()
    assert "The centre in Moscow" not in write_text(report_game(game.variant, game.view(), "F1901M"))
