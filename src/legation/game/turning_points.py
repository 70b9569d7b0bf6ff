"""The turning points of a game, found in its records.

Each kind says precisely when it is one. Centres are those that count by the rulebook, after a phase was judged.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from legation.board import PowerId, SpaceId
from legation.game.phase import Phase
from legation.game.phase_facts import CentreChange, Holdings, PhaseFacts
from legation.game.statistics import list_stabs
from legation.judge import list_homes
from legation.variants import Variant

MOST_STABS = 5
"""Stabs that are turning points: those that brought most centres, the earlier of two that brought as many."""
SMALLEST_SWING = 3
"""The net number of centres that a power must win or lose in a year to make it a turning point."""


class TurnKind(StrEnum):
    """The kinds of turning point, in the order in which those of one phase are listed."""

    FIRST_HOME = "first_home"
    """For the first time a home centre fell to another power."""
    STAB = "stab"
    """A stab that brought its author centres of the victim in the same year or the next; at most five of them."""
    GAIN = "gain"
    """The year in which a power won most in all; of equal years, the first."""
    LOSS = "loss"
    """The year in which a power lost most in all; of equal years, the first."""
    HOMES_LOST = "homes_lost"
    """A power lost the last of its home centres, and played on."""
    LEAD = "lead"
    """A power had more centres than any other, and was not the last that did."""
    LEAD_KEPT = "lead_kept"
    """The winner took the lead, and had it until the end."""
    FALL = "fall"
    """A power was put out of the game."""
    END = "end"
    """The game ended."""


ORDER = tuple(TurnKind)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One turning point: the fields filled in besides power and phase depend on its kind."""

    kind: TurnKind
    phase: Phase
    power: PowerId | None
    """The power that won, lost, led, fell or stabbed; none at the end of a game."""
    others: tuple[PowerId, ...] = ()
    """Who took the centres; who was stabbed; who led before; who won, at the end."""
    spaces: tuple[SpaceId, ...] = ()
    number: int = 0
    """Centres won, lost or held."""


def list_turning_points(variant: Variant, start: Holdings, facts: Sequence[PhaseFacts]) -> tuple[TurningPoint, ...]:
    """The turning points of a game, in the order in which they came."""
    found: list[TurningPoint] = []
    for seek in (_list_first_home, _list_stabs, _list_swings, _list_homes_lost, _list_leads, _list_falls, _list_end):
        found += seek(variant, start, facts)
    return tuple(sorted(found, key=lambda point: (point.phase.rank, ORDER.index(point.kind), point.power or "")))


def _list_first_home(variant: Variant, _: Holdings, facts: Sequence[PhaseFacts]) -> Iterator[TurningPoint]:
    for one in facts:
        for change in one.changes:
            if change.old and change.new and change.space in list_homes(variant.board, change.old):
                yield TurningPoint(TurnKind.FIRST_HOME, one.phase, change.old, (change.new,), (change.space,))
                return


def _list_stabs(_: Variant, __: Holdings, facts: Sequence[PhaseFacts]) -> list[TurningPoint]:
    found = []
    for stab in list_stabs(facts):
        years = (stab.phase.year, stab.phase.year + 1)
        taken = [
            change.space
            for one in facts
            if one.phase.year in years and one.phase.rank >= stab.phase.rank
            for change in one.changes
            if change.old == stab.against and change.new == stab.by
        ]
        if taken:
            found.append(TurningPoint(TurnKind.STAB, stab.phase, stab.by, (stab.against,), tuple(taken), len(taken)))
    return sorted(found, key=lambda point: -point.number)[:MOST_STABS]


