"""What a planner does in small positions, and how it weighs things."""

import random
from collections.abc import Callable

import pytest

from legation.board import LocationId, PowerId, SpaceId
from legation.bots.changes import Orders, list_changes
from legation.bots.draft import Draft
from legation.bots.odds import Odds
from legation.bots.planner_bot import PlannerBot, plan_moves
from legation.bots.scales import Scales
from legation.bots.surroundings import Surroundings
from legation.bots.survey import Survey
from legation.bots.values import Values
from legation.game import GameState, parse_phase
from legation.orders import Hold, Move, MovementOrder, Piece, SupportHold, SupportMove, format_order, piece_of
from legation.variants import load_variant
from tests.kit import Letters, make_position

VARIANT = load_variant("standard")


def make_survey(units: Letters, centres: Letters) -> Survey:
    return Survey(VARIANT, VARIANT.rulebook, make_position(units, centres=centres))


def choose(units: Letters, centres: Letters, power: str, phase: str = "F1901M", seed: int = 1) -> set[str]:
    state = GameState(parse_phase(phase), make_position(units, centres=centres))
    orders = PlannerBot().choose(VARIANT, VARIANT.rulebook, state, PowerId(power), random.Random(seed))
    return {format_order(order) for order in orders}


def all_but(power: str, *left: str) -> Letters:
    """The power owns every centre but some."""
    return {power: [space.id for space in VARIANT.board.spaces.values() if space.centre and space.id not in left]}


@pytest.mark.parametrize("seed", range(5))
def test_a_free_centre_is_taken_for_certain(seed: int) -> None:
    assert choose({"FRANCE": ["A PIC"]}, all_but("FRANCE", "BEL"), "FRANCE", seed=seed) == {"A PIC - BEL"}


def test_two_units_drive_out_one_that_stands_alone() -> None:
    units = {"FRANCE": ["A PIC", "A BUR"], "ENGLAND": ["F BEL"]}
    centres = {**all_but("FRANCE", "BEL"), "ENGLAND": ["BEL"]}
    together = [{"A PIC S A BUR - BEL", "A BUR - BEL"}, {"A BUR S A PIC - BEL", "A PIC - BEL"}]
    found = [choose(units, centres, "FRANCE", seed=seed) for seed in range(6)]
    assert sum(orders in together for orders in found) >= 5


def make_scales(survey: Survey, power: str, phase: str) -> Scales:
    draft = Draft(survey, parse_phase(phase), PowerId(power), random.Random(1))
    surroundings = Surroundings(Values(survey, PowerId(power), random.Random(1)))
    return Scales(draft, Odds(survey, PowerId(power)), surroundings)


def test_support_makes_an_attack_worth_more() -> None:
    survey = make_survey({"FRANCE": ["A PIC", "A BUR"], "ENGLAND": ["F BEL"]}, {"ENGLAND": ["BEL"]})
    scales = make_scales(survey, "FRANCE", "F1901M")
    pic, bur = (piece_of(options.unit) for options in scales.draft.units.values())
    move, bel = Move(pic, LocationId("BEL")), LocationId("BEL")
    alone = scales.weigh({pic.space: move, bur.space: Hold(bur)})
    together = scales.weigh({pic.space: move, bur.space: SupportMove(bur, pic, bel)})
    assert together > alone + 0.1


Pair = tuple[MovementOrder, MovementOrder]


def weigh(orders: Callable[[Piece, Piece], Pair], *enemies: str, phase: str = "F1901M") -> float:
    """What orders for the armies in Paris and Gascony are worth, with others near Paris."""
    survey = make_survey({"FRANCE": ["A PAR", "A GAS"], "GERMANY": list(enemies)}, {"FRANCE": ["PAR", "BRE"]})
    scales = make_scales(survey, "FRANCE", phase)
    par, gas = (piece_of(scales.draft.units[SpaceId(space)].unit) for space in ("PAR", "GAS"))
    return scales.weigh(dict(zip((par.space, gas.space), orders(par, gas), strict=True)))


def test_support_is_worth_something_to_a_unit_that_two_could_attack() -> None:
    supported = weigh(lambda par, gas: (Hold(par), SupportHold(gas, par)), "A BUR", "A PIC")
    assert supported > weigh(lambda par, gas: (Hold(par), Hold(gas)), "A BUR", "A PIC") + 0.05


