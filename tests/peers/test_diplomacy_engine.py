"""Our judge against the PyPI engine ``diplomacy``: every difference must have a known cause.

A failing phase is named ``kind number`` and written out as orders; ``make_fighting_situation(Random("fighting 7"))``
makes it again.
"""

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from legation.board import LocationId, Position, PowerId, SpaceId, Unit, UnitKind, make_units, space_of
from legation.judge import (
    Reason,
    Result,
    count_adjustments,
    count_centres,
    judge_adjustments,
    judge_retreats,
    list_build_sites,
    settle_ownership,
)
from legation.orders import Convoy, Move, Submission, make_retreat_book
from tests.peers.compare import (
    CAUSES,
    NAMED_BY_CODE,
    UNCHECKED_RETREATS,
    Judged,
    Referee,
    explain,
    explain_winter,
    is_convoyed,
    judge_both,
    judge_ours,
    seas_beside,
)
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
    make_tangle,
    make_winter_position,
    parse_situation,
    write_position,
)

SHORT = 6000
"""Phases of the short contest, some 20 seconds."""
GAME_YEARS = 5
MOVEMENTS: dict[str, Callable[[Random], Situation]] = {
    "plain": make_plain_situation,
    "fighting": make_fighting_situation,
    "rout": make_rout,
    "tangle": make_tangle,
}


LEAST_EVENTS: dict[str, int] = {
    "moved": 3000,
    "bounced": 800,
    "repelled": 2000,
    "outmatched": 350,
    "met_head_on": 600,
    "beleaguered garrison": 300,
    "support_given": 2500,
    "support_cut": 1000,
    "support_dislodged": 40,
    "support against an own unit": 600,
    "supported attack on an own unit": 500,
    "ring": 150,
    "swap": 60,
    "convoyed": 400,
    "convoyed over several fleets": 120,
    "tagged move to a neighbour": 400,
    "no_convoy_ordered": 400,
    "convoy_disrupted": 180,
    "carrier_dislodged": 130,
    "convoy_paradox": 100,
    "paradox of several convoys": 3,
    "dislodged": 800,
    "destroyed": 300,
    "retreats: retreated": 700,
    "retreats: retreats_collided": 14,
    "retreats: disbanded_without_order": 100,
    "winter: built": 350,
    "winter: build_waived": 300,
    "winter: removed": 250,
    "winter: removed_by_rule": 150,
}
"""In how many phases of the short contest each must happen: about half as many as do."""
EXAMPLES: dict[str, str] = {
    "choice: land_fallback=no_route_only": """
        FRANCE  A WAL - LON VIA
        TURKEY  F ENG H""",
    "choice: land_fallback=always": """
        FRANCE  A PIC - BEL
        FRANCE  F ENG C A PIC - BEL
        ENGLAND F NTH - ENG
        ENGLAND F IRI S F NTH - ENG""",
    "fault: walk for want of a tag": """
        FRANCE  A PIC - BEL
        FRANCE  F ENG C A PIC - BEL
        ENGLAND F NTH - ENG
        ENGLAND F IRI S F NTH - ENG
        RUSSIA  A SEV - RUM VIA
        TURKEY  F BLA C A SEV - RUM
        AUSTRIA F ANK - BLA
        AUSTRIA F CON S F ANK - BLA""",
    "fault: support hidden by a tag": """
        GERMANY A BEL - LON VIA
        ENGLAND F NTH C A BEL - LON
        FRANCE  A LON H
        FRANCE  A YOR S A BEL - LON""",
    "fault: weak defence": """
        GERMANY A MUN - TYR
        RUSSIA  A BOH S A MUN - TYR
        ITALY   A TYR - MUN
        GERMANY A BER S A TYR - MUN
        GERMANY A KIE S A TYR - MUN""",
    "fault: own attack on carrier": """
        GERMANY A ALB - APU
        RUSSIA  F ION C A ALB - APU
        RUSSIA  F NAP S F TYS - ION
        ENGLAND F TYS - ION""",
    "fault: imagined paradox": """
        GERMANY A DEN - YOR VIA
        GERMANY F NTH C A DEN - YOR
        FRANCE  A YOR S A CLY - EDI
        FRANCE  A CLY - EDI
        GERMANY F EDI S F NTH
        ENGLAND F ENG - NTH""",
    "fault: beleaguered carrier": """
        RUSSIA  A TUN - ROM
        RUSSIA  A TUS S A TUN - ROM
        GERMANY F TYS C A TUN - ROM
        RUSSIA  F NAP - TYS
        RUSSIA  F WES S F NAP - TYS
        ITALY   F ROM - TYS
        ITALY   F LYO S F ROM - TYS""",
    "fault: broken convoy that cuts": """
        FRANCE  A GAS - WAL VIA
        FRANCE  F MAO C A GAS - WAL
        ITALY   F IRI C A GAS - WAL
        RUSSIA  F ENG C A GAS - WAL
        ENGLAND F SPA/SC - MAO
        ITALY   F NAO S F SPA/SC - MAO
        ENGLAND F BEL - ENG
        TURKEY  F WAL S F BEL - ENG""",
    "fault: forgotten convoy": """
        FRANCE  A APU - NAP VIA
        FRANCE  F ION C A APU - NAP
        RUSSIA  A NAP - APU
        AUSTRIA F TYS - ION
        AUSTRIA F GRE S F TYS - ION
        FRANCE  A SYR - GRE VIA
        RUSSIA  F EAS C A SYR - GRE
        AUSTRIA F AEG C A SYR - GRE""",
    "fault: retreats after a convoy unchecked": """
        ENGLAND A LON - BEL
        ENGLAND F NTH C A LON - BEL
        ENGLAND A RUH S A LON - BEL
        FRANCE  A BEL H""",
}
"""A smallest phase for each cause of difference."""


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
        if not is_in_step(judged):
            if not after.dislodged:
                return self._put_right(after, phase[0], next_phase)
            self.engine.set_up(after, phase[:-1] + "R")
        return self._finish_turn(f"{label} {phase}", rng, after, phase[0])

    def _put_right(self, position: Position, season: str, next_phase: str) -> Position:
        """End a turn that needs no retreats, and give our position to the engine."""
        if season == "F":
            position = settle_ownership(BOARD, position, RULEBOOK)
            if has_winner(position):
                next_phase = "COMPLETED"
            elif not needs_winter(position):
                next_phase = f"S{int(next_phase[1:-1]) + 1}M"
        self.engine.set_up(position, next_phase)
        return position

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
            self._fail(label, "retreats", "\n".join([write_position(position), *texts(submissions)]))
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
            self._fail(label, "winter", "\n".join([write_position(position), *texts(submissions)]))
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
    """Whether both engines have the same units and dislodged units, and these may retreat where we let them."""
    ours, theirs = judged.ours, judged.theirs
    if ours.units != theirs.units or ours.retreats.keys() != theirs.retreats.keys():
        return False
    return all(options <= theirs.retreats[unit] for unit, options in ours.retreats.items())


