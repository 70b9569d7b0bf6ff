"""Bots that think in a process of their own."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from legation.game import start_state
from legation.server.base.bot_process import (
    QUICK,
    Question,
    Thinker,
    ThinkerApart,
    ThinkerHere,
    ThinkingStoppedError,
    think,
)
from legation.server.base.helper_process import STARTS_WITHIN
from legation.variants import load_variant

ROOT = Path(__file__).parents[3]
ASK = """
import multiprocessing, os
from tests.server.base.test_bot_process import make_questions
from legation.server.base import helper_process
from legation.server.base.bot_process import ThinkerApart
helper_process.choose_policy = lambda **_: os.SCHED_BATCH  # tests keep all processors busy
if __name__ == "__main__":
    thinker = ThinkerApart("bots", 5)
    thinker.ask(make_questions("standard", "greedy")[0])
    print(multiprocessing.active_children()[0].pid, flush=True)
    input()
"""


def make_questions(variant_id: str, level: str) -> list[Question]:
    """The first phase of a game, asked for every power."""
    variant = load_variant(variant_id)
    state = start_state(variant)
    return [Question(level, variant, variant.rulebook, state, power, 7) for power in variant.powers]


@pytest.fixture(scope="module")
def thinker() -> Iterator[ThinkerApart]:
    """One for all tests: a process takes a while to start."""
    thinker = ThinkerApart("bots", 5)
    yield thinker
    thinker.close()


@pytest.mark.parametrize(("variant", "level"), [("standard", "steady"), ("colonia-vii", "easy")])
def test_bots_think_the_same_apart_and_here(thinker: ThinkerApart, variant: str, level: str) -> None:
    for question in make_questions(variant, level):
        answer = thinker.ask(question)
        assert answer == ThinkerHere().ask(question)
        assert answer


def test_a_process_that_is_lost_costs_no_orders() -> None:
    before = set(multiprocessing.active_children())
    thinker = ThinkerApart("bots", 5)
    question = make_questions("standard", "steady")[0]
    expected = thinker.ask(question)
    for child in set(multiprocessing.active_children()) - before:
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    assert thinker.ask(question) == expected
    assert thinker.ask(question) == expected
    thinker.close()


@pytest.mark.parametrize("make", [ThinkerHere, lambda: ThinkerApart("bots", 5)])
def test_for_a_bot_that_fails_the_quick_one_answers(make: Callable[[], Thinker]) -> None:
    asked = make()
    quick, broken = make_questions("standard", QUICK)[0], make_questions("standard", "napoleon")[0]
    assert asked.ask(broken) == think(quick)
    assert asked.ask(quick) == think(quick)
    asked.close()


def test_for_a_bot_that_takes_too_long_the_quick_one_answers_in_time() -> None:
    asked = ThinkerApart("bots", 5, patience=0.02)
    slow, quick = (make_questions("colonia-iii", level)[0] for level in ("searcher", QUICK))
    asked.ask(quick)  # the process is there, or was ended because even this took too long
    began = time.monotonic()
    assert asked.ask(slow) == think(quick)
    assert time.monotonic() - began < STARTS_WITHIN / 2
    asked.close()


def test_where_even_the_quick_bot_fails_the_power_has_no_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_level: str) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("legation.server.base.bot_process.make_bot", fail)
    assert ThinkerHere().ask(make_questions("standard", "steady")[0]) == ()


def test_closing_does_not_wait_for_a_bot_that_thinks() -> None:
    thinker = ThinkerApart("bots", 5)
    thinker.ask(make_questions("standard", "greedy")[0])
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: [thinker.ask(asked) for asked in 20 * make_questions("colonia-iii", "searcher")])
        time.sleep(0.5)
        began = time.monotonic()
        thinker.close()
        with pytest.raises(ThinkingStoppedError):
            waiting.result(timeout=30)
    assert time.monotonic() - began < 5
    with pytest.raises(ThinkingStoppedError):
        thinker.ask(make_questions("standard", "greedy")[0])


def is_running(pid: int) -> bool:
    """Whether a process, of whomever, has not ended."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return told.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc").exists(), reason="only /proc tells of processes that are not our children")
def test_the_process_ends_when_the_server_is_killed() -> None:
    asking = subprocess.Popen(
        [sys.executable, "-c", ASK], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert asking.stdout is not None
    pid = int(asking.stdout.readline())
    assert is_running(pid)
    asking.kill()
    asking.wait()
    end = time.monotonic() + 20
    while is_running(pid):
        assert time.monotonic() < end, "the process in which bots think outlives its server"
        time.sleep(0.05)
    asking.communicate()
