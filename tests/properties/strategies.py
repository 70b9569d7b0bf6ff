"""Random orders, positions and mangled texts on the regular board."""

from collections.abc import Sequence, Set
from random import Random
from typing import Final, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from legation.board import (
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Terrain,
    Unit,
    UnitKind,
    bits_of,
    make_units,
    space_of,
)
from legation.orders import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    Piece,
    Retreat,
    Submission,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
    parse_order,
    piece_of,
)
from tests.kit import STANDARD, make_unit

QUICK: Final = settings(deadline=None, derandomize=True, max_examples=100)
"""Every run tries the same examples, so that a red test stays red."""

LOCATIONS: Final = tuple(location for space in STANDARD.spaces.values() for location in space.locations)
SPACES: Final = tuple(STANDARD.spaces)
POWERS: Final = tuple(PowerId(name) for name in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY"))

locations = st.sampled_from(LOCATIONS)
spaces = st.sampled_from(SPACES)
pieces = st.builds(Piece, st.none() | st.sampled_from(UnitKind), locations)
paths = st.lists(spaces, max_size=4, unique=True).map(tuple)


def _make_move(unit: Piece, target: LocationId, path: tuple[SpaceId, ...], is_tagged: bool, carry: int) -> Move:
    """Seas are only ever written in a move by convoy."""
    return Move(unit, target, is_tagged or bool(path), path, carry)


def _make_retreat(unit: Piece, target: LocationId, path: tuple[SpaceId, ...]) -> Retreat:
    return Retreat(unit, target, path[0] if path else None, path[1:])


orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, pieces),
    st.builds(_make_move, pieces, locations, paths, st.booleans(), st.integers(0, 999)),
    st.builds(SupportHold, pieces, pieces),
    st.builds(SupportMove, pieces, pieces, locations),
    st.builds(Convoy, pieces, pieces, locations),
    st.builds(Embark, pieces, pieces),
    st.builds(_make_retreat, pieces, locations, paths),
    st.builds(Disband, pieces),
    st.builds(Build, pieces),
    st.builds(Waive),
    st.builds(Bomb, spaces, spaces),
)


class Situation(NamedTuple):
    """A position, and one order for each unit, as its power wrote it."""

    position: Position
    submissions: list[Submission]


def _neighbourhood(centre: SpaceId, size: int) -> tuple[SpaceId, ...]:
    """The spaces nearest to one, so that units on them get in each other's way."""
    found = [STANDARD.index[LocationId(centre)]]
    for number in found:
        if len(found) >= size:
            break
        found += [near for near in bits_of(STANDARD.plain_links[number]) if near not in found]
    return tuple(STANDARD.order[number] for number in found[:size])


NEIGHBOURHOODS: Final = {space: _neighbourhood(space, 14) for space in SPACES}


def _places(space: SpaceId) -> list[tuple[UnitKind, LocationId]]:
    place = STANDARD.spaces[space]
    armies = [(UnitKind.ARMY, place.locations[0])] if place.terrain is Terrain.LAND else []
    return armies + [(UnitKind.FLEET, where) for where in place.locations if STANDARD.fleet_moves[where]]


PLACES: Final = {space: _places(space) for space in SPACES}


def make_position(chance: Random, most: int) -> Position:
    """Units of a few powers crowded into one part of the board."""
    nearby = NEIGHBOURHOODS[chance.choice(SPACES)]
    powers = POWERS[: chance.randint(2, len(POWERS))]
    taken = chance.sample(nearby, chance.randint(min(most, 5), most))
    return Position(make_units([Unit(chance.choice(powers), *chance.choice(PLACES[space])) for space in taken]))


def make_situation(chance: Random) -> Situation:
    """A position with moves, some over the sea, and other units that help, carry or stand in the way."""
    position = make_position(chance, 14)
    return Situation(position, make_submissions(chance, list(position.units.values())))


def make_submissions(chance: Random, units: Sequence[Unit]) -> list[Submission]:
    """First some units move, often against each other; then the rest help."""
    landings = sorted({shore for unit in units for shore in _shores_beside(unit)})
    moves: dict[Unit, Move] = {}
    for unit in units:
        if chance.random() < _eagerness(unit, landings):
            sought = {other.location for other in units if other.power != unit.power}
            sought |= {move.target for move in moves.values()}
            moves[unit] = _make_step(chance, unit, landings, sought)
    submissions = []
    for unit in units:
        order: MovementOrder = moves[unit] if unit in moves else _make_help(chance, unit, units, list(moves.values()))
        submissions.append(Submission(unit.power, format_order(order), order))
    return submissions


