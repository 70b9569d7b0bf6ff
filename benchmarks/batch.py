"""The batch engine: measures it, and writes the figures and the plot into its page: ``python -m benchmarks.batch``."""

import datetime
import platform
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from benchmarks.batch_legal import Positions, legal_table
from benchmarks.batch_plot import draw_costs
from benchmarks.batch_stages import best_cpu, measure_stages
from benchmarks.giant_board import POWERS, make_convoy_book, make_giant_board, make_giant_position
from benchmarks.peers import give_orders, make_peer_game
from benchmarks.regular_phases import RegularPhase, make_workloads
from legation import batch as engine
from legation.batch import Batch, BatchBoard
from legation.batch.compiling import Codes
from legation.judge import judge_moves
from legation.orders import OrderBook, make_order_book, make_plan, read_submissions
from legation.variants import load_rulebook, load_variant

PHASES = 150
ROUNDS = 9
GAMES = 1000
SIZES = (20, 40, 80, 110, 137, 170, 200)
SHOWN = (40, 80, 137)
REGULAR_UNITS = 34
DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "reference" / "batch.md"
PLOT = DOCS / "images" / "batch-cost.svg"
BEGIN, END = "<!-- figures: made by python -m benchmarks.batch -->", "<!-- end of figures -->"


class Workload(NamedTuple):
    """Games of one board and an order for every unit."""

    board: BatchBoard
    batch: Batch
    orders: Codes


def regular_workload(phases: list[RegularPhase]) -> Workload:
    """Phases of the regular board as arrays, repeated until there are enough to fill a batch."""
    variant, rulebook = load_variant("standard"), load_rulebook("2000")
    arrays = engine.make_batch_board(variant, rulebook)
    books = [
        make_order_book(variant.board, phase.position, read_submissions(variant.board, phase.orders)).orders
        for phase in phases
    ]
    times = GAMES // len(phases) + 1
    batch = engine.repeat(engine.encode_positions(arrays, [phase.position for phase in phases]), times)
    return Workload(arrays, batch, np.concatenate([engine.encode_orders(arrays, books)] * times))


def giant_workload(units: int) -> Workload:
    """Colonia III with so many units anywhere on it, all different, and orders that fight."""
    arrays = engine.make_batch_board(load_variant("colonia-iii"))
    batch = engine.sample_positions(arrays, GAMES, units=units, seed=units)
    return Workload(arrays, batch, engine.sample_moves(arrays, batch, units))


def full_sea_workload() -> Workload:
    """The synthetic giant board with every sea full of fleets that convoy."""
    board = make_giant_board()
    position = make_giant_position(board)
    arrays = engine.make_board_arrays(board, load_rulebook("2000"), tuple(POWERS), len(board.order))
    books = [make_convoy_book(board, position, seed=seed).orders for seed in range(4)]
    times = GAMES // len(books) // 4
    batch = engine.repeat(engine.encode_positions(arrays, [position] * len(books)), times)
    return Workload(arrays, batch, np.concatenate([engine.encode_orders(arrays, books)] * times))


def measure(work: Workload, rounds: int = ROUNDS) -> float:
    """Microseconds a phase, everything that ``judge_moves`` of the batch engine does included."""
    action = partial(engine.judge_moves, work.board, work.batch, work.orders)
    action()
    return best_cpu(rounds, action) * 1e6 / work.batch.games


def measure_judge(work: Workload, games: int = 40) -> float:
    """Microseconds a phase of our own judge, on some of the same phases, the laying out of orders left out."""
    board, rulebook = work.board.board, work.board.rulebook
    phases = []
    for game in range(min(games, work.batch.games)):
        position = engine.decode_position(work.board, work.batch, game)
        orders = engine.decode_orders(work.board, work.batch, work.orders, game)
        plan = make_plan(board, position, orders, rulebook.order_rules)
        phases.append((position, OrderBook(orders, plan=plan)))

    def judge() -> None:
        for position, book in phases:
            judge_moves(board, position, book, rulebook)

    return best_cpu(5, judge) * 1e6 / len(phases)


def measure_peer(phases: list[RegularPhase]) -> float:
    """Microseconds a phase of the peer's ``process()``, measured once."""
    games = [make_peer_game(phase) for phase in phases]
    for game, phase in zip(games, phases, strict=True):
        give_orders(game, phase)
    return best_cpu(1, partial(_process, games)) * 1e6 / len(phases)


