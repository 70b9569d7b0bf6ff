"""Round robins, their intervals, and that each rung of the ladder is stronger than the one below."""

import os
from collections import Counter

import pytest

from legation.board import PowerId
from legation.bots import GreedyBot, PlannerBot, RandomBot
from legation.bots.searching import Effort, SearchBot
from legation.sim.arena import Maker, Meeting, Pairing, Seat, play_meeting, play_pairing
from legation.sim.intervals import estimate_mean, estimate_rate
from legation.variants import load_variant

PAIRS = int(os.environ.get("LEGATION_SOAK_PAIRS", "10"))


def make_searcher() -> SearchBot:
    return SearchBot(Effort(seconds=None))


LADDER: dict[str, Maker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "searcher": make_searcher,
}
STEPS = (("random", "greedy"), ("greedy", "planner"), ("planner", "searcher"))


def meet(variant: str, weaker: str, stronger: str, pairs: int, years: int) -> Meeting:
    makers = {weaker: LADDER[weaker], stronger: LADDER[stronger]}
    return play_meeting(variant, makers, range(1, pairs + 1), years=years)


def test_in_a_pairing_each_bot_plays_each_power_once() -> None:
    makers: dict[str, Maker] = {"random": RandomBot, "greedy": GreedyBot}
    pairing = play_pairing("standard", makers, seed=3, years=1)
    seats = Counter((seat.bot, seat.power) for seat in pairing.seats)
    assert set(seats) == {(bot, power) for bot in ("random", "greedy") for power in load_variant("standard").powers}
    assert set(seats.values()) == {1}
    assert sum(seat.share for seat in pairing.seats) == pytest.approx(2.0)


def test_the_same_seed_gives_the_same_pairing() -> None:
    makers: dict[str, Maker] = {"random": RandomBot, "greedy": GreedyBot}
    assert play_pairing("standard", makers, seed=4, years=1) == play_pairing("standard", makers, seed=4, years=1)


def test_a_bot_that_meets_itself_has_no_lead() -> None:
    meeting = play_meeting("standard", {"one": GreedyBot, "other": GreedyBot}, range(3), years=2)
    assert meeting.lead == (0.0, 0.0, 0.0)
    assert not meeting.is_settled


def test_a_meeting_is_told_by_shares_wins_and_survival() -> None:
    france, turkey = PowerId("FRANCE"), PowerId("TURKEY")
    strong = (Seat("strong", france, 0.9, True, True), Seat("weak", turkey, 0.1, False, False))
    again = (Seat("weak", france, 0.2, False, True), Seat("strong", turkey, 0.8, True, True))
    meeting = Meeting("strong", "weak", (Pairing(1, strong + again), Pairing(2, strong + again)))
    assert meeting.showing_of("strong").share.middle == pytest.approx(0.85)
    assert meeting.showing_of("strong").wins.middle == 1.0
    assert meeting.showing_of("weak").survival.middle == 0.5
    assert meeting.lead.middle == pytest.approx(0.7)
    assert meeting.is_settled


def test_wilson_bounds_are_those_of_the_books() -> None:
    # Wilson (1927), as tabled for 8 of 10: 0.490 to 0.943.
    rate = estimate_rate(8, 10)
    assert (rate.middle, round(rate.low, 3), round(rate.high, 3)) == (0.8, 0.49, 0.943)
    assert estimate_rate(0, 0) == (0.0, 0.0, 1.0)
    assert estimate_rate(5, 5).high == 1.0


def test_bounds_of_a_mean_hold_it_and_are_narrower_with_more_values() -> None:
    few, many = estimate_mean([0.0, 1.0] * 5), estimate_mean([0.0, 1.0] * 50)
    assert few.low < few.middle == 0.5 < few.high
    assert many.high - many.low < few.high - few.low
    assert estimate_mean([2.0, 2.0]) == (2.0, 2.0, 2.0)


@pytest.mark.parametrize(
    ("weaker", "stronger", "pairs", "years"), [("random", "greedy", 3, 5), ("greedy", "planner", 4, 7)]
)
def test_each_lower_rung_is_beaten_by_the_next(weaker: str, stronger: str, pairs: int, years: int) -> None:
    assert meet("standard", weaker, stronger, pairs, years).is_settled


def test_a_searcher_with_little_time_still_beats_a_greedy_bot() -> None:
    effort = Effort(joint_moves=3000, replies=12, seconds=None)
    makers: dict[str, Maker] = {"greedy": GreedyBot, "searcher": lambda: SearchBot(effort)}
    assert play_meeting("standard", makers, range(1, 3), years=5).is_settled


@pytest.mark.soak
@pytest.mark.parametrize("variant", ["standard", "colonia-vii"])
@pytest.mark.parametrize(("weaker", "stronger"), STEPS)
def test_each_rung_beats_the_one_below_for_certain(variant: str, weaker: str, stronger: str) -> None:
    meeting = meet(variant, weaker, stronger, pairs=PAIRS, years=8 if variant == "standard" else 6)
    assert meeting.is_settled, (meeting.lead, meeting.showing_of(stronger), meeting.showing_of(weaker))