def _list_swings(variant: Variant, _: Holdings, facts: Sequence[PhaseFacts]) -> Iterator[TurningPoint]:
    swings: list[tuple[int, int, PowerId]] = []
    for year in sorted({one.phase.year for one in facts}):
        in_year = [one for one in facts if one.phase.year == year]
        # Phase by phase: what a game master corrected between them is no swing.
        for power in variant.powers:
            won = sum(one.after.counts[power] - one.before.counts[power] for one in in_year)
            swings.append((won, year, power))
    gains = [swing for swing in swings if swing[0] >= SMALLEST_SWING]
    losses = [swing for swing in swings if swing[0] <= -SMALLEST_SWING]
    if gains:
        number, year, power = max(gains, key=lambda swing: swing[0])
        lost = _list_changes(facts, year, lambda change: change.new == power)
        others = tuple(sorted({change.old for _, change in lost if change.old}))
        yield TurningPoint(TurnKind.GAIN, _last_phase(facts, year, power), power, others, number=number)
    if losses:
        number, year, power = min(losses, key=lambda swing: swing[0])
        lost = _list_changes(facts, year, lambda change: change.old == power)
        others = tuple(sorted({change.new for _, change in lost if change.new}))
        yield TurningPoint(TurnKind.LOSS, _last_phase(facts, year, power), power, others, number=-number)


def _list_changes(
    facts: Sequence[PhaseFacts], year: int, is_wanted: Callable[[CentreChange], bool]
) -> list[tuple[Phase, CentreChange]]:
    in_year = [one for one in facts if one.phase.year == year]
    return [(one.phase, change) for one in in_year for change in one.changes if is_wanted(change)]


def _last_phase(facts: Sequence[PhaseFacts], year: int, power: PowerId) -> Phase:
    """The last phase of a year in which a power's centres became more or fewer."""
    in_year = [one for one in facts if one.phase.year == year]
    changed = [one.phase for one in in_year if one.before.counts[power] != one.after.counts[power]]
    return changed[-1] if changed else in_year[-1].phase


def _list_homes_lost(variant: Variant, _: Holdings, facts: Sequence[PhaseFacts]) -> Iterator[TurningPoint]:
    for power in variant.powers:
        homes = list_homes(variant.board, power)
        for one in facts:
            held = [space for space in homes if one.before.owners.get(space) == power]
            keeps = any(one.after.owners.get(space) == power for space in homes)
            if held and not keeps and power in one.after.alive:
                takers = {one.after.owners[space] for space in held if space in one.after.owners}
                yield TurningPoint(TurnKind.HOMES_LOST, one.phase, power, tuple(sorted(takers)), tuple(held))


def _list_leads(_: Variant, start: Holdings, facts: Sequence[PhaseFacts]) -> Iterator[TurningPoint]:
    leader = _find_leader(start)
    leads: list[TurningPoint] = []
    for one in facts:
        now = _find_leader(one.after)
        if now and now != leader:
            others = (leader,) if leader else ()
            leads.append(TurningPoint(TurnKind.LEAD, one.phase, now, others, number=one.after.counts[now]))
            leader = now
    ending = facts[-1].ending if facts else None
    for number, lead in enumerate(leads, start=1):
        is_kept = ending is not None and number == len(leads) and ending.powers == (lead.power,)
        kind = TurnKind.LEAD_KEPT if is_kept else TurnKind.LEAD
        yield TurningPoint(kind, lead.phase, lead.power, lead.others, number=lead.number)


def _find_leader(holdings: Holdings) -> PowerId | None:
    """The one power with the most centres, if there is one."""
    most = max(holdings.counts.values(), default=0)
    first = [power for power, number in holdings.counts.items() if number == most]
    return first[0] if len(first) == 1 else None


def _list_falls(_: Variant, __: Holdings, facts: Sequence[PhaseFacts]) -> Iterator[TurningPoint]:
    for place, one in enumerate(facts):
        for power in one.fallen:
            yield TurningPoint(TurnKind.FALL, one.phase, power, _list_conquerors(facts[: place + 1], power))


def _list_conquerors(facts: Sequence[PhaseFacts], power: PowerId) -> tuple[PowerId, ...]:
    """Who took the last centres that a power lost."""
    for one in reversed(facts):
        takers = {change.new for change in one.changes if change.old == power and change.new}
        if takers:
            return tuple(sorted(takers))
    return ()


def _list_end(_: Variant, __: Holdings, facts: Sequence[PhaseFacts]) -> Iterator[TurningPoint]:
    ending = facts[-1].ending if facts else None
    if ending:
        yield TurningPoint(TurnKind.END, facts[-1].phase, None, ending.powers)
