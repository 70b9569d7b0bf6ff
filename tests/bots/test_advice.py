"""Advice: the obvious first, options that differ, and chances that can be counted by hand."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from legation.board import PowerId, SpaceId
from legation.bots.draft import Draft
from legation.bots.learned import Sage, find_sage
from legation.bots.prospects import Advice, weigh_plan
from legation.bots.searching import Effort, SearchBot, advise, advise_all, judge_choice
from legation.bots.searching.advice import choose_apart
from legation.bots.searching.search import Found
from legation.bots.survey import Survey
from legation.game import Phase, parse_phase, start_state
from legation.orders import Hold, Move, format_order, piece_of
from legation.variants import Variant, load_variant
from tests.kit import Letters, make_position

VARIANT = load_variant("standard")
SMALL = Effort(joint_moves=2000, judged_one_by_one=60, replies=8, seconds=None)
SPRING, FALL = parse_phase("S1901M"), parse_phase("F1901M")


def make_draft(units: Letters, centres: Letters, power: str = "FRANCE", phase: Phase = FALL) -> Draft:
    survey = Survey(VARIANT, VARIANT.rulebook, make_position(units, centres=centres))
    return Draft(survey, phase, PowerId(power), random.Random(1))


def ask(units: Letters, centres: Letters) -> list[Advice]:
    return advise(SearchBot(SMALL), make_draft(units, centres), FALL)


def test_a_free_centre_is_the_first_advice_and_certain() -> None:
    first, *others = ask({"FRANCE": ["A PIC"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR", "BRE"], "ITALY": ["ROM"]})
    assert [format_order(order) for order in first.orders] == ["A PIC - BEL"]
    assert first.gains == (("BEL", 1.0, None),)
    assert (first.losses, first.driven_out) == ((), ())
    assert first.worth > first.holding
    assert others


def test_options_send_units_to_different_places() -> None:
    found = ask({"FRANCE": ["A PIC", "A BUR"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR"], "ITALY": ["ROM"]})
    assert len(found) == 3
    goals = [{order.target for order in advice.orders if isinstance(order, Move)} for advice in found]
    assert all(one != other for at, one in enumerate(goals) for other in goals[:at])
    assert found[0].worth >= found[1].worth - 0.5


@pytest.mark.parametrize("find", [lambda variant: None, find_sage])
def test_options_are_worth_what_the_bot_ranks_them_by(find: Callable[[Variant], Sage | None]) -> None:
    """The first option is the bot's own choice: none of the others, for all units or for one, may be called better."""
    for power in VARIANT.powers:
        survey = Survey(VARIANT, VARIANT.rulebook, start_state(VARIANT).position)
        hint = advise_all(SearchBot(SMALL, find_sage=find), Draft(survey, SPRING, power, random.Random(1)), SPRING)
        for options in (hint.options, *hint.units.values()):
            worths = [option.worth for option in options]
            assert worths == pytest.approx(sorted(worths, reverse=True), abs=0.02)
            assert max(worths) <= hint.options[0].worth + 0.02


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


def test_each_unit_has_its_own_options_with_what_belongs_to_them() -> None:
    draft = make_draft(
        {"FRANCE": ["A PIC", "A BUR"], "GERMANY": ["A BEL"]}, {"FRANCE": ["PAR"], "GERMANY": ["BEL", "MUN"]}
    )
    hint = advise_all(SearchBot(SMALL), draft, FALL)
    assert set(hint.units) == {"PIC", "BUR"}
    for key, options in hint.units.items():
        assert 1 < len(options) <= 3
        assert len({option.orders[0] for option in options}) == len(options)
        assert all(option.orders[0].unit.space == key for option in options)  # type: ignore[union-attr]
    attack = next(option for option in hint.units[SpaceId("PIC")] if format_order(option.orders[0]) == "A PIC - BEL")
    assert [format_order(order) for order in attack.orders[1:]] in ([], ["A BUR S A PIC - BEL"])


