from dataclasses import replace

from legation.board import LocationId, Position, PowerId, SpaceId, Unit, UnitKind, make_units
from legation.game import (
    GameState,
    PhaseKind,
    Season,
    advance,
    choose_rulebook,
    list_due,
    parse_phase,
    start_state,
)
from legation.judge import RuleModule, Winners, list_adjustments
from legation.library import Game
from legation.orders import ClauseId, format_order, read_submissions
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


def test_a_winter_with_builds_due_but_no_open_site_is_passed_over() -> None:
    # Germany has four centres and three units, and a unit in each of its home centres.
    units = {"GERMANY": ["A BER", "A MUN", "F KIE"]}
    state = state_of("F1932M", units, {"GERMANY": ["BER", "MUN", "KIE", "DEN"]})
    assert str(advance(STANDARD, state, []).after.phase) == "S1933M"
    lost = state_of("F1932M", {"GERMANY": ["A DEN"]}, {"GERMANY": ["DEN", "SWE"], "RUSSIA": ["BER", "MUN", "KIE"]})
    lost = replace(lost, position=lost.position._replace(in_disorder=frozenset({PowerId("RUSSIA")})))
    assert str(advance(STANDARD, lost, []).after.phase) == "S1933M"


def test_a_winter_stays_for_those_who_can_act_and_the_others_are_not_waited_for() -> None:
    units = {"GERMANY": ["A BER", "A MUN", "F KIE"], "ITALY": ["A ROM", "A TUS"]}
    state = state_of("F1932M", units, {"GERMANY": ["BER", "MUN", "KIE", "DEN"], "ITALY": ["ROM"]})
    game = Game(STANDARD, STANDARD.rulebook, state)
    game.advance()
    assert game.phase == "W1932A"
    assert game.due == (ITALY,)


def test_a_winter_in_which_the_only_open_site_is_open_to_one_kind_stays() -> None:
    variant = load_variant("colonia-i")
    rules = choose_rulebook(variant, None, {"build_in": "owned"})  # no army may enter Tahiti, but fleets may
    homes = [space.id for space in variant.board.spaces.values() if FRANCE in space.powers]
    units = make_units([Unit(FRANCE, UnitKind.ARMY, LocationId(home)) for home in homes])
    owners = dict.fromkeys([*homes, SpaceId("TAH")], FRANCE)
    state = GameState(parse_phase("F1760M"), Position(units, owners))
    after = advance(variant, state, [], rules).after
    assert str(after.phase) == "W1760A"
    assert list_due(variant, after, rules) == (FRANCE,)
    builds = list_adjustments(variant.board, after.position, FRANCE, rules)
    assert [format_order(order) for order in builds] == ["F TAH B", "WAIVE"]


def test_a_winter_whose_only_open_site_lies_in_ruins_is_passed_over() -> None:
    game = Game.new("standard", modules=["gigaton-bomb"])
    ruined = {"gigaton-bomb": {"bombs": {}, "ruined": ["PAR"], "closed": {}}}
    position = make_position({"FRANCE": ["A MAR", "F BRE"]}, centres={"FRANCE": ["PAR", "MAR", "BRE"]})
    state = GameState(parse_phase("F1901M"), position._replace(memory=ruined))
    after = advance(STANDARD, state, [], game.rulebook).after
    assert str(after.phase) == "S1902M"
    assert str(advance(STANDARD, state, []).after.phase) == "W1901A"


def test_armies_that_must_be_raised_are_not_raised_in_ruins() -> None:
    rules = choose_rulebook(STANDARD, None, {"decline_builds": "no"}, ["gigaton-bomb"])
    ruined = {"gigaton-bomb": {"bombs": {}, "ruined": ["BRE"], "closed": {}}}
    position = make_position({"FRANCE": ["A BUR"]}, centres={"FRANCE": ["PAR", "BRE", "MAR"]})
    state = GameState(parse_phase("W1901A"), position._replace(memory=ruined))
    after = advance(STANDARD, state, [], rules).after
    assert sorted(after.position.units) == ["BUR", "MAR", "PAR"]


def test_a_winter_in_which_only_a_transport_fleet_can_be_built_stays() -> None:
    variant = load_variant("colonial-variant")
    home = GameState(parse_phase("F1901M"), variant.start)
    assert str(advance(variant, home, []).after.phase) == "S1902M"  # all have one due, and no home centre is vacant
    berenia = PowerId("BERENIA")
    sailed = read_submissions(variant.board, {berenia: ["F MC40 - PO31"]})
    after = advance(variant, home, sailed).after
    assert str(after.phase) == "W1901A"
    assert list_due(variant, after, variant.rulebook) == (berenia,)
    builds = list_adjustments(variant.board, after.position, berenia, variant.rulebook)
    assert [format_order(order) for order in builds] == ["TF MC40 B", "WAIVE"]


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
    state = replace(state, position=state.position._replace(in_disorder=frozenset({GERMANY})))
    orders = {FRANCE: ["A BUR - BEL", "A PIC S A BUR - BEL"]}
    record = advance(STANDARD, state, read_submissions(STANDARD.board, orders))
    assert record.after.phase.kind is PhaseKind.MOVES
    assert record.after.position.dislodged == ()
    assert [str(unit) for unit in record.destroyed] == ["A BEL"]


def test_a_rule_module_can_end_the_game() -> None:
    class FirstComer(RuleModule):
        def find_winners(self, board: object, position: object) -> Winners | None:
            return Winners((ITALY, FRANCE), ClauseId("X-1"))

    rules = replace(STANDARD.rulebook, modules=(FirstComer(),))
    state = state_of("F1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR"]})
    ending = advance(STANDARD, state, [], rules).after.ending
    assert ending is not None
    assert (ending.kind, ending.powers, ending.clause) == ("draw", (ITALY, FRANCE), "X-1")


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
