"""The figures of a game that a zine would print, added up from the facts of each phase."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from legation.board import PowerId, SpaceId
from legation.game.phase import Phase
from legation.game.phase_facts import Attack, Holdings, OrderCount, OrderKind, PhaseFacts
from legation.variants import Variant

FRIENDLY_PHASES = 4
"""For this many movement phases (two years) a power that helped another counts as its friend."""


class SupportCount(NamedTuple):
    """How often one power's units were ordered to support those of another, or of its own."""

    giver: PowerId
    helped: PowerId
    ordered: int
    given: int
    """Those that were neither cut nor without a match."""


class Stab(NamedTuple):
    """A power attacked another although one had helped the other in the last two years, and neither had attacked since.

    Help is a support or a convoy that matched the other's order. An attack is a move against a unit that stood in its
    place and stayed, or into a centre of the other; not one that the other itself supported or carried.
    """

    phase: Phase
    by: PowerId
    against: PowerId
    spaces: tuple[SpaceId, ...]


class FrontYear(NamedTuple):
    """The spaces in which two powers fought in a year: a space is listed once for each phase of fighting."""

    year: int
    spaces: tuple[SpaceId, ...]


class Front(NamedTuple):
    """The spaces in which two powers fought each other, by year; years without a fight are left out."""

    powers: tuple[PowerId, PowerId]
    years: tuple[FrontYear, ...]

    @property
    def fights(self) -> int:
        """How often they fought."""
        return sum(len(year.spaces) for year in self.years)


class IdleYear(NamedTuple):
    """How many of a power's units were idle in a year, of how many; a unit counts once for each movement phase."""

    year: int
    idle: int
    units: int


class Tenure(NamedTuple):
    """The owner of a centre, if any, and since when."""

    owner: PowerId | None
    since: Phase | None
    """Nothing: from the start."""


