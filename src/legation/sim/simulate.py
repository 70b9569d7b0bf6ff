"""Many games between bots, on all cores; a stopped run continues where it stopped."""

import hashlib
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from legation.bots import Patience, deal_bots, deal_levels, play_match
from legation.errors import DataError, RequestError
from legation.judge import make_rulebook
from legation.library import Game
from legation.sim.game_log import GameLog
from legation.sim.results_table import Part, gather, list_finished, write_part
from legation.variants import open_variant

QUIET_YEARS: Final = 6
"""Years without a change of centres after which bots agree on a draw."""
TERMS: Final = "commission.json"


@dataclass(frozen=True, slots=True)
class Commission:
    """The games to play. Two runs of the same commission play the same games."""

    variant: str
    bots: tuple[str, ...] = ("greedy",)
    seed: int = 1
    years: int = 40
    rules: str = ""
    """Another edition of the rulebook than the variant's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Switches of the rulebook, by name."""
    modules: tuple[str, ...] = ()
    """Optional rule modules, such as ``gigaton-bomb``."""
    version: int = 0
    """The version of the variant, set when the games begin: another version may judge differently."""


class Crew(Protocol):
    """Plays the games: processes of this machine, or a cluster."""

    def play(self, commission: Commission, numbers: Iterable[int]) -> Iterator[Part]:
        """Play the games with these numbers, in any order."""


Progress = Callable[[int, int], None]
"""Called with the number of finished games and the total."""


def make_seed(commission: Commission, number: int) -> int:
    """The seed of one game; it depends on the commission's seed and the game's number alone."""
    digest = hashlib.sha256(f"{commission.seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def start_game(commission: Commission) -> Game:
    """A new game by the commission's rules."""
    rules = commission.rules or None
    return Game.new(commission.variant, rules, modules=commission.modules, **commission.options)


def play_game(commission: Commission, number: int) -> Part:
    """Play one game and return its results."""
    began = time.process_time()
    game = start_game(commission)
    levels = deal_levels(commission.bots, game.variant.seats, number)
    log = GameLog(game)
    play_match(
        game,
        deal_bots(commission.bots, game.variant.seats, turn=number),
        seed=make_seed(commission, number),
        patience=Patience(years=commission.years, quiet_years=QUIET_YEARS),
        watch=log.see,
    )
    head = _describe_game(commission, number, log)
    return {
        **head,
        "seconds": time.process_time() - began,
        "seats": log.list_seats(levels),
        "centres": log.centres,
        "contacts": log.list_contacts(),
        "spaces": log.list_spaces(),
        "rules": log.list_rules(),
        "stalemates": log.list_stalemates(),
    }


def _describe_game(commission: Commission, number: int, log: GameLog) -> Part:
    ending = log.game.state.ending
    return {
        "game": number,
        "seed": make_seed(commission, number),
        "ending": ending.kind if ending else "unfinished",
        "by_vote": bool(ending and ending.by_vote),
        "winner": str(ending.powers[0]) if ending and ending.kind == "victory" else "",
        "sharers": len(ending.powers) if ending else 0,
        "first_year": log.first_year,
        "last_year": log.last_year,
        "years": log.last_year - log.first_year + 1,
        "phases": len(log.game.records),
    }


@dataclass(frozen=True, slots=True)
class LocalCrew:
    """Processes of this machine."""

    jobs: int = 0
    """The number of processes; 0 for one per core."""

    def play(self, commission: Commission, numbers: Iterable[int]) -> Iterator[Part]:
        """Play the games with these numbers, in any order; a single job plays them here, one after another."""
        jobs = self.jobs or count_cores()
        if jobs == 1:
            yield from (play_game(commission, number) for number in numbers)
            return
        with self._open_pool(jobs) as pool:
            waiting = [pool.submit(play_game, commission, number) for number in numbers]
            try:
                for done in as_completed(waiting):
                    yield done.result()
            finally:  # left early, for example by Ctrl+C: games not yet begun are cancelled
                for task in waiting:
                    task.cancel()

    def _open_pool(self, jobs: int) -> AbstractContextManager[ProcessPoolExecutor]:
        return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


def count_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    commission: Commission,
    games: int,
    folder: Path,
    *,
    crew: Crew | None = None,
    progress: Progress | None = None,
) -> int:
    """Play games up to a number, including those in the folder, and write the tables; returns the total."""
    check_commission(commission)
    terms = replace(commission, version=open_variant(commission.variant).version)
    _agree(folder, terms)
    done = len(list_finished(folder) & set(range(games)))
    try:
        if progress:
            progress(done, games)
        for part in (crew or LocalCrew()).play(terms, sorted(set(range(games)) - list_finished(folder))):
            write_part(folder, part)
            done += 1
            if progress:
                progress(done, games)
    finally:  # the tables are written for whatever was played
        total = gather(folder)
    return total


def check_commission(commission: Commission) -> None:
    """Raises if a bot, a rulebook, a switch or a module is unknown, before the first game is played."""
    make_rulebook(commission.options)
    start_game(commission)
    deal_levels(commission.bots, ())


def _agree(folder: Path, terms: Commission) -> None:
    """Check that a folder holds the games of one commission only."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / TERMS
    if not file.exists():
        file.write_text(json.dumps(asdict(terms), indent=2) + "\n", encoding="utf-8")
    kept = load_commission(folder)
    if kept != terms:
        raise RequestError("out", f"{folder} holds games of another commission: {asdict(kept)}")


def load_commission(folder: Path) -> Commission:
    """The commission of a folder. Raises if the folder holds no series of games."""
    file = folder / TERMS
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        lists = {name: tuple(kept.get(name, ())) for name in ("bots", "modules")}
        return Commission(**{**kept, **lists})
    except OSError as error:
        raise DataError(error.strerror or "cannot be read", file=str(file)) from None
    except (ValueError, TypeError, KeyError) as error:
        raise DataError(f"not the terms of a simulation: {error}", file=str(file)) from None
