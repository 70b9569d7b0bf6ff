"""How fast the judge is, measured against the peer in the same run, so that it holds on any machine.

The limits leave a wide margin below what ``make bench`` finds (a ratio of 23 to 33, and of 2 to 3 from text to answer),
and every phase counts by its fastest round.
"""

from benchmarks.regular_phases import play_phases
from benchmarks.text_to_answer import make_lines, time_judging, time_lines, time_process

from legation.bots import RandomBot

PHASES = play_phases(RandomBot(), 10, seed=3)
LINES = make_lines(PHASES)


def test_judging_takes_a_fraction_of_what_the_peer_takes() -> None:
    assert time_process(PHASES) > 15 * time_judging(LINES)


def test_a_line_of_json_is_answered_sooner_than_the_peer_has_judged_it() -> None:
    assert time_process(PHASES) > 1.3 * time_lines(LINES)