class CentreStory(NamedTuple):
    """Who held a centre, one after the other."""

    space: SpaceId
    tenures: tuple[Tenure, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures of all judged phases of a game."""

    phases: tuple[Phase, ...]
    years: tuple[int, ...]
    """Those in which a movement phase was judged."""
    orders: tuple[OrderCount, ...]
    """Orders of movement phases, by power and kind."""
    refused: Mapping[PowerId, int]
    """Lines of movement phases that could not be read or were not legal."""
    supports: tuple[SupportCount, ...]
    stabs: tuple[Stab, ...]
    fronts: tuple[Front, ...]
    """The pair that fought most often first."""
    battlegrounds: tuple[tuple[SpaceId, int], ...]
    """The spaces that were fought over, those with the most fights first."""
    idle: Mapping[PowerId, tuple[IdleYear, ...]]
    centres: tuple[CentreStory, ...]


def make_statistics(variant: Variant, start: Holdings, facts: Sequence[PhaseFacts]) -> Statistics:
    """Add up the phases of a game."""
    fights: Counter[SpaceId] = Counter(fight.space for one in facts for fight in one.fights)
    return Statistics(
        phases=tuple(one.phase for one in facts),
        years=tuple(sorted({one.phase.year for one in facts if one.units is not None})),
        orders=_add_orders(variant, facts),
        refused=_add_refused(facts),
        supports=_add_supports(variant, facts),
        stabs=list_stabs(facts),
        fronts=_draw_fronts(facts),
        battlegrounds=tuple(sorted(fights.items(), key=lambda found: (-found[1], found[0]))),
        idle={power: _add_idle(power, facts) for power in variant.powers},
        centres=_tell_centres(variant, start, facts),
    )


def _add_orders(variant: Variant, facts: Sequence[PhaseFacts]) -> tuple[OrderCount, ...]:
    number: Counter[tuple[PowerId, OrderKind]] = Counter()
    good: Counter[tuple[PowerId, OrderKind]] = Counter()
    for count in (count for one in facts for count in one.orders):
        number[count.power, count.kind] += count.number
        good[count.power, count.kind] += count.succeeded
    keys = [(power, kind) for power in variant.powers for kind in OrderKind if number[power, kind]]
    return tuple(OrderCount(*key, number[key], good[key]) for key in keys)


def _add_refused(facts: Sequence[PhaseFacts]) -> dict[PowerId, int]:
    refused: Counter[PowerId] = Counter()
    for one in facts:
        refused.update(one.refused or {})
    return dict(refused)


def _add_supports(variant: Variant, facts: Sequence[PhaseFacts]) -> tuple[SupportCount, ...]:
    supports = [found for one in facts for found in one.helps if found.kind is OrderKind.SUPPORT]
    ordered = Counter((found.giver, found.helped) for found in supports)
    given = Counter((found.giver, found.helped) for found in supports if found.is_given)
    pairs = [(giver, helped) for giver in variant.powers for helped in variant.powers if ordered[giver, helped]]
    return tuple(SupportCount(*pair, ordered[pair], given[pair]) for pair in pairs)


def list_stabs(facts: Sequence[PhaseFacts]) -> tuple[Stab, ...]:
    """Every stab of a game, in the order of the phases."""
    stabs: list[Stab] = []
    # The pairs that helped each other in each of the last movement phases, without those that have fought since.
    friends: deque[set[frozenset[PowerId]]] = deque(maxlen=FRIENDLY_PHASES)
    for one in facts:
        if one.units is None:
            continue
        for (by, against), spaces in _group_attacks(one.attacks):
            pair = frozenset({by, against})
            if any(pair in phase for phase in friends):
                stabs.append(Stab(one.phase, by, against, spaces))
        broken = {frozenset({attack.by, attack.against}) for attack in one.attacks}
        for friendly in friends:
            friendly.difference_update(broken)
        helped = {frozenset({found.giver, found.helped}) for found in one.helps if found.is_matched}
        friends.append({pair for pair in helped - broken if len(pair) == 2})
    return tuple(stabs)


def _group_attacks(attacks: Sequence[Attack]) -> Iterator[tuple[tuple[PowerId, PowerId], tuple[SpaceId, ...]]]:
    found: dict[tuple[PowerId, PowerId], list[SpaceId]] = {}
    for attack in attacks:
        found.setdefault((attack.by, attack.against), []).append(attack.space)
    for pair, spaces in sorted(found.items()):
        yield pair, tuple(sorted(spaces))


def _draw_fronts(facts: Sequence[PhaseFacts]) -> tuple[Front, ...]:
    found: dict[tuple[PowerId, PowerId], dict[int, list[SpaceId]]] = {}
    for one in facts:
        for fight in one.fights:
            found.setdefault(fight.powers, {}).setdefault(one.phase.year, []).append(fight.space)
    fronts = [
        Front(powers, tuple(FrontYear(year, tuple(sorted(spaces))) for year, spaces in years.items()))
        for powers, years in found.items()
    ]
    return tuple(sorted(fronts, key=lambda front: (-front.fights, front.powers)))


def _add_idle(power: PowerId, facts: Sequence[PhaseFacts]) -> tuple[IdleYear, ...]:
    years: dict[int, tuple[int, int]] = {}
    for one in facts:
        units = (one.units or {}).get(power, 0)
        if units:
            idle, whole = years.get(one.phase.year, (0, 0))
            years[one.phase.year] = (idle + (one.idle or {}).get(power, 0), whole + units)
    return tuple(IdleYear(year, idle, whole) for year, (idle, whole) in years.items())


def _tell_centres(variant: Variant, start: Holdings, facts: Sequence[PhaseFacts]) -> tuple[CentreStory, ...]:
    """Who held each centre when; a correction counts from the phase that was judged after it."""
    stories = {
        space.id: [Tenure(start.owners.get(space.id), None)]
        for space in variant.board.spaces.values()
        if space.centre.is_counted
    }
    for one in facts:
        for holdings in (one.before, one.after):
            for space, tenures in stories.items():
                if holdings.owners.get(space) != tenures[-1].owner:
                    tenures.append(Tenure(holdings.owners.get(space), one.phase))
    return tuple(CentreStory(space, tuple(tenures)) for space, tenures in stories.items())
