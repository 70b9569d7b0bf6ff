"""The fixed table of choices of a variant: one list of templates for every space, each relative to the unit there.

A template such as "move to the third neighbour" means a different order in every space, so the table stays small on a
giant board: a few hundred choices instead of a hundred thousand orders. Neighbours are ranked by their numbers on the
board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from legation.board import Board, LocationId, SpaceId, Terrain, UnitKey, aboard, bits_of, space_of
from legation.judge import Rulebook
from legation.orders import Embark
from legation.variants import Variant

NOTHING: Final = 0
"""Hold, disband, or leave alone: also the choice of a slot without a unit."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """The start of each kind of template; ``size`` is their number."""

    move: int
    """To the k-th step."""
    support_hold: int
    """Support the unit in the k-th space nearby to hold."""
    support_move: int
    """Support a move into the k-th space nearby, by the unit in the j-th space beside it."""
    support_landing: int
    """Support a move into the k-th space nearby, by an own army that goes there by convoy."""
    voyage: int
    """By convoy to the v-th shore; for a retreat, by ferry."""
    convoy: int
    """Convoy an own army that goes to the v-th shore."""
    embark: int
    """Take aboard the army in the j-th space beside the ship."""
    build_army: int
    build_transport: int
    build_fleet: int
    """At the c-th location of the space: the plain one, then its coasts."""
    remove: int
    size: int


@dataclass(frozen=True, slots=True)
class ActionTable:
    """The meaning of a variant's choices."""

    board: Board
    slots: tuple[UnitKey, ...]
    """Every space; where ships take armies aboard, then every space again for the army aboard."""
    locations: tuple[LocationId, ...]
    """By number: the spaces, then all separate coasts. The batch engine uses the same numbers."""
    steps: tuple[Mapping[LocationId, tuple[LocationId, ...]], Mapping[LocationId, tuple[LocationId, ...]]]
    """By land, by sea: for each location, the moves of a unit in one step."""
    near: tuple[Mapping[LocationId, tuple[SpaceId, ...]], Mapping[LocationId, tuple[SpaceId, ...]]]
    """The same as spaces, without repeats."""
    origins: Mapping[SpaceId, tuple[SpaceId, ...]]
    """All spaces beside a space."""
    shores: tuple[SpaceId, ...]
    """Land beside water."""
    ranges: Ranges
    most_origins: int

    def describe(self, choice: int) -> str:
        """A template in words."""
        ranges = self.ranges
        names = (
            ("move to step", ranges.move, ranges.support_hold),
            ("support the unit in space nearby", ranges.support_hold, ranges.support_move),
            ("support a landing in space nearby", ranges.support_landing, ranges.voyage),
            ("go by convoy to shore", ranges.voyage, ranges.convoy),
            ("convoy an own army to shore", ranges.convoy, ranges.embark),
            ("take aboard the army in space beside", ranges.embark, ranges.build_army),
            ("build a fleet at location", ranges.build_fleet, ranges.remove),
        )
        for words, start, end in names:
            if start <= choice < end:
                return f"{words} {choice - start}"
        if ranges.support_move <= choice < ranges.support_landing:
            near, origin = divmod(choice - ranges.support_move, self.most_origins)
            return f"support into space nearby {near} the unit in space {origin} beside it"
        return {
            NOTHING: "hold, disband or nothing",
            ranges.build_army: "build an army",
            ranges.build_transport: "build a transport fleet",
            ranges.remove: "remove the unit",
        }[choice]


def number_locations(board: Board) -> tuple[LocationId, ...]:
    """The locations by number, as in the batch engine."""
    coasts = [place for space in board.spaces.values() for place in space.locations[1:]]
    return (*(LocationId(space) for space in board.order), *coasts)


def make_action_table(variant: Variant, rulebook: Rulebook | None = None) -> ActionTable:
    """The table of a variant."""
    board = variant.board
    takes_aboard = Embark in (rulebook or variant.rulebook).extra_kinds
    locations = number_locations(board)
    rank = {location: number for number, location in enumerate(locations)}
    by_land = {place: _by_land(board, place, takes_aboard=takes_aboard) for place in locations}
    steps = (
        {place: tuple(sorted(targets, key=rank.__getitem__)) for place, targets in by_land.items()},
        {place: tuple(sorted(board.fleet_moves[place], key=rank.__getitem__)) for place in locations},
    )
    near = tuple(
        {
            place: tuple(sorted({space_of(target) for target in targets}, key=lambda space: rank[LocationId(space)]))
            for place, targets in table.items()
        }
        for table in steps
    )
    origins = {
        space: tuple(board.order[number] for number in bits_of(board.plain_links[at]))
        for at, space in enumerate(board.order)
    }
    shores = tuple(space for at, space in enumerate(board.order) if _is_shore(board, at, space))
    slots: tuple[UnitKey, ...] = (*board.order, *(map(aboard, board.order) if takes_aboard else ()))
    most_steps = max(len(targets) for table in steps for targets in table.values())
    most_origins = max(len(found) for found in origins.values())
    coasts = max(len(space.locations) for space in board.spaces.values())
    ranges = _make_ranges(most_steps, most_origins, len(shores), coasts)
    return ActionTable(board, slots, locations, steps, (near[0], near[1]), origins, shores, ranges, most_origins)


def _by_land(board: Board, place: LocationId, *, takes_aboard: bool) -> set[LocationId]:
    """The moves of an army in one step; with ships, also aboard one, and from one ashore."""
    targets = set(board.army_moves[place])
    if takes_aboard:
        targets |= {LocationId(board.order[number]) for number in bits_of(board.plain_links[board.index[place]])}
    return targets


def _is_shore(board: Board, number: int, space: SpaceId) -> bool:
    return board.spaces[space].terrain is Terrain.LAND and bool(board.convoy_links[number])


def _make_ranges(steps: int, origins: int, shores: int, coasts: int) -> Ranges:
    move = 1
    support_hold = move + steps
    support_move = support_hold + steps
    support_landing = support_move + steps * origins
    voyage = support_landing + steps
    convoy = voyage + shores
    embark = convoy + shores
    build_army = embark + origins
    build_fleet = build_army + 2
    remove = build_fleet + coasts
    return Ranges(
        move=move,
        support_hold=support_hold,
        support_move=support_move,
        support_landing=support_landing,
        voyage=voyage,
        convoy=convoy,
        embark=embark,
        build_army=build_army,
        build_transport=build_army + 1,
        build_fleet=build_fleet,
        remove=remove,
        size=remove + 1,
    )
