"""Many bot games of a variant: every phase checked, every special rule counted."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from legation.bots import GreedyBot, Patience, WhimBot, play_match
from legation.game import PhaseKind, PhaseRecord, scheme_of
from legation.library import Game
from legation.sim.rules_fired import RuleCounter, list_expected
from legation.variants import When, list_variants
from legation.variants.check import check_position

YEARS = 40


@dataclass
class Report:
    """What became of some games."""

    games: int = 0
    phases: int = 0
    seconds: float = 0.0
    """Of the processor."""
    endings: Counter[str] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def list_matches() -> list[str]:
    """What is played: every variant, and the regular one with bombs."""
    return [*list_variants(), "standard+gigaton-bomb"]


def list_rules(match: str) -> tuple[str, ...]:
    """The clauses and features that many games must have used."""
    game = new_game(match)
    return list_expected(game.variant.board, game.state.position, game.rulebook)


def new_game(match: str) -> Game:
    """A game of ``standard`` or ``standard+gigaton-bomb``."""
    variant, _, module = match.partition("+")
    return Game.new(variant, modules=(module,) if module else ())


def play_games(match: str, games: int, *, years: int = YEARS, first: int = 0) -> Report:
    """Play so many games and look at every phase."""
    report = Report()
    began = time.process_time()
    for seed in range(first, first + games):
        _play_one(match, seed, years, report)
    report.seconds = time.process_time() - began
    return report


def _play_one(match: str, seed: int, years: int, report: Report) -> None:
    game = new_game(match)
    counter = RuleCounter(game.variant.board, game.rulebook)

    def watch(record: PhaseRecord) -> None:
        counter.see(record)
        report.problems += [f"{match} game {seed}, {record.phase}: {problem}" for problem in check_phase(game, record)]

    patience = Patience(years=years, quiet_years=6, whims=0.01)
    play_match(game, WhimBot(GreedyBot(), 0.07), seed=seed, patience=patience, watch=watch)
    report.games += 1
    report.phases += len(game.records)
    report.fired += counter.fired
    ending = game.state.ending
    report.endings[(f"{ending.kind}{' by vote' if ending.by_vote else ''}") if ending else "not ended"] += 1
    report.problems += [f"{match} game {seed}: {problem}" for problem in _check_chain(game, seed)]


def check_phase(game: Game, record: PhaseRecord) -> Iterator[str]:
    """Everything that must not happen."""
    is_winter = record.phase.kind is PhaseKind.ADJUSTMENTS
    yield from check_position(game.variant, record.after.position, game.rulebook, after_winter=is_winter)
    yield from (f"{rejection.text} was refused: {rejection.fault}" for rejection in record.rejections)
    concessions = [tally for tally in record.tallies if not tally.agreement]  # a draw by all is counted at any time
    if concessions and scheme_of(game.variant).counted is When.WINTER and not is_winter:
        yield "votes were counted before Winter"


def _check_chain(game: Game, seed: int) -> Iterator[str]:
    """The chain of hashes, and every tenth game judged again."""
    if seed % 10 == 0:
        yield from (str(problem) for problem in game.verify())
