"""What holds of every retreat and every winter, under every profile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.board import Position, PowerId, SpaceId, space_of
from legation.judge import (
    Fate,
    Reason,
    count_adjustments,
    count_centres,
    judge_adjustments,
    judge_moves,
    judge_retreats,
    list_adjustments,
    list_homes,
    settle_ownership,
)
from legation.orders import (
    Disband,
    Order,
    Retreat,
    Submission,
    format_order,
    make_order_book,
    make_retreat_book,
    piece_of,
    write_submissions,
)
from tests.kit import PROFILES, STANDARD, rules
from tests.properties.strategies import POWERS, QUICK, Situation, positions, situations

pytestmark = pytest.mark.parametrize("profile", PROFILES)
CENTRES = tuple(space for space, found in STANDARD.spaces.items() if found.centre.is_counted)


def after_moves(situation: Situation, profile: str) -> Position:
    book = make_order_book(STANDARD, situation.position, situation.submissions, rules(profile).order_rules)
    return judge_moves(STANDARD, situation.position, book, rules(profile)).position


def draw_retreats(data: st.DataObject, position: Position) -> list[Submission]:
    submissions = []
    for found in position.dislodged:
        piece = piece_of(found.unit)
        choices: list[Order] = [Disband(piece), *(Retreat(piece, goal) for goal in found.retreats)]
        order = data.draw(st.sampled_from(choices))
        submissions.append(Submission(found.unit.power, format_order(order), order))
    return submissions


@QUICK
@given(situation=situations, data=st.data())
def test_every_listed_retreat_is_accepted_and_every_unit_accounted_for(
    profile: str, situation: Situation, data: st.DataObject
) -> None:
    position = after_moves(situation, profile)
    book = make_retreat_book(STANDARD, position, draw_retreats(data, position))
    assert book.rejections == ()
    verdict = judge_retreats(STANDARD, position, book, rules(profile))
    saved = [outcome for outcome in verdict.outcomes if outcome.reason is Reason.RETREATED]
    assert len(verdict.position.units) == len(position.units) + len(saved)
    assert len(verdict.destroyed) == len(position.dislodged) - len(saved)
    assert all(outcome.fate is Fate.STANDS for outcome in saved)


@QUICK
@given(situation=situations, data=st.data())
def test_of_units_that_retreat_to_one_space_none_is_left(
    profile: str, situation: Situation, data: st.DataObject
) -> None:
    position = after_moves(situation, profile)
    book = make_retreat_book(STANDARD, position, draw_retreats(data, position))
    verdict = judge_retreats(STANDARD, position, book, rules(profile))
    goals = [space_of(order.target) for order in book.orders.values() if isinstance(order, Retreat)]
    for goal in goals:
        assert (goal in verdict.position.units) == (goals.count(goal) == 1)


@st.composite
def winters(draw: st.DrawFn) -> Position:
    """Units anywhere, centres owned by anybody."""
    position = draw(positions)
    owners = {centre: draw(st.sampled_from(POWERS)) for centre in draw(st.sets(st.sampled_from(CENTRES), max_size=20))}
    return Position(position.units, owners)


def draw_adjustments(data: st.DataObject, position: Position, power: PowerId, profile: str) -> list[Order]:
    legal = list_adjustments(STANDARD, position, power, rules(profile))
    return data.draw(st.lists(st.sampled_from(legal), max_size=6)) if legal else []


@QUICK
@given(position=winters(), data=st.data())
def test_no_power_ends_a_winter_with_more_units_than_centres(
    profile: str, position: Position, data: st.DataObject
) -> None:
    orders = {power: draw_adjustments(data, position, power, profile) for power in POWERS}
    after = judge_adjustments(STANDARD, position, write_submissions(orders), rules(profile)).verdict.position
    for power in POWERS:
        due = count_adjustments(STANDARD, position, power)
        change = len(after.units_of(power)) - len(position.units_of(power))
        assert change == due if due <= 0 else 0 <= change <= due


@QUICK
@given(position=winters(), data=st.data())
def test_units_are_built_only_in_free_homes_and_removed_only_with_a_record(
    profile: str, position: Position, data: st.DataObject
) -> None:
    orders = {power: draw_adjustments(data, position, power, profile) for power in POWERS}
    verdict = judge_adjustments(STANDARD, position, write_submissions(orders), rules(profile)).verdict
    after = verdict.position
    assert set(verdict.destroyed) == set(position.units.values()) - set(after.units.values())
    for unit in set(after.units.values()) - set(position.units.values()):
        assert unit.space in list_homes(STANDARD, unit.power)
        assert position.owners[unit.space] == unit.power
        assert unit.space not in position.units


@QUICK
@given(position=winters(), data=st.data())
def test_the_order_of_units_changes_no_winter(profile: str, position: Position, data: st.DataObject) -> None:
    units = dict(data.draw(st.permutations(list(position.units.items()))))
    owners = dict(data.draw(st.permutations(list(position.owners.items()))))
    one = judge_adjustments(STANDARD, position, [], rules(profile)).verdict
    other = judge_adjustments(STANDARD, Position(units, owners), [], rules(profile)).verdict
    assert (one.position, one.outcomes) == (other.position, other.outcomes)


@QUICK
@given(position=winters())
def test_in_fall_every_occupied_centre_goes_to_its_occupier_and_no_other_changes(
    profile: str, position: Position
) -> None:
    after = settle_ownership(STANDARD, position, rules(profile))
    for centre in CENTRES:
        unit = position.units.get(SpaceId(centre))
        assert after.owners.get(centre) == (unit.power if unit else position.owners.get(centre))
    assert set(after.owners) <= set(CENTRES)
    assert sum(count_centres(STANDARD, after, power) for power in POWERS) == len(after.owners)
