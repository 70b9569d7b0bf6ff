"""That the comparison at equal time times moves, and has a searcher that only thinks longer."""

import random
import time

import pytest
from benchmarks import equal_time
from benchmarks.equal_time import PatientSearcher, Stopwatch, TimedMeeting, change_some, make_hurried, play_timed

from legation.board import PowerId
from legation.bots import Bot, GreedyBot, PlannerBot, RandomBot, make_bot
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.greedy_bot import draft_moves
from legation.bots.learned import find_sage
from legation.bots.searching import Effort, SearchBot
from legation.bots.survey import Survey
from legation.library import Game
from legation.orders import Order, make_order_book, write_submissions
from legation.sim.arena import Maker, Meeting, Pairing, Seat

GAME = Game.new()
FRANCE = PowerId("FRANCE")
ENOUGH = 20_000


def choose(bot: Bot) -> list[Order]:
    return bot.choose(GAME.variant, GAME.rulebook, GAME.state, FRANCE, random.Random(4))


def test_a_patient_searcher_that_climbs_once_is_the_searcher() -> None:
    assert choose(PatientSearcher(8, climbs=0)) == choose(
        SearchBot(Effort(joint_moves=ENOUGH, replies=8, seconds=None))
    )


def test_a_patient_searcher_climbs_again_from_changed_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def keep(draft: Draft, orders: Orders, chance: random.Random) -> Orders:
        asked.append(len(orders))
        return orders

    monkeypatch.setattr(equal_time, "change_some", keep)
    choose(PatientSearcher(8, climbs=3))
    assert asked == [3, 3, 3]


def test_changed_orders_are_legal_and_for_the_same_units() -> None:
    survey = Survey(GAME.variant, GAME.rulebook, GAME.state.position)
    draft = Draft(survey, GAME.state.phase, FRANCE, random.Random(1))
    draft_moves(draft)
    changed = [change_some(draft, draft.orders, random.Random(seed)) for seed in range(10)]
    assert any(orders != draft.orders for orders in changed)
    for orders in changed:
        assert orders.keys() == draft.orders.keys()
        submissions = write_submissions({FRANCE: list(orders.values())})
        assert make_order_book(GAME.variant.board, GAME.state.position, submissions).rejections == ()


def test_bots_in_a_hurry_stop_after_seconds_of_the_processor() -> None:
    learned = make_hurried("learned", 0.3)
    assert isinstance(learned, SearchBot)
    assert learned.effort == Effort(seconds=0.3)
    assert learned.clock is time.process_time
    assert learned.find_sage is find_sage
    assert PatientSearcher(8, climbs=0, seconds=0.3).clock is time.process_time
    assert make_hurried("learned", None) is make_bot("learned", timed=False)
    assert isinstance(make_hurried("planner", 0.3), PlannerBot)


def test_only_the_moves_of_powers_with_units_are_timed() -> None:
    makers: dict[str, Maker] = {"random": RandomBot, "greedy": GreedyBot}
    *_, last = play_timed("standard", makers, range(1, 3), years=1)
    assert len(last.meeting.pairings) == 2
    for watch in last.watches.values():
        assert watch.turns == 2 * 7 * 3  # in each pair every power once: Spring, Fall, and a Spring to vote in
        assert watch.seconds > 0


def test_a_state_of_things_names_the_stronger_bot_and_both_times() -> None:
    seats = (Seat("slow", FRANCE, 0.5, True, True), Seat("quick", PowerId("TURKEY"), 0.25, False, True))
    pairs = (Pairing(1, seats), Pairing(2, seats))
    watches = {"quick": Stopwatch(1.0, 4), "slow": Stopwatch(6.0, 3)}
    assert TimedMeeting(Meeting("slow", "quick", pairs), watches).tell() == (
        "4 games; the last pair +25.0; lead of slow 25.0 (25.0 to 25.0), standard error 0.00; "
        "processor seconds a turn: quick 0.250, slow 2.000"
    )
