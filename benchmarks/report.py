"""Runs every benchmark and writes ``docs/reference/benchmarks.md``."""

import datetime
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import text_to_answer
from benchmarks.earlier import earlier_section
from benchmarks.giant_board import make_convoy_book, make_fighting_book, make_giant_board, make_giant_position
from benchmarks.peers import time_peer
from benchmarks.regular_phases import RegularPhase, make_workloads
from benchmarks.timing import best_by_turns, best_of, best_stages, read_children_clock, read_clock
from legation.board import PowerId
from legation.judge import judge_moves
from legation.orders import (
    Order,
    OrderRules,
    list_orders,
    make_order_book,
    read_submissions,
    standard_form,
    write_submissions,
)
from legation.variants import load_rulebook, load_variant

PHASES = 150
ROUNDS = 10
FEW = 40
PAGE = Path(__file__).parent.parent / "docs" / "reference" / "benchmarks.md"
HEAD = """# Benchmarks

Measured by `make bench` on {date}, {machine}, Python {python}, at a load of {load} on {cores} processors; where the
load is the greater number, others slowed the machine down, and times can only be compared within the run. Times are the
best of {rounds} rounds on one core, on the regular board of each phase by itself, in time that the process worked, less
what reading the clock takes; a ratio compares two programs in the same run. The peer is the PyPI engine `diplomacy`
{peer}, whose `process()` also does its bookkeeping of the game; ours gives every order its reason, strengths and
deciding orders. Both judge right after their orders were read. Ours pairs supports with what they are for while it
reads ([decision 14](../decisions/0014-orders-are-laid-out-when-they-are-read.md)), so that belongs to "text to result".
"""


def measure_regular(phases: list[RegularPhase]) -> dict[str, float]:
    """Microseconds a phase: ours and the peer's, for judging alone and from text to result."""
    variant, rulebook = load_variant("standard"), load_rulebook("2000")
    board = variant.board

    def time_ours(phase: RegularPhase, *, new: bool) -> tuple[float, float]:
        if new:  # ours keeps the meaning of lines in mind, the peer reads each anew
            standard_form.standard_lines(board.names).clear()
        start = read_clock()
        lines = read_submissions(board, phase.orders)
        book = make_order_book(board, phase.position, lines, rulebook.order_rules)
        read = read_clock()
        verdict = judge_moves(board, phase.position, book, rulebook)
        end = read_clock()
        del verdict  # only now, since the peer's game outlives its process() too
        return end - read, end - start

    _, text = best_stages(ROUNDS, [partial(time_ours, phase, new=True) for phase in phases])
    ours, peers = (
        [partial(time_ours, phase, new=False) for phase in phases],
        [partial(time_peer, phase) for phase in phases],
    )
    (judge, seen), (peer_judge, peer_text) = best_by_turns(ROUNDS, [ours, peers])
    seconds = {"judge": judge, "text": text, "seen": seen, "peer_judge": peer_judge, "peer_text": peer_text}
    return {name: found * 1e6 / len(phases) for name, found in seconds.items()}


