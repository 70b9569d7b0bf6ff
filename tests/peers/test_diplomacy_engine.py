"""Our judge against the PyPI engine ``diplomacy``: every difference must have a known cause.

A failing phase is named ``kind number`` and written out as orders; ``make_fighting_situation(Random("fighting 7"))``
makes it again.
"""

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

import pytest

from legation.board import Position
from legation.judge import (
    count_adjustments,
    count_centres,
    judge_adjustments,
    judge_retreats,
    list_build_sites,
    settle_ownership,
)
from legation.orders import Submission, make_retreat_book
from tests.peers.compare import Judged, Referee, explain, explain_winter, judge_both, judge_ours, list_events
from tests.peers.diplomacy_engine import Engine, read_position
from tests.peers.positions import (
    BOARD,
    POWERS,
    RULEBOOK,
    VARIANT,
    Situation,
    choose_adjustments,
    choose_orders,
    choose_retreats,
    make_fighting_situation,
    make_plain_situation,
    make_rout,
    make_winter_position,
)

GAME_YEARS = 5
MOVEMENTS: dict[str, Callable[[Random], Situation]] = {
    "plain": make_plain_situation,
    "fighting": make_fighting_situation,
    "rout": make_rout,
}


@dataclass
class Tally:
    """What was compared, what happened in it, and which differences were found."""

    phases: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def text(self) -> str:
        lines = []
        for title, counter in (("phases", self.phases), ("with event", self.events), ("differing by", self.causes)):
            lines += [f"{title}:", *(f"  {count:8} {name}" for name, count in counter.most_common())]
        return "\n".join(lines + self.failures[:5])