def is_their_fault(judged: Judged) -> bool:
    """Whether their verdict breaks a rule: a move came out wrong, or a ring of moves stopped for no reason."""
    wrong = Referee(judged.situation, judged.their_moves, judged.stopped).find_wrong()
    return bool(wrong) or judged.their_moves < judged.our_moves


def list_events(judged: Judged) -> set[str]:
    """What happened in a phase, by our verdict."""
    events = {outcome.reason.value for outcome in judged.verdict.outcomes}
    events |= {outcome.fate.value for outcome in judged.verdict.outcomes}
    for move in judged.given(Move):
        events |= set(_list_move_events(judged, move))
    if len({order.army for order in judged.given(Convoy) if order.unit.space in judged.stopped}) > 1:
        events.add("paradox of several convoys")
    return events


def _list_move_events(judged: Judged, move: Move) -> Iterator[str]:
    start, goal = move.unit.space, space_of(move.target)
    helpers = [
        helper for helper in judged.helpers(move) if judged.outcomes[helper.unit.space].result is Result.SUCCEEDS
    ]
    if move.via_convoy and move.target in BOARD.army_moves[LocationId(start)]:
        yield "tagged move to a neighbour"
    if start in judged.our_moves:
        yield from _list_travel_events(judged, move)
    elif judged.power_in(goal) == judged.power_in(start) and helpers:
        yield "supported attack on an own unit"
    if any(judged.power_in(helper.unit.space) == judged.power_in(goal) for helper in helpers):
        yield "support against an own unit"
    strengths = judged.outcomes[start].strengths
    if judged.outcomes[start].reason is Reason.BOUNCED and strengths and strengths.attack > strengths.hold > 0:
        yield "beleaguered garrison"