def test_the_planner_says_by_whom_a_centre_is_owned_and_what_it_leaves_open() -> None:
    draft = make_draft(
        {"FRANCE": ["A MAR"], "GERMANY": ["A BUR"], "ITALY": ["A ROM"]},
        {"FRANCE": ["PAR", "MAR"], "ITALY": ["ROM"]},
    )
    piece = piece_of(draft.units["MAR"].unit)  # type: ignore[index]
    found = weigh_plan(draft, {"MAR": Move(piece, "SPA")})  # type: ignore[dict-item,arg-type]
    assert [(prospect.space, prospect.power) for prospect in found.gains] == [("SPA", None)]
    assert found.gains[0].chance == 1.0
    assert {prospect.space for prospect in found.losses} == {"PAR", "MAR"}


def test_who_stands_in_a_centre_takes_it_by_staying_in_fall_and_gains_nothing_by_it_in_spring() -> None:
    for phase, expected in ((FALL, [("BEL", 1.0, None)]), (SPRING, [])):
        units: Letters = {"FRANCE": ["A BEL"], "TURKEY": ["A SMY"]}
        draft = make_draft(units, {"FRANCE": ["PAR"], "TURKEY": ["SMY"]}, phase=phase)
        stay = {key: Hold(piece_of(options.unit)) for key, options in draft.units.items()}
        assert list(weigh_plan(draft, stay).gains) == expected
        assert list(judge_choice(SearchBot(SMALL), draft, phase, stay).gains) == expected


def test_an_order_that_may_take_a_centre_is_not_called_vain() -> None:
    """A German army will mostly go there as well: success is unlikely, but that is what was ordered."""
    units: Letters = {"FRANCE": ["A PIC"], "GERMANY": ["A RUH"]}
    draft = make_draft(units, {"FRANCE": ["PAR"], "GERMANY": ["HOL"]})
    ((key, options),) = draft.units.items()
    move = next(order for order in options.orders() if format_order(order) == "A PIC - BEL")
    (gain,) = weigh_plan(draft, {key: move}).gains
    assert gain.space == "BEL"
    assert 0.05 <= gain.chance < 0.25


def test_a_unit_that_may_fail_to_leave_a_centre_may_take_it() -> None:
    units: Letters = {"FRANCE": ["A BEL", "A HOL"], "TURKEY": ["A SMY"]}
    draft = make_draft(units, {"FRANCE": ["PAR"], "TURKEY": ["SMY"]})
    orders = {key: Hold(piece_of(options.unit)) for key, options in draft.units.items()}
    piece = piece_of(draft.units[SpaceId("BEL")].unit)
    bounces = next(order for order in draft.units[SpaceId("BEL")].orders() if format_order(order) == "A BEL - HOL")
    assert isinstance(bounces, Move)
    found = weigh_plan(draft, {**orders, piece.space: bounces})
    assert {(gain.space, gain.chance) for gain in found.gains} == {("BEL", 1.0), ("HOL", 1.0)}


def test_an_attack_that_fails_in_every_try_is_still_named() -> None:
    """Belgium is held, and nobody helps: zero of ten, but that is what was ordered."""
    units: Letters = {"FRANCE": ["A PIC"], "GERMANY": ["A BEL", "A RUH", "A HOL"]}
    draft = make_draft(units, {"FRANCE": ["PAR"], "GERMANY": ["BEL", "HOL", "KIE"]})
    ((key, options),) = draft.units.items()
    move = next(order for order in options.orders() if format_order(order) == "A PIC - BEL")
    stays = replace(SMALL, joint_moves=400)
    (gain,) = judge_choice(SearchBot(stays), draft, FALL, {key: move}).gains
    assert (gain.space, gain.power) == ("BEL", "GERMANY")
    assert gain.chance < 1
    assert [found.space for found in weigh_plan(draft, {key: move}).gains] == ["BEL"]