def test_to_leave_a_threatened_centre_costs_more_in_fall_than_in_spring_and_a_home_as_much_in_both() -> None:
    def lose(space: str, to: str, enemy: str, phase: str) -> float:
        survey = make_survey({"FRANCE": [f"A {space}"], "GERMANY": [enemy]}, {"FRANCE": ["PAR", "BEL", "BRE"]})
        scales = make_scales(survey, "FRANCE", phase)
        piece = piece_of(scales.draft.units[SpaceId(space)].unit)
        left = scales.weigh({piece.space: Move(piece, LocationId(to))})
        return scales.weigh({piece.space: Hold(piece)}) - left

    assert lose("BEL", "PIC", "A RUH", "F1901M") > lose("BEL", "PIC", "A RUH", "S1901M")
    in_fall, in_spring = (lose("PAR", "BRE", "A BUR", phase) for phase in ("F1901M", "S1901M"))
    assert in_fall == pytest.approx(in_spring)
    assert in_spring > 0


def test_who_gets_in_only_because_the_other_left_should_expect_it_in_what_was_left() -> None:
    """Venice attacks Trieste alone: that succeeds if the army there leaves, and then it comes to Venice."""
    units = {"ITALY": ["A VEN", "A TYR"], "AUSTRIA": ["A TRI"]}
    scales = make_scales(make_survey(units, {"ITALY": ["VEN", "ROM"], "AUSTRIA": ["TRI", "VIE"]}), "ITALY", "F1901M")
    ven, tyr = (piece_of(scales.draft.units[SpaceId(space)].unit) for space in ("VEN", "TYR"))
    move, trieste = Move(ven, LocationId("TRI")), LocationId("TRI")
    alone: Orders = {ven.space: move, tyr.space: Hold(tyr)}
    success, kept = scales.foresee(alone)
    assert kept[SpaceId("VEN")] < 1 - 0.8 * success[ven.space]
    helped: Orders = {ven.space: move, tyr.space: SupportMove(tyr, ven, trieste)}
    guarded: Orders = {ven.space: Hold(ven), tyr.space: Hold(tyr)}
    assert scales.weigh(helped) > scales.weigh(guarded) > scales.weigh(alone)


def test_two_who_bar_each_other_still_guard_the_space_between_them() -> None:
    units = {"FRANCE": ["A GAS", "A PIC"], "GERMANY": ["A BUR"]}
    scales = make_scales(make_survey(units, {"FRANCE": ["PAR"]}), "FRANCE", "F1901M")
    gas, pic = (piece_of(scales.draft.units[SpaceId(space)].unit) for space in ("GAS", "PIC"))
    paris = LocationId("PAR")
    barred = scales.weigh({gas.space: Move(gas, LocationId("BRE")), pic.space: Move(pic, LocationId("BRE"))})
    guarded = scales.weigh({gas.space: Move(gas, paris), pic.space: Move(pic, paris)})
    assert guarded > barred


def test_an_exchange_of_places_is_worth_no_more_than_standing_still() -> None:
    survey = make_survey({"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["PAR"]})
    scales = make_scales(survey, "FRANCE", "F1901M")
    par, bur = (piece_of(options.unit) for options in scales.draft.units.values())
    swapped = scales.weigh({par.space: Move(par, bur.location), bur.space: Move(bur, par.location)})
    assert swapped == scales.weigh({par.space: Hold(par), bur.space: Hold(bur)})


def test_odds_grow_with_the_units_that_could_come() -> None:
    one = Odds(make_survey({"GERMANY": ["A BUR"]}, {"FRANCE": ["PAR"]}), PowerId("FRANCE"))
    two = Odds(make_survey({"GERMANY": ["A BUR", "A PIC"]}, {"FRANCE": ["PAR"]}), PowerId("FRANCE"))
    paris = SpaceId("PAR")
    assert one.coming(paris)[0] > two.coming(paris)[0] > 0
    assert one.coming(paris)[1] == 1.0
    assert 0 < two.coming(paris)[1] < 1.0
    assert one.coming(SpaceId("EDI"))[0] == 1.0


def test_every_change_is_legal() -> None:
    position = VARIANT.start
    survey = Survey(VARIANT, VARIANT.rulebook, position)
    draft = Draft(survey, parse_phase("S1901M"), PowerId("RUSSIA"), random.Random(1))
    orders = plan_moves(survey, parse_phase("S1901M"), PowerId("RUSSIA"), random.Random(1))
    changes = list_changes(draft, orders)
    assert len(changes) > 12
    assert all(survey.is_legal(draft.units[key].unit, order) for change in changes for key, order in change.items())