def _list_travel_events(judged: Judged, move: Move) -> Iterator[str]:
    start, goal = move.unit.space, space_of(move.target)
    if is_convoyed(judged.situation, move):
        yield "convoyed"
        ends = set(seas_beside(start)) & set(seas_beside(goal))
        if not ends & set(judged.carriers(move)):
            yield "convoyed over several fleets"
    trail = [start]
    while (space := _next_on_trail(judged, trail[-1])) not in (None, *trail):
        assert space
        trail.append(space)
    if space == start:
        yield "swap" if len(trail) == 2 else "ring"


def _next_on_trail(judged: Judged, space: SpaceId) -> SpaceId | None:
    order = judged.situation.orders.get(space)
    return space_of(order.target) if isinstance(order, Move) and space in judged.our_moves else None


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
    """About so many phases: fights of several sorts, plain positions, winters, and games (some 16 phases each)."""
    contest = Contest()
    for kind, percent in (("fighting", 40), ("tangle", 15), ("rout", 10), ("plain", 15)):
        contest.run_movements(kind, range(phases * percent // 100))
    contest.run_winters(range(phases * 10 // 100))
    contest.run_games(range(max(1, phases * 10 // 1600)))
    logging.getLogger(__name__).info("%s", contest.tally.text())
    return contest.tally


def check_tally(tally: Tally, phases: int) -> None:
    assert not tally.failures, tally.text()
    floors = {event: least * phases // SHORT for event, least in LEAST_EVENTS.items()}
    assert {event: tally.events[event] for event, least in floors.items() if tally.events[event] < least} == {}


@pytest.mark.parametrize("cause", EXAMPLES)
def test_each_cause_has_an_example(cause: str) -> None:
    engine = Engine()
    judged = judge_both(engine, parse_situation(EXAMPLES[cause]))
    assert explain(engine, judged) == (cause,), judged.text()
    assert not Referee(judged.situation, judged.our_moves).find_wrong()


def test_every_cause_is_named_in_the_examples() -> None:
    assert set(EXAMPLES) == {cause.name for cause in CAUSES} | {UNCHECKED_RETREATS}


def test_equally_far_units_are_removed_by_name_and_not_by_code() -> None:
    italy = PowerId("ITALY")
    armies = [Unit(italy, UnitKind.ARMY, LocationId(space)) for space in ("LVN", "LVP")]
    position = Position(make_units(armies), {SpaceId("ROM"): italy})
    engine = Engine()
    engine.set_up(position, "W1901A")
    theirs = engine.process()
    assert theirs.units == {(italy, "A LVP")}
    assert judge_adjustments(BOARD, position, [], RULEBOOK).verdict.destroyed == (armies[1],)
    assert explain_winter(position, [], theirs) == NAMED_BY_CODE


def test_made_up_difference_is_not_explained() -> None:
    engine = Engine()
    judged = judge_both(engine, parse_situation("FRANCE A PAR - BUR\nFRANCE A MAR H"))
    assert judged.agrees
    unmoved = frozenset({(PowerId("FRANCE"), "A PAR"), (PowerId("FRANCE"), "A MAR")})
    assert explain(engine, replace(judged, theirs=replace(judged.theirs, units=unmoved))) is None


def test_referee_finds_a_made_up_result() -> None:
    situation = parse_situation("FRANCE A PAR - BUR\nGERMANY A MUN - BUR")
    assert not Referee(situation, frozenset()).find_wrong()
    assert Referee(situation, frozenset({SpaceId("PAR")})).find_wrong() == [situation.orders[SpaceId("PAR")]]


def test_short_contest_has_no_unexplained_difference() -> None:
    check_tally(hold_contest(SHORT), SHORT)


@pytest.mark.soak
def test_long_contest_has_no_unexplained_difference() -> None:
    phases = int(os.environ.get("LEGATION_SOAK_PHASES", "20000"))
    check_tally(hold_contest(phases), phases)
