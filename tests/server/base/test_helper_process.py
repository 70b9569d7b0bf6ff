"""A process beside the server that computes for it."""

import os
import pickle
from collections.abc import Iterator

import pytest

from legation.errors import LegationError
from legation.server.base import helper_process
from legation.server.base.bot_process import _unpack
from legation.server.base.helper_process import HelperFailedError, HelperLateError, HelperProcess, choose_policy
from legation.variants import load_variant

PATIENCE = 60.0
POLITENESS = 7


@pytest.fixture(scope="module")
def helper() -> Iterator[HelperProcess]:
    """One for all tests: a process takes a while to start."""
    helper = HelperProcess("test", POLITENESS)
    yield helper
    helper.close()


def test_it_computes_in_another_process_which_makes_way_for_this_one(helper: HelperProcess) -> None:
    assert helper.call(PATIENCE, os.getpid) != os.getpid()
    assert helper.call(PATIENCE, os.getpriority, os.PRIO_PROCESS, 0) == POLITENESS
    if hasattr(os, "SCHED_IDLE"):  # which tests replace for all helpers
        assert helper.call(PATIENCE, os.sched_getscheduler, 0) == helper_process.choose_policy(only_idle=True)


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux knows processes that wait for idle processors")
def test_it_computes_while_nobody_else_wants_to_or_has_a_small_share() -> None:
    assert choose_policy(only_idle=True) == os.SCHED_IDLE
    assert choose_policy(only_idle=False) == os.SCHED_BATCH


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="only Linux knows on which processors a process may be"
)
def test_one_processor_is_left_to_those_who_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[tuple[int, set[int]]] = []
    monkeypatch.setattr(os, "sched_setaffinity", lambda process, processors: put.append((process, processors)))
    for own in ({3}, {0, 1}, {2, 3, 5}):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _process, own=own: own)
        helper_process.leave_one_processor(7)
    assert put == [(7, {1}), (7, {3, 5})]  # of a single one there is nothing to leave


def test_it_computes_where_the_system_lets_no_process_be_made_polite(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    for name in ("setpriority", "sched_setscheduler", "sched_setaffinity"):
        monkeypatch.setattr(os, name, refuse, raising=False)
    helper = HelperProcess("impolite", POLITENESS)
    try:
        assert helper.call(PATIENCE, os.getpid) != os.getpid()
    finally:
        helper.close()


def test_the_helper_of_a_server_with_a_low_priority_has_that_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only an administrator may raise a priority, so the helper of ``nice -n 15`` would never have started."""
    given: list[int] = []
    monkeypatch.setattr(os, "getpriority", lambda *_: 15)
    monkeypatch.setattr(os, "setpriority", lambda _which, _process, priority: given.append(priority))
    helper = HelperProcess("low", POLITENESS)
    try:
        assert helper.call(PATIENCE, os.getpid) != os.getpid()
    finally:
        helper.close()
    assert given == [15]


def test_a_refusal_arrives_as_it_was_raised_and_a_fault_with_its_traceback(helper: HelperProcess) -> None:
    with pytest.raises(LegationError, match="no-such-variant"):
        helper.call(PATIENCE, load_variant, "no-such-variant")
    with pytest.raises(HelperFailedError, match="ValueError"):
        helper.call(PATIENCE, int, "seven")


def test_whatever_takes_too_long_is_ended_and_the_next_call_is_answered() -> None:
    helper = HelperProcess("late", POLITENESS, only_idle=False)
    try:
        if hasattr(os, "SCHED_BATCH"):  # a share of a processor that is always busy
            assert helper.call(PATIENCE, os.sched_getscheduler, 0) == os.SCHED_BATCH
        assert helper.call(PATIENCE, abs, -3) == 3
        with pytest.raises(HelperLateError):
            helper.call(0.05, sum, range(10**9))
        assert helper.call(PATIENCE, abs, -4) == 4
    finally:
        helper.close()


def test_a_variant_that_is_sent_again_is_the_one_that_bots_know_already() -> None:
    packed = pickle.dumps(load_variant("standard"))
    assert _unpack(packed) is _unpack(bytes(bytearray(packed)))
