"""Bots order in fair turns, hosted and solo games apart, and nobody waits for them."""

from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from legation.board import PowerId
from legation.bots.prospects import Advice, Hint
from legation.server.base.bot_process import (
    QUICK,
    Answer,
    Question,
    Reflection,
    TalkQuestion,
    ThinkerHere,
    ThinkingStoppedError,
    think,
)
from legation.server.base.services import Services
from legation.server.game.log_storage import list_log
from legation.server.game.member_storage import change_seat
from legation.server.game.plans import drop_bot_plans, list_plans
from legation.server.game.records import GameKind
from legation.server.game.storage import BotWait, change_game, list_bot_waits
from legation.server.judging import bot_work
from legation.server.judging.bot_work import LEASE, choose_wait, humble, order_for_bots, order_for_late_bots
from legation.server.judging.service import look_again
from legation.server.worker import judge_due_games, work_through
from tests.server.kit import START, Server
from tests.server.matches import Match, host
from tests.server.solo.test_service import begin


@dataclass
class Recorder:
    """A thinker that notes what it is asked."""

    asked: list[tuple[PowerId, str]] = field(default_factory=list)
    fails: bool = False

    def ask(self, question: Question) -> Answer:
        if self.fails:
            raise ThinkingStoppedError
        self.asked.append((question.power, question.level))
        return think(replace(question, level=QUICK))

    def reflect(self, reflection: Reflection) -> Hint | Advice:
        raise NotImplementedError

    def talk(self, question: TalkQuestion) -> None:
        pass

    def close(self) -> None:
        pass


def with_recorders(services: Services) -> tuple[Services, Recorder, Recorder]:
    hosted, solo = Recorder(), Recorder()
    return replace(services, bots=replace(services.bots, hosted=hosted, solo=solo, late=hosted)), hosted, solo


def await_bots(match: Match, level: str = "strong") -> None:
    """All bots of a game are of a level, and have not ordered yet."""
    services = match.server.services
    with services.store.write() as connection:
        for power in match.game.variant.powers:
            if power not in match.players:
                change_seat(connection, match.id, power, bot=level)
                drop_bot_plans(connection, match.id, match.turn, power)
        look_again(connection, services, match.game)


def list_waits(services: Services, kind: GameKind = GameKind.HOSTED) -> list[BotWait]:
    with services.store.read() as connection:
        return list_bot_waits(connection, kind)


def test_hosted_and_solo_games_have_thinkers_of_their_own(server: Server) -> None:
    match = host(server)
    await_bots(match, "steady")
    begin(server.client(), power="FRANCE")
    services, hosted, solo = with_recorders(server.services)
    solo.fails = True
    order_for_bots(services, GameKind.HOSTED)
    assert len(hosted.asked) == 5
    assert order_for_bots(services, GameKind.SOLO) == 0
    assert len(list_waits(services, GameKind.SOLO)) == 1


def test_the_clock_judges_games_without_idle_bots_whatever_bots_do(server: Server) -> None:
    waiting, sound = host(server), host(server)
    await_bots(waiting)
    services, hosted, _ = with_recorders(server.services)
    hosted.fails = True
    server.clock.pass_time(hours=25)
    assert judge_due_games(services) == 1
    assert (waiting.turn, sound.turn) == (1, 2)
    assert order_for_bots(services, GameKind.HOSTED) == 0
    assert judge_due_games(services) == 0
    assert work_through(server.services) == 1
    assert waiting.turn == 2


def test_when_the_deadline_has_passed_the_quick_bot_orders_and_the_game_comes_first(server: Server) -> None:
    early, late = host(server), host(server, terms={"clock": {"kind": "duration", "hours": 12, "first_hours": 0}})
    await_bots(early)
    await_bots(late)
    server.clock.pass_time(hours=13)
    services, hosted, _ = with_recorders(server.services)
    order_for_bots(services, GameKind.HOSTED)
    assert {level for _, level in hosted.asked[:5]} == {QUICK}
    assert {level for _, level in hosted.asked[5:]} == {"strong"}
    assert judge_due_games(services) == 1
    assert (early.turn, late.turn) == (1, 2)


def test_a_late_game_does_not_wait_for_the_process_in_which_bots_think(server: Server) -> None:
    match = host(server)
    await_bots(match)
    services, hosted, _ = with_recorders(server.services)
    services = replace(services, bots=replace(services.bots, late=ThinkerHere()))
    hosted.fails = True
    assert order_for_late_bots(services) == 0  # there is time
    server.clock.turn_to(match.game.row.deadline or START)
    assert order_for_late_bots(services) >= 1
    assert judge_due_games(services) == 1


@pytest.mark.parametrize(("spent", "level"), [(9.0, "strong"), (31.0, "steady")])
def test_a_phase_has_a_budget_of_thinking(server: Server, spent: float, level: str) -> None:
    match = host(server)
    await_bots(match)
    services, hosted, _ = with_recorders(server.services)
    services.bots.spent.put((match.id, 1), spent)
    order_for_bots(services, GameKind.HOSTED)
    assert {asked for _, asked in hosted.asked} == {level}


def test_the_budget_is_smaller_while_others_wait(server: Server) -> None:
    first, second = host(server), host(server)
    await_bots(first)
    await_bots(second)
    services, hosted, _ = with_recorders(server.services)
    for match in (first, second):
        services.bots.spent.put((match.id, 1), 9.0)
    order_for_bots(services, GameKind.HOSTED)
    assert [asked for _, asked in hosted.asked] == ["steady"] * 5 + ["strong"] * 5


