"""A process beside the server that computes for it."""

import os
import pickle
from collections.abc import Iterator

import pytest

from legation.errors import LegationError
from legation.server.base.bot_process import _unpack
from legation.server.base.helper_process import HelperFailedError, HelperLateError, HelperProcess
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
    if hasattr(os, "SCHED_IDLE"):
        assert helper.call(PATIENCE, os.sched_getscheduler, 0) == os.SCHED_IDLE


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
