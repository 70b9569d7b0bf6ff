"""Tournaments, scored as in papers: one bot against copies of another, every power in turn, with intervals."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from legation.board import PowerId
from legation.errors import DataError
from legation.library import Game
from legation.sim.arena import Seat, play_seats
from legation.sim.entrants import get_maker
from legation.sim.intervals import Estimate, estimate_mean, estimate_rate

BEGINNING: Final = '{"fixture": {'
"""The start of each line in a file of games."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One game: the bot that played alone, its seat, and the results of all powers."""

    alone: str
    others: str
    power: PowerId
    seats: tuple[Seat, ...]
    faults: tuple[str, ...] = ()
    """Problems of a bot that is asked over the network."""

    @property
    def seat(self) -> Seat:
        """The result of the bot that played alone."""
        return next(seat for seat in self.seats if seat.power == self.power)

    @property
    def squares(self) -> float:
        """Its share of the sum of the squares of all centre counts; a power of average strength has one over n."""
        total = sum(seat.share**2 for seat in self.seats)
        return self.seat.share**2 / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """The results of one bot alone against copies of another."""

    alone: str
    others: str
    games: int
    squares: Estimate
    """By sum of squares."""
    share: Estimate
    wins: Estimate
    survival: Estimate
    by_power: Mapping[PowerId, float]
    """By sum of squares, the mean in each seat."""
    fair: float
    """The value for a bot no better than the others."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played."""

    variant: str
    version: int
    alone: str
    others: str
    power: PowerId
    seed: int
    years: int


def list_fixtures(
    variant: str, entrants: Sequence[str], *, rounds: int, first: int = 1, years: int = 10
) -> list[Fixture]:
    """Every bot alone against every other, in every seat, for a number of rounds; each round has its own seed.

    Bots have the names that ``get_maker`` takes, and an unknown one is refused.
    """
    board = Game.new(variant).variant
    for name in entrants:
        get_maker(name)
    return [
        Fixture(variant, board.version, alone, others, power, first + number, years)
        for number in range(rounds)
        for alone, others in permutations(entrants, 2)
        for power in sorted(board.seats)
    ]


def play_bouts(fixtures: Sequence[Fixture], *, jobs: int = 1, kept: Path | None = None) -> Iterator[Bout]:
    """Play all games; the number of processes does not change them.

    Games are appended to the file ``kept`` as they end, and those already in it are not played again.
    """
    done = _load(kept) if kept else {}
    for fixture in fixtures:
        if fixture in done:
            yield done[fixture]
    waiting = [fixture for fixture in fixtures if fixture not in done]
    for fixture, bout in _play_all(waiting, jobs):
        if kept:
            _add(kept, fixture, bout)
        yield bout


def _play_all(fixtures: Sequence[Fixture], jobs: int) -> Iterator[tuple[Fixture, Bout]]:
    if jobs == 1:
        for fixture in fixtures:
            yield fixture, _play(fixture)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(_play, fixture): fixture for fixture in fixtures}
        try:
            for task in as_completed(tasks):
                yield tasks[task], task.result()
        finally:  # left early, by an error or by Ctrl+C: games not yet begun are cancelled
            for task in tasks:
                task.cancel()


def _add(file: Path, fixture: Fixture, bout: Bout) -> None:
    """Append a game to the file, as one line of JSON."""
    with file.open("a", encoding="utf-8") as target:
        target.write(json.dumps({"fixture": asdict(fixture), "bout": asdict(bout)}) + "\n")


def _load(file: Path) -> dict[Fixture, Bout]:
    """The games in a file, which is created if it is missing.

    A line that was cut off when the program stopped is ignored.
    """
    try:
        with file.open("a+", encoding="utf-8") as source:  # also fails early if it cannot be written
            source.seek(0)
            text = source.read()
            whole = text[: text.rfind("\n") + 1]
            found = dict(_read_line(json.loads(line)) for line in whole.splitlines())
            if not found and text and not text.startswith(BEGINNING[: len(text)]):
                raise ValueError("its first line breaks off")
            if whole != text:
                source.truncate(len(whole.encode()))
    except OSError as error:
        raise DataError(error.strerror or "it cannot be used", file=file.name) from error
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(f"it has no games of a tournament: {error}", file=file.name) from error
    return found


def _read_line(line: Mapping[str, Any]) -> tuple[Fixture, Bout]:
    bout = line["bout"]
    seats = tuple(Seat(**seat) for seat in bout["seats"])
    return Fixture(**line["fixture"]), Bout(**{**bout, "seats": seats, "faults": tuple(bout["faults"])})


def _play(fixture: Fixture) -> Bout:
    makers = {name: get_maker(name) for name in (fixture.alone, fixture.others)}
    powers = sorted(Game.new(fixture.variant).variant.seats)
    seating = {power: fixture.alone if power == fixture.power else fixture.others for power in powers}
    seats = tuple(play_seats(fixture.variant, seating, makers, seed=fixture.seed, years=fixture.years))
    faults = [f"{name}: {fault}" for name, maker in makers.items() for fault in getattr(maker(), "faults", ())]
    return Bout(fixture.alone, fixture.others, fixture.power, seats, tuple(faults))


def score_bouts(bouts: Iterable[Bout]) -> list[Score]:
    """The table of a tournament: a row for each bot alone against each other bot."""
    groups: dict[tuple[str, str], list[Bout]] = {}
    for bout in bouts:
        groups.setdefault((bout.alone, bout.others), []).append(bout)
    return [_score(found) for found in groups.values()]


def _score(bouts: Sequence[Bout]) -> Score:
    count = len(bouts)
    powers = sorted({bout.power for bout in bouts})
    by_power = {power: [bout.squares for bout in bouts if bout.power == power] for power in powers}
    return Score(
        bouts[0].alone,
        bouts[0].others,
        count,
        estimate_mean([bout.squares for bout in bouts]),
        estimate_mean([bout.seat.share for bout in bouts]),
        estimate_rate(sum(bout.seat.has_won for bout in bouts), count),
        estimate_rate(sum(bout.seat.survives for bout in bouts), count),
        {power: sum(found) / len(found) for power, found in by_power.items()},
        1 / len(bouts[0].seats),
    )
