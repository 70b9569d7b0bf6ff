"""Seconds for each line of the input: run by ``benchmarks.earlier`` with the package of this version or another.

It works with version 0.1 too, so it imports nothing of the other benchmarks.
"""

import json
import sys
import time
from collections.abc import Callable

from legation.judge import judge_moves
from legation.orders import make_order_book, read_submissions

try:
    from legation.contract import judge_line, read_request
except ImportError:  # where version 0.1 had them
    from legation.game.codec import read_request  # type: ignore[import-not-found, no-redef]
    from legation.render.contract import judge_line  # type: ignore[import-not-found, no-redef]

FIRST = json.dumps({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})
"""Answered before the clock runs, since the first request loads the board."""
Action = Callable[[], float]
"""Does its work and gives the seconds of the part that is measured."""


def make_answering(line: str) -> Action:
    """From a line of JSON to its answer."""

    def answer() -> float:
        start = time.process_time()
        judge_line(line)
        return time.process_time() - start

    return answer


def make_judging(line: str) -> Action:
    """Judging alone, right after the orders were read."""
    orders, request = json.loads(line)["orders"], read_request(json.loads(line))
    board, position, rulebook = request.variant.board, request.state.position, request.rulebook

    def judge() -> float:
        book = make_order_book(board, position, read_submissions(board, orders), rulebook.order_rules)
        start = time.process_time()
        verdict = judge_moves(board, position, book, rulebook)
        seconds = time.process_time() - start
        del verdict  # only now, since the peer's game outlives its process() too
        return seconds

    return judge


def main() -> None:
    """Print for each line of the input its time when it was new, and in the fastest of the later rounds."""
    judge_line(FIRST)
    make, rounds = {"answer": make_answering, "judge": make_judging}[sys.argv[1]], int(sys.argv[2])
    actions = [make(line) for line in json.load(sys.stdin)]
    new = [action() for action in actions]
    seen = [float("inf")] * len(actions)
    for _ in range(rounds):
        seen = [min(seconds, action()) for seconds, action in zip(seen, actions, strict=True)]
    json.dump([new, seen], sys.stdout)


if __name__ == "__main__":
    main()