SIMPLE: Final = ("F LON S F WAL - ENG", "F WAL - ENG", "A BRE - LON", "F ENG C A BRE - LON")
BETRAYAL: Final = ("F NTH C A LON - BEL", "A LON - BEL", "F ENG S A LON - BEL", "F BEL S F NTH")
TWO_ROUTES: Final = ("A TUN - NAP", "F TYS C A TUN - NAP", "F ION C A TUN - NAP", "F NAP S F ROM - TYS", "F ROM - TYS")
SECOND_ORDER: Final = ("F EDI S F LON - NTH", "F LON - NTH", "A BRE - LON", "F ENG C A BRE - LON")
PARADOXES: Final = (
    SIMPLE,
    (*SIMPLE, "F YOR S A BRE - LON", "F NTH S F BEL - ENG", "F BEL - ENG"),
    (*BETRAYAL, "F HEL S F SKA - NTH", "F SKA - NTH"),
    TWO_ROUTES,
    (*SECOND_ORDER, "F BEL S F PIC - ENG", "F PIC - ENG", "A NWY - BEL", "F NTH C A NWY - BEL"),
)
"""Convoys that decide about themselves: DATC 6.F.14, 17, 18, 19 and 22, each power to be drawn."""


def make_entanglement(chance: Random) -> Situation:
    """A paradox, whole or with an order missing, and other units all round it."""
    texts = [text for text in chance.choice(PARADOXES) if chance.random() < 0.93]
    powers = [chance.choice(POWERS) for _ in texts]
    core = [
        Submission(power, text, parse_order(text, STANDARD.names)) for power, text in zip(powers, texts, strict=True)
    ]
    placed = [make_unit(found.power, " ".join(found.text.split()[:2])) for found in core]
    taken = {unit.space for unit in placed}
    extra = [unit for unit in make_position(chance, 8).units.values() if unit.space not in taken]
    return Situation(Position(make_units([*placed, *extra])), [*core, *make_submissions(chance, extra)])


def _is_land(location: LocationId) -> bool:
    return STANDARD.space(location).terrain is Terrain.LAND


def _shores_beside(unit: Unit) -> list[LocationId]:
    """Where a fleet at sea could land an army."""
    if _is_land(unit.location):
        return []
    return [LocationId(space_of(shore)) for shore in STANDARD.fleet_moves[unit.location] if _is_land(shore)]


def _eagerness(unit: Unit, landings: Sequence[LocationId]) -> float:
    """Armies beside a fleet go often, fleets at sea seldom: there they can carry."""
    if unit.location in landings:
        return 0.7
    return 0.5 if _is_land(unit.location) else 0.3


def _make_step(chance: Random, unit: Unit, landings: Sequence[LocationId], sought: Set[LocationId]) -> Move:
    """A step, most often to where others stand or go; for an army beside a fleet often a leap over the sea."""
    steps = STANDARD.moves(unit.location, sails=unit.kind is UnitKind.FLEET)
    steps += 4 * tuple(step for step in steps if step in sought)
    if unit.kind is UnitKind.ARMY and unit.location in landings and chance.random() < 0.6:
        return Move(piece_of(unit), chance.choice(landings), chance.random() < 0.3)
    return Move(piece_of(unit), chance.choice(steps))


def _make_help(chance: Random, unit: Unit, units: Sequence[Unit], moves: Sequence[Move]) -> MovementOrder:
    """Convoy or support of what somebody does; failing that, a hold."""
    me = piece_of(unit)
    near = STANDARD.reach(unit.location, sails=unit.kind is UnitKind.FLEET)
    carried = [move for move in moves if move.unit.kind is UnitKind.ARMY]
    wishes: list[MovementOrder] = [Hold(me)]
    wishes += [SupportHold(me, piece_of(held)) for held in units if near >> STANDARD.index[held.location] & 1]
    wishes += 8 * [SupportMove(me, m.unit, m.target) for m in moves if near >> STANDARD.index[m.target] & 1]
    if not _is_land(unit.location):
        convoys = [Convoy(me, move.unit, LocationId(space_of(move.target))) for move in carried]
        wishes += 20 * [convoy for convoy in convoys if _touches(unit, convoy.army.location, convoy.target)]
    return chance.choice(wishes)


def _touches(fleet: Unit, *shores: LocationId) -> bool:
    """Whether a fleet lies off one of the shores; then it is likely to be of use."""
    reach = STANDARD.fleet_reach[fleet.location]
    return any(reach >> STANDARD.index[shore] & 1 for shore in shores)


seeds = st.integers(0, 2**32)
situations = st.one_of(
    seeds.map(lambda seed: make_situation(Random(seed))),
    seeds.map(lambda seed: make_entanglement(Random(seed))),
)
positions = seeds.map(lambda seed: make_position(Random(seed), 14))
small_positions = seeds.map(lambda seed: make_position(Random(seed), 5))


good_texts = orders.map(format_order)


@st.composite
def mangled_texts(draw: st.DrawFn) -> str:
    """A good order in which some letters were dropped, doubled, swapped or replaced."""
    text = draw(good_texts)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        piece = draw(
            st.sampled_from(["", text[at : at + 2][::-1], text[at : at + 1] * 3, " ", "-", "(", "/", "\u2192"])
        )
        text = text[:at] + piece + text[at + 1 :]
    return text


texts = st.one_of(st.text(max_size=80), st.binary(max_size=80).map(lambda raw: raw.decode("latin-1")), mangled_texts())
