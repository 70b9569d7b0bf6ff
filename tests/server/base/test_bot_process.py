"""Bots that think in a process of their own."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from legation.game import start_state
from legation.server.base.bot_process import Question, ThinkerApart, ThinkerHere, ThinkingStoppedError
from legation.variants import load_variant

ROOT = Path(__file__).parents[3]
ASK = """
import multiprocessing
from tests.server.base.test_bot_process import make_questions
from legation.server.base.bot_process import ThinkerApart
if __name__ == "__main__":
    thinker = ThinkerApart()
    thinker.ask(make_questions("standard", "greedy"))
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
    thinker = ThinkerApart()
    yield thinker
    thinker.close()


@pytest.mark.parametrize(("variant", "level"), [("standard", "steady"), ("colonia-vii", "easy")])
def test_bots_think_the_same_apart_and_here(thinker: ThinkerApart, variant: str, level: str) -> None:
    questions = make_questions(variant, level)
    answers = thinker.ask(questions)
    assert answers == ThinkerHere().ask(questions)
    assert all(answers)


def test_a_process_that_is_lost_costs_no_orders() -> None:
    before = set(multiprocessing.active_children())
    thinker = ThinkerApart()
    questions = make_questions("standard", "greedy")
    expected = thinker.ask(questions)
    for child in set(multiprocessing.active_children()) - before:
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    assert thinker.ask(questions) == expected
    assert thinker.ask(questions) == expected
    thinker.close()


def test_a_bot_that_fails_there_is_reported_to_whoever_asked(thinker: ThinkerApart) -> None:
    with pytest.raises(RuntimeError, match="unknown bot 'napoleon'"):
        thinker.ask(make_questions("standard", "napoleon"))
    assert all(thinker.ask(make_questions("standard", "greedy")))


def test_closing_does_not_wait_for_a_bot_that_thinks() -> None:
    thinker = ThinkerApart()
    thinker.ask(make_questions("standard", "greedy"))
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(thinker.ask, 200 * make_questions("colonia-iii", "steady"))
        time.sleep(0.5)
        began = time.monotonic()
        thinker.close()
        with pytest.raises(ThinkingStoppedError):
            waiting.result(timeout=30)
    assert time.monotonic() - began < 5
    with pytest.raises(ThinkingStoppedError):
        thinker.ask(make_questions("standard", "greedy"))


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
