from dataclasses import replace

from legation.board import PowerId, SpaceId
from legation.game import Game, GameState, PhaseKind, Season, advance, parse_phase, start_state
from legation.judge import RuleModule
from legation.orders import read_submissions
from legation.variants import load_variant
from tests.kit import make_position

STANDARD = load_variant("standard")
FRANCE, GERMANY, ITALY = PowerId("FRANCE"), PowerId("GERMANY"), PowerId("ITALY")


def state_of(phase: str, units: dict[str, list[str]], centres: dict[str, list[str]] | None = None) -> GameState:
    return GameState(parse_phase(phase), make_position(units, centres=centres or {}))


def test_the_first_spring_has_everybody_in_place() -> None:
    state = start_state(STANDARD)
    assert str(state.phase) == "S1901M"
    assert len(state.position.units) == 22
    assert len(state.position.owners) == 22


def test_spring_occupation_changes_no_owner() -> None:
    state = state_of("S1901M", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR"]})
    after = advance(STANDARD, state, read_submissions(STANDARD.board, {FRANCE: ["A BUR - BEL"]})).after
    assert after.position.units_of(FRANCE)[0].location == "BEL"
    assert SpaceId("BEL") not in after.position.owners


def test_a_centre_changes_hands_when_fall_is_over() -> None:
    state = state_of("F1901M", {"FRANCE": ["A BUR"]}, {"FRANCE": ["PAR"]})
    after = advance(STANDARD, state, read_submissions(STANDARD.board, {FRANCE: ["A BUR - BEL"]})).after
    assert str(after.phase) == "W1901A"
    assert after.position.owners[SpaceId("BEL")] == FRANCE


def test_ownership_waits_for_fall_retreats() -> None:
    units = {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]}
    state = state_of("F1901M", units, {"FRANCE": ["PAR", "BRE"], "GERMANY": ["BEL"]})
    orders = {FRANCE: ["A BUR - BEL", "A PIC S A BUR - BEL"]}
    first = advance(STANDARD, state, read_submissions(STANDARD.board, orders)).after
    assert str(first.phase) == "F1901R"
    assert first.position.owners[SpaceId("BEL")] == GERMANY
    second = advance(STANDARD, first, read_submissions(STANDARD.board, {GERMANY: ["A BEL R HOL"]})).after
    assert second.position.owners[SpaceId("BEL")] == FRANCE
    assert second.position.owners[SpaceId("HOL")] == GERMANY


def test_a_winter_with_nothing_to_do_is_passed_over() -> None:
    state = state_of("F1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    assert str(advance(STANDARD, state, []).after.phase) == "S1902M"


def test_stand_offs_of_one_season_bar_no_retreat_in_the_next() -> None:
    state = state_of("S1901M", {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]})
    orders = {FRANCE: ["A PAR - BUR"], GERMANY: ["A MUN - BUR"]}
    after = advance(STANDARD, state, read_submissions(STANDARD.board, orders)).after
    assert after.position.contested == frozenset()


def test_eighteen_centres_win_in_fall() -> None:
    others = [str(space.id) for space in STANDARD.board.spaces.values() if space.centre and space.id != "BEL"]
    state = state_of("F1910M", {"FRANCE": ["A BUR"]}, {"FRANCE": others[:17], "ITALY": others[17:]})
    record = advance(STANDARD, state, read_submissions(STANDARD.board, {FRANCE: ["A BUR - BEL"]}))
    assert record.after.ending is not None
    assert record.after.ending.kind == "victory"
    assert record.after.ending.powers == (FRANCE,)


def test_seventeen_centres_do_not_win() -> None:
    centres = [str(space.id) for space in STANDARD.board.spaces.values() if space.centre][:17]
    state = state_of("F1910M", {"FRANCE": ["A RUH"]}, {"FRANCE": centres})
    assert advance(STANDARD, state, []).after.ending is None


def test_a_dislodged_unit_of_a_power_in_disorder_disbands() -> None:
    units = {"FRANCE": ["A BUR", "A PIC"], "GERMANY": ["A BEL"]}
    state = state_of("S1901M", units)
    state = replace(state, position=replace(state.position, in_disorder=frozenset({GERMANY})))
    orders = {FRANCE: ["A BUR - BEL", "A PIC S A BUR - BEL"]}
    record = advance(STANDARD, state, read_submissions(STANDARD.board, orders))
    assert record.after.phase.kind is PhaseKind.MOVES
    assert record.after.position.dislodged == ()
    assert [str(unit) for unit in record.destroyed] == ["A BEL"]


def test_a_rule_module_can_end_the_game() -> None:
    class FirstComer(RuleModule):
        def find_winners(self, board: object, position: object) -> tuple[PowerId, ...]:
            return (ITALY, FRANCE)

    rules = replace(STANDARD.rulebook, modules=(FirstComer(),))
    state = state_of("F1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    ending = advance(STANDARD, state, [], rules).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("draw", (ITALY, FRANCE))


def test_a_whole_year_by_the_library() -> None:
    game = Game.new("standard")
    game.set_orders("France", ["A PAR - BUR", "F BRE - MAO"])
    game.advance()
    game.set_orders("FRANCE", ["A BUR - BEL", "F MAO - POR"])
    game.advance()
    assert game.phase == "W1901A"
    assert "POR" in game.centres[FRANCE]
    game.set_orders("FRANCE", ["F BRE B", "A PAR B", "A MAR B"])
    record = game.advance()
    assert [str(rejection.fault) for rejection in record.rejections] == ["site_occupied"]
    assert game.units[FRANCE] == ["A BEL", "F BRE", "A MAR", "A PAR", "F POR"]
    assert game.state.phase.season is Season.SPRING