def test_after_a_while_another_game_has_its_turn(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_work, "SLICE", 0.0)
    for match in (host(server, ("FRANCE",)), host(server)):
        await_bots(match)
    services, hosted, _ = with_recorders(server.services)
    assert order_for_bots(services, GameKind.HOSTED) == 11
    assert hosted.asked.count((PowerId("ITALY"), "strong")) == 2


def make_wait(game: str, account: int, *, waits: int = 60, is_leased: bool = False, is_late: bool = False) -> BotWait:
    at = START + LEASE if is_leased else START - timedelta(seconds=waits)
    deadline = START - timedelta(seconds=1) if is_late else None
    return BotWait(game, at, deadline, None, START - timedelta(seconds=waits), account)


@pytest.mark.parametrize(
    ("waits", "chosen"),
    [
        ([make_wait("a", 1), make_wait("b", 2, waits=70)], "b"),  # the longest waiting
        ([make_wait("a", 1), make_wait("b", 3, waits=70)], "a"),  # account 3 had its share
        ([make_wait("a", 1), make_wait("b", 3, is_late=True)], "b"),  # a deadline has passed
        ([make_wait("a", 1), make_wait("b", 1, is_leased=True)], None),  # one game at a time
        ([make_wait("a", 1, is_late=True), make_wait("b", 1, is_leased=True)], "a"),
        ([make_wait("a", 4), make_wait("b", 3)], "b"),  # of those who had some, the one who had less
        ([], None),
    ],
)
def test_whoever_had_least_thinking_done_comes_first(server: Server, waits: list[BotWait], chosen: str | None) -> None:
    server.services.bots.shares.charge("account 3", 10)
    server.services.bots.shares.charge("account 4", 20)
    found = choose_wait(server.services, waits, START)
    assert (found.id if found else None) == chosen


def test_bots_that_another_process_asks_are_left_to_it_for_a_while(server: Server) -> None:
    match = host(server)
    await_bots(match)
    with server.services.store.write() as connection:
        change_game(connection, match.id, bots_at=server.clock.now() + LEASE)
    services, hosted, _ = with_recorders(server.services)
    order_for_bots(services, GameKind.HOSTED)
    assert hosted.asked == []
    server.clock.pass_time(seconds=LEASE.total_seconds() + 1)
    order_for_bots(services, GameKind.HOSTED)
    assert len(hosted.asked) == 5


def test_a_broken_game_keeps_no_bots_of_others_waiting(server: Server) -> None:
    broken, sound = host(server), host(server)
    await_bots(broken)
    await_bots(sound)
    with server.services.store.write() as connection:
        change_game(connection, broken.id, state="{}")
    order_for_bots(server.services, GameKind.HOSTED)
    with server.services.store.read() as connection:
        assert len(list_plans(connection, sound.id, 1)) == 5
    assert [wait.id for wait in list_waits(server.services)] == [broken.id]


def test_a_server_that_stops_while_bots_think_goes_on_after_its_start(server: Server) -> None:
    client = server.client()
    game = begin(client, power="FRANCE")["id"]
    client.post(f"/api/v1/games/{game}/orders/ready", json={"turn": 1, "ready": True})
    services, _, solo = with_recorders(server.services)
    solo.fails = True
    assert work_through(services) == 0
    assert work_through(server.services) >= 1
    assert client.get(f"/api/v1/games/{game}").json()["turn"] >= 2


@pytest.mark.parametrize("is_paused", [False, True])
def test_judge_now_does_not_wait_for_bots_and_is_done_when_they_have_ordered(server: Server, is_paused: bool) -> None:
    match = host(server)
    await_bots(match, "steady")
    if is_paused:
        match.gm.post(match.path("/gm/acts"), json={"act": "pause", "note": ""})
    done = match.gm.post(match.path("/gm/acts"), json={"act": "advance", "note": "We are all here."})
    assert (done.status_code, done.json()["judging"], match.turn) == (200, True, 1)
    assert match.read(match.gm)["judging"]
    assert work_through(server.services) == 1
    assert match.turn == 2
    assert not match.read(match.gm)["judging"]
    with server.services.store.read() as connection:
        line = next(line for line in list_log(connection, match.id) if line.act == "advance")
    assert (line.actor, line.note) == (match.gm.account["name"] if match.gm.account else "", "We are all here.")


def test_judge_now_judges_at_once_where_all_bots_have_ordered(server: Server) -> None:
    match = host(server)
    done = match.gm.post(match.path("/gm/acts"), json={"act": "advance", "note": ""}).json()
    assert (done["judging"], done["phase"], match.turn) == (False, "F1901M", 2)


def test_a_game_in_its_grace_is_written_once(server: Server) -> None:
    match = host(server, terms={"clock": {"kind": "duration", "hours": 24, "first_hours": 0, "grace_minutes": 60}})
    server.clock.pass_time(hours=24, minutes=1)
    assert judge_due_games(server.services) == 0
    written: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "legation.server.judging.service.change_game", lambda *_args, **values: written.append(str(values))
        )
        for _ in range(3):
            server.clock.pass_time(seconds=1)
            assert judge_due_games(server.services) == 0
    assert written == []
    assert match.turn == 1


def test_a_master_whose_time_is_spent_thinks_less_and_less() -> None:
    levels = [[humble(level, spent) for spent in (0.9, 1.1, 1.6)] for level in ("master", "strong", "steady")]
    assert levels == [["master", "strong", "steady"], ["strong", "steady", "steady"], ["steady"] * 3]