class Duel(NamedTuple):
    """What both engines take for the same phases, microseconds a phase at their best, measured by turns."""

    batch: float
    peer: float
    times: float
    """How many times as fast the batch engine is: the median of the rounds, so that a busy machine does no harm."""


def measure_by_turns(work: Workload, phases: list[RegularPhase]) -> Duel:
    """Let both engines judge the same phases, one after the other in every round."""
    rounds = [(measure(work, 1), measure_peer(phases)) for _ in range(ROUNDS)]
    batch, peer = (min(column) for column in zip(*rounds, strict=True))
    return Duel(batch, peer, median(peer / batch for batch, peer in rounds))


def _process(games: list[Any]) -> None:
    for game in games:
        game.process()


def regular_table(workloads: Mapping[str, list[RegularPhase]]) -> list[str]:
    """The regular board against the peer and against our judge, in one run."""
    lines = [
        "| regular board | units | batch, us | our judge, us | peer, us | times the peer | times our judge |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, phases in workloads.items():
        work = regular_workload(phases)
        cost, peer, times = measure_by_turns(work, phases)
        judge = measure_judge(work, PHASES)
        units = (work.batch.power >= 0).sum() / work.batch.games
        lines.append(
            f"| {name} | {units:.0f} | {cost:.2f} | {judge:.0f} | {peer:.0f} | {times:,.0f} | {judge / cost:.0f} |"
        )
    return lines


def giant_table(costs: dict[int, float]) -> list[str]:
    """Colonia III and the synthetic board against our judge."""
    lines = [
        "| giant board | units | batch engine, us | phases a second | our judge, us | times our judge |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for units in SHOWN:
        lines.append(_giant_row("Colonia III, own rules", units, costs[units], measure_judge(giant_workload(units))))
    full = full_sea_workload()
    lines.append(_giant_row("synthetic, all seas convoying, 2000", 137, measure(full), measure_judge(full, 4)))
    return lines


def _giant_row(name: str, units: int, cost: float, judge: float) -> str:
    return f"| {name} | {units} | {cost:.1f} | {1e6 / cost:,.0f} | {judge:,.0f} | {judge / cost:.0f} |"


def legal_rows(phases: list[RegularPhase]) -> Iterator[Positions]:
    """Games of the regular board, then that board and Colonia III at several sizes, with units anywhere."""
    yield Positions("regular board, games between greedy bots", *regular_workload(phases))
    arrays = engine.make_batch_board(load_variant("standard"))
    batch = engine.sample_positions(arrays, GAMES, units=REGULAR_UNITS, seed=1)
    yield Positions("regular board, units anywhere", arrays, batch, engine.sample_moves(arrays, batch, 1))
    for units in SHOWN:
        yield Positions("Colonia III, units anywhere", *giant_workload(units))


def stage_table(workloads: Mapping[str, list[RegularPhase]]) -> list[str]:
    """Where the time of a phase goes."""
    names, columns = [], []
    for name, work in (
        ("greedy bots", regular_workload(workloads["games between greedy bots"])),
        ("Colonia III, 137 units", giant_workload(137)),
    ):
        names.append(name)
        columns.append(measure_stages(work.board, work.batch, work.orders))
    rows = [f"| {stage} | " + " | ".join(f"{column[stage]:.2f}" for column in columns) + " |" for stage in columns[0]]
    return [f"| step of a phase, us | {' | '.join(names)} |", "| --- | --- | --- |", *rows]


def make_figures() -> str:
    """All tables; the plot is written beside."""
    costs = {units: measure(giant_workload(units)) for units in SIZES}
    PLOT.write_text(draw_costs(costs), encoding="utf-8")
    now = datetime.datetime.now(tz=datetime.UTC).date()
    machine = f"{platform.machine()}, one core, Python {platform.python_version()}"
    head = (
        f"Measured on {now}, {machine}: processor time, the best of {ROUNDS} rounds. "
        "The peer is `process()` of the PyPI engine `diplomacy`."
    )
    workloads = make_workloads(PHASES)
    legal = legal_table(legal_rows(workloads["games between greedy bots"]))
    tables = [regular_table(workloads), giant_table(costs), stage_table(workloads), legal]
    return "\n\n".join([head, *("\n".join(table) for table in tables)])


def main() -> None:
    """Measure, print, and put the figures into the page."""
    figures = make_figures()
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}", encoding="utf-8")
    print(figures)


if __name__ == "__main__":
    main()