def regular_section() -> str:
    """The table for the regular board."""
    lines = [
        "## Regular board",
        "",
        f"Movement phases, {PHASES} of each kind, microseconds a phase. Both programs run in one process, their rounds",
        "alternate, and they see every phase in every round. From text to result, ours is measured with lines whose",
        "meaning it still has in mind (seen) and, in rounds of its own, with lines that it has to read (new). The peer",
        "reads the lines in either case; the game that it is given is new each time, since `process()` changes it, and",
        "making that game is not counted.",
        "",
        "| phases | units | judge | peer `process()` | ratio | text to result, new | seen "
        "| peer, orders and `process()` | ratio, new | seen |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, phases in make_workloads(PHASES).items():
        figures = measure_regular(phases)
        units = sum(len(phase.position.units) for phase in phases) / len(phases)
        lines.append(
            f"| {name} | {units:.0f} | {figures['judge']:.0f} | {figures['peer_judge']:.0f} "
            f"| {figures['peer_judge'] / figures['judge']:.1f} | {figures['text']:.0f} | {figures['seen']:.0f} "
            f"| {figures['peer_text']:.0f} | {figures['peer_text'] / figures['text']:.1f} "
            f"| {figures['peer_text'] / figures['seen']:.1f} |"
        )
    return "\n".join(lines)


def answer_section() -> str:
    """The table for a line of JSON from text to answer."""
    rows = [
        "## Text to answer",
        "",
        "One request of `legation judge` as a line of JSON: read, judged, put into words and written. Microseconds a",
        "line, each by its fastest round. New lines are answered once by an interpreter that just started, so nothing",
        "of them is known and the interpreter has not yet adapted to the code; the seen ones were answered before. The",
        "peer's `process()` has read its orders already and writes no answer: it is there for the scale.",
        "",
        "| phases | orders | text to answer, seen | new | of which judging | peer `process()` | ratio, seen | new |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, phases in make_workloads(PHASES).items():
        full = text_to_answer.choose_full(phases)[:FEW]
        lines = text_to_answer.make_lines(full)
        orders = sum(len(texts) for phase in full for texts in phase.orders.values()) / len(full)
        whole, judging = text_to_answer.time_lines(lines), text_to_answer.time_judging(lines)
        peer = text_to_answer.time_process(full)
        new = text_to_answer.time_new_lines(lines)
        rows.append(
            f"| {name} | {orders:.0f} | {whole:.0f} | {new:.0f} | {judging:.0f} | {peer:.0f} "
            f"| {peer / whole:.1f} | {peer / new:.1f} |"
        )
    return "\n".join(rows)


def giant_section() -> str:
    """The table for the synthetic giant board."""
    board = make_giant_board()
    position = make_giant_position(board)
    books = {
        "all seas convoying": make_convoy_book(board, position),
        "fighting": make_fighting_book(board, position),
    }
    lines = [
        "## Giant board",
        "",
        f"Synthetic: {len(board.order)} spaces on a cylinder, {len(position.units)} units, a fleet in every sea.",
        "",
        "| what | milliseconds | budget |",
        "| --- | --- | --- |",
    ]
    for rules in ("1971", "1982", "2000", "2023"):
        for name, book in books.items():
            action = partial(judge_moves, board, position, book, load_rulebook(rules))
            lines.append(_row(f"judge, {name}, {rules}", action, 10))
    letters: dict[PowerId, list[Order]] = {}
    for space, order in books["all seas convoying"].orders.items():
        letters.setdefault(position.units[space].power, []).append(order)
    action_check = partial(make_order_book, board, position, write_submissions(letters))
    lines.append(_row("check the legality of all orders", action_check, 10))
    lines.append(
        _row("list all legal orders of all powers", partial(list_orders, board, position, None, OrderRules()), 50)
    )
    fleet = next(
        options for options in list_orders(board, position, None, OrderRules()).units.values() if options.convoyable
    )
    lines.append(
        _row("spell out where one fleet may convoy one army", partial(fleet.convoy_targets, fleet.convoyable[0]))
    )
    return "\n".join(lines)


def _row(name: str, action: Callable[[], object], budget: int | None = None) -> str:
    return f"| {name} | {best_of(ROUNDS, action) * 1000:.2f} | {budget or '-'} |"


def start_section() -> str:
    """Import and load, in a fresh interpreter that finds its byte code, as it does where a package is installed."""
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, code in (
            ("import legation", "import legation"),
            ("import, then load the regular board", "import legation; legation.load_variant('standard')"),
            ("an interpreter that does nothing", "pass"),
        ):
            start = partial(subprocess.run, [sys.executable, "-c", code], check=True, env=environment)
            start()  # writes the byte code
            seconds = best_of(ROUNDS, start, read_children_clock)
            rows.append(f"| {name} | {seconds * 1000:.0f} | {'300' if 'legation' in code else '-'} |")
    return "\n".join(["## Start", "", "| what | milliseconds | budget |", "| --- | --- | --- |", *rows])


def main() -> None:
    """Measure everything, print it, and write the page."""
    head = HEAD.format(
        date=datetime.datetime.now(tz=datetime.UTC).date(),
        machine=platform.machine(),
        python=platform.python_version(),
        load=round(os.getloadavg()[0]),
        cores=os.cpu_count(),
        rounds=ROUNDS,
        peer="1.1.2",
    )
    sections = [regular_section(), answer_section(), earlier_section(), giant_section(), start_section()]
    page = "\n\n".join([head.strip(), *filter(None, sections)]) + "\n"
    PAGE.write_text(page, encoding="utf-8")
    print(page)
