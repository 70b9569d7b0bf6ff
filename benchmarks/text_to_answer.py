"""A line of JSON in, a line of JSON out: what ``legation judge`` does with one request.

Run as a program, it answers the lines of its input and prints the seconds that each took.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import partial

from benchmarks.peers import time_peer
from benchmarks.regular_phases import RegularPhase
from benchmarks.timing import best_each, best_stages
from legation.contract import judge_line, read_request
from legation.game import load_json
from legation.judge import judge_moves
from legation.orders import make_order_book

FULL = 28
"""Orders of a phase from which on its line is measured."""
ROUNDS = 30
PEER_ROUNDS = 4
FRESH_ROUNDS = 6
FIRST = json.dumps({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})
"""Answered before the clock runs, since the first request loads the board."""


def choose_full(phases: Sequence[RegularPhase]) -> list[RegularPhase]:
    """The phases with many orders."""
    return [phase for phase in phases if sum(map(len, phase.orders.values())) >= FULL]


def make_lines(phases: Sequence[RegularPhase]) -> list[str]:
    """The phases as requests to the judge."""
    lines = []
    for number, phase in enumerate(phases):
        position = phase.position
        powers = {unit.power for unit in position.units.values()} | set(position.owners.values())
        request = {
            "id": number,
            "phase": "S1901M",
            "units": {power: [str(unit) for unit in position.units_of(power)] for power in sorted(powers)},
            "centres": {power: list(position.centres_of(power)) for power in sorted(powers)},
            "orders": phase.orders,
        }
        lines.append(json.dumps(request))
    return lines


def time_lines(lines: Sequence[str]) -> float:
    """Microseconds a line, from text to answer."""
    return best_each(ROUNDS, [partial(judge_line, line) for line in lines]) * 1e6 / len(lines)


def time_new_lines(lines: Sequence[str]) -> float:
    """Microseconds a line that was never seen before: each is answered once by an interpreter that just started."""
    command, text = [sys.executable, "-m", "benchmarks.text_to_answer"], "\n".join(lines)
    runs = [
        subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(FRESH_ROUNDS)
    ]
    return sum(min(map(float, found)) for found in zip(*runs, strict=True)) * 1e6 / len(lines)


def time_judging(lines: Sequence[str]) -> float:
    """Microseconds per line for judging alone."""
    actions = []
    for line in lines:
        request = read_request(load_json(line))
        board, position, rulebook = request.variant.board, request.state.position, request.rulebook
        book = make_order_book(board, position, request.submissions, rulebook.order_rules)
        actions.append(partial(judge_moves, board, position, book, rulebook))
    return best_each(ROUNDS, actions) * 1e6 / len(lines)


def time_process(phases: Sequence[RegularPhase]) -> float:
    """Microseconds a phase of the peer's ``process()``, its orders given already."""
    judged, _ = best_stages(PEER_ROUNDS, [partial(time_peer, phase) for phase in phases])
    return judged * 1e6 / len(phases)


def main() -> None:
    """Answer the lines of the input once."""
    judge_line(FIRST)
    for line in sys.stdin.read().split("\n"):
        print(best_each(1, [partial(judge_line, line)]))


if __name__ == "__main__":
    main()
