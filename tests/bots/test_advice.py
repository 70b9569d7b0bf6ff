"""Advice: the obvious first, options that differ, and chances that can be counted by hand."""

import random

from legation.board import PowerId
from legation.bots.draft import Draft
from legation.bots.searching import Advice, Effort, SearchBot, advise, judge_choice
from legation.bots.searching.advice import choose_apart
from legation.bots.searching.search import Found
from legation.bots.survey import Survey
from legation.game import parse_phase
from legation.orders import Hold, Move, format_order, piece_of
from legation.variants import load_variant
from tests.kit import Letters, make_position

VARIANT = load_variant("standard")
SMALL = Effort(joint_moves=2000, judged_one_by_one=60, replies=8, seconds=None)
FALL = parse_phase("F1901M")


def make_draft(units: Letters, centres: Letters, power: str = "FRANCE") -> Draft:
    survey = Survey(VARIANT, VARIANT.rulebook, make_position(units, centres=centres))
    return Draft(survey, FALL, PowerId(power), random.Random(1))


def ask(units: Letters, centres: Letters) -> list[Advice]:
    return advise(SearchBot(SMALL), make_draft(units, centres), FALL)


def test_a_free_centre_is_the_first_advice_and_certain() -> None:
    first, *others = ask({"FRANCE": ["A PIC"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR", "BRE"], "ITALY": ["ROM"]})
    assert [format_order(order) for order in first.orders] == ["A PIC - BEL"]
    assert first.gains == (("BEL", 1.0),)
    assert (first.losses, first.driven_out) == ((), ())
    assert first.worth > first.holding
    assert others


def test_options_send_units_to_different_places() -> None:
    found = ask({"FRANCE": ["A PIC", "A BUR"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR"], "ITALY": ["ROM"]})
    assert len(found) == 3
    goals = [{order.target for order in advice.orders if isinstance(order, Move)} for advice in found]
    assert all(one != other for at, one in enumerate(goals) for other in goals[:at])
    assert found[0].worth >= found[1].worth - 0.5


def test_a_power_without_units_gets_none() -> None:
    assert ask({"ITALY": ["A ROM"]}, {"FRANCE": ["PAR"]}) == []


def test_a_choice_that_loses_a_centre_says_so() -> None:
    """Paris stands empty beside a German army that has nothing else to take."""
    draft = make_draft(
        {"FRANCE": ["A MAR"], "GERMANY": ["A BUR"]}, {"FRANCE": ["PAR", "MAR"], "GERMANY": ["BEL", "MUN"]}
    )
    orders = {key: Hold(piece_of(options.unit)) for key, options in draft.units.items()}
    found = judge_choice(SearchBot(SMALL), draft, FALL, orders)
    assert found.worth == found.holding
    assert [prospect.space for prospect in found.losses] in ([], ["PAR"], ["MAR"])
    assert found.losses, "one of the drafts of Germany must walk into Paris"


def test_the_best_of_each_kind_is_kept() -> None:
    draft = make_draft({"FRANCE": ["A PIC"]}, {})
    ((key, options),) = draft.units.items()
    piece = piece_of(options.unit)
    moves = {target: Move(piece, target) for target in options.moves}
    paris, belgium = moves["PAR"], moves["BEL"]  # type: ignore[index]
    tried = [Found({key: order}, 0.0, score) for order, score in ((paris, 1.0), (belgium, 3.0), (belgium, 2.0))]
    assert [found.score for found in choose_apart(tried, 3)] == [3.0, 1.0]