class Contest:
    """Lets both engines judge the same phases."""

    def __init__(self) -> None:
        self.engine = Engine()
        self.bench = Engine()
        """A second game, for trying out causes while the first waits in the middle of one."""
        self.tally = Tally()

    def run_movements(self, kind: str, numbers: Iterable[int]) -> None:
        """Movement phases, each with the retreats and the change of owners that follow."""
        for number in numbers:
            label = f"{kind} {number}"
            rng = Random(label)
            judged = judge_both(self.engine, MOVEMENTS[kind](rng))
            self._record(kind, label, judged)
            if is_in_step(judged):
                self._finish_turn(label, rng, judged.verdict.position, judged.situation.season)

    def run_winters(self, numbers: Iterable[int]) -> None:
        """Adjustment phases."""
        for number in numbers:
            label = f"winter {number}"
            rng = Random(label)
            position = make_winter_position(rng)
            self.engine.set_up(position, "W1901A")
            self._judge_winter(label, rng, position)

    def run_games(self, numbers: Iterable[int]) -> None:
        """Whole games from the start; the engine goes its own way and is put right only after a difference."""
        for number in numbers:
            rng = Random(f"game {number}")
            position = VARIANT.start
            self.engine = Engine()
            for year in range(VARIANT.first_year, VARIANT.first_year + GAME_YEARS):
                label = f"game {number}, {year}"
                position = self._play_season(label, rng, position, f"S{year}M", f"F{year}M")
                position = self._play_season(label, rng, position, f"F{year}M", f"W{year}A")
                if has_winner(position):
                    self._check(label, "phase", "COMPLETED", self.engine.phase)
                    break
                if needs_winter(position):
                    position = self._judge_winter(label, rng, position)
                self._check(label, "phase", f"S{year + 1}M", self.engine.phase)

    def _play_season(self, label: str, rng: Random, position: Position, phase: str, next_phase: str) -> Position:
        situation = Situation(position, choose_orders(rng, position), phase[0])
        self._check(label, "phase", phase, self.engine.phase)
        self.engine.give(situation.submissions())
        theirs = self.engine.process()
        judged = Judged(situation, RULEBOOK, judge_ours(situation, RULEBOOK), theirs, self.engine.results)
        self._record("game", f"{label} {phase}", judged)
        after = judged.verdict.position
        if is_in_step(judged):
            return self._finish_turn(f"{label} {phase}", rng, after, phase[0])
        if after.dislodged:
            self.engine.set_up(after, phase[:-1] + "R")
            return self._finish_turn(f"{label} {phase}", rng, after, phase[0])
        if phase[0] == "F":
            after = settle_ownership(BOARD, after, RULEBOOK)
        self.engine.set_up(after, self._skip_winter(after, next_phase))
        return after

    @staticmethod
    def _skip_winter(position: Position, phase: str) -> str:
        if phase.endswith("A") and has_winner(position):
            return "COMPLETED"
        return phase if phase.endswith("M") or needs_winter(position) else f"S{int(phase[1:-1]) + 1}M"

    def _record(self, kind: str, label: str, judged: Judged) -> None:
        """Count the phase, check it by the rules, and find out why the engines differ if they do."""
        self.tally.phases[f"{kind}, movement"] += 1
        self.tally.events.update(list_events(judged))
        if Referee(judged.situation, judged.our_moves, judged.stopped).find_wrong():
            self._fail(label, "our verdict breaks the rules", judged.text())
        if judged.agrees:
            return
        causes = explain(self.bench, judged)
        if causes is None:
            self._fail(label, "unexplained", judged.text())
        else:
            self.tally.causes[" + ".join(causes)] += 1
        if judged.our_moves != judged.their_moves and not is_their_fault(judged):
            self._fail(label, "their verdict breaks no rule", judged.text())

    def _finish_turn(self, label: str, rng: Random, position: Position, season: str) -> Position:
        """Retreats, if any are due, and the change of owners after a Fall."""
        if position.dislodged:
            position = self._judge_retreats(label, rng, position)
        if season == "F":
            position = settle_ownership(BOARD, position, RULEBOOK)
            self.tally.phases["ownership"] += 1
        ours, theirs = read_position(position), self.engine.read()
        self._check(label, "owners", ours.owners, theirs.owners)
        self._check(label, "units", ours.units, theirs.units)
        return position

    def _judge_retreats(self, label: str, rng: Random, position: Position) -> Position:
        submissions = choose_retreats(rng, position)
        self.engine.give(submissions)
        theirs = self.engine.process()
        verdict = judge_retreats(BOARD, position, make_retreat_book(BOARD, position, submissions), RULEBOOK)
        self.tally.phases["retreats"] += 1
        self.tally.events.update({f"retreats: {outcome.reason.value}" for outcome in verdict.outcomes})
        ours = read_position(verdict.position)
        if ours.units != theirs.units:
            lines = [f"{waiting.unit} {waiting.retreats}" for waiting in position.dislodged]
            self._fail(label, "retreats", "\n".join([*lines, *texts(submissions)]))
        return verdict.position

    def _judge_winter(self, label: str, rng: Random, position: Position) -> Position:
        submissions = choose_adjustments(rng, position)
        self.engine.give(submissions)
        theirs = self.engine.process()
        verdict = judge_adjustments(BOARD, position, submissions, RULEBOOK).verdict
        self.tally.phases["winter"] += 1
        self.tally.events.update({f"winter: {outcome.reason.value}" for outcome in verdict.outcomes})
        ours = read_position(verdict.position)
        if ours.units == theirs.units:
            return verdict.position
        cause = explain_winter(position, submissions, theirs)
        if cause is None:
            self._fail(label, "winter", "\n".join([repr(position), *texts(submissions)]))
        else:
            self.tally.causes[cause] += 1
        self.engine.set_up(verdict.position, self.engine.phase)
        return verdict.position

    def _check(self, label: str, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            self._fail(label, what, f"ours   {ours}\ntheirs {theirs}")

    def _fail(self, label: str, problem: str, text: str) -> None:
        self.tally.failures.append(f"\n{label}: {problem}\n{text}")


def is_in_step(judged: Judged) -> bool:
    """Whether both engines stand at the same units and dislodged units, so that the turn can go on."""
    return judged.ours.units == judged.theirs.units and judged.ours.retreats.keys() == judged.theirs.retreats.keys()


def is_their_fault(judged: Judged) -> bool:
    """Whether their verdict breaks a rule: a move came out wrong, or a ring of moves stopped for no reason."""
    wrong = Referee(judged.situation, judged.their_moves, judged.stopped).find_wrong()
    return bool(wrong) or judged.their_moves < judged.our_moves


def has_winner(position: Position) -> bool:
    return any(count_centres(BOARD, position, power) >= VARIANT.victory_centres for power in POWERS)


def needs_winter(position: Position) -> bool:
    dues = {power: count_adjustments(BOARD, position, power) for power in POWERS}
    return any(
        due < 0 or (due > 0 and list_build_sites(BOARD, position, power, RULEBOOK)) for power, due in dues.items()
    )


def texts(submissions: Iterable[Submission]) -> list[str]:
    return [f"  {submission.power}: {submission.text}" for submission in submissions]


def hold_contest(phases: int) -> Tally:
    """About so many phases: most of them fights, the rest plain, winters and games (some 16 phases each)."""
    contest = Contest()
    contest.run_movements("fighting", range(phases * 55 // 100))
    contest.run_movements("rout", range(phases * 10 // 100))
    contest.run_movements("plain", range(phases * 15 // 100))
    contest.run_winters(range(phases * 10 // 100))
    contest.run_games(range(max(1, phases * 10 // 1600)))
    logging.getLogger(__name__).info("%s", contest.tally.text())
    return contest.tally


def test_short_contest_has_no_unexplained_difference() -> None:
    tally = hold_contest(6000)
    assert not tally.failures, tally.text()


@pytest.mark.soak
def test_long_contest_has_no_unexplained_difference() -> None:
    tally = hold_contest(int(os.environ.get("LEGATION_SOAK_PHASES", "20000")))
    assert not tally.failures, tally.text()
