"""Random positions and orders on the regular board: plain ones, and ones made so that units really fight.

Everything takes its chance from a ``random.Random`` that the caller hands in, so a seed gives the same phase again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from legation.board import (
    LocationId,
    Position,
    PowerId,
    SpaceId,
    SpaceMask,
    Unit,
    UnitKey,
    UnitKind,
    bits_of,
    make_units,
    space_of,
)
from legation.judge import count_adjustments, list_adjustments
from legation.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    OrderRules,
    Refusal,
    Retreat,
    Scene,
    Submission,
    SupportHold,
    SupportMove,
    Waive,
    check_order,
    format_order,
    parse_order,
    piece_of,
    write_submissions,
)
from legation.variants import load_rulebook, load_variant

VARIANT = load_variant("standard")
BOARD = VARIANT.board
POWERS: tuple[PowerId, ...] = tuple(VARIANT.powers)
RULEBOOK = load_rulebook("2000")
RULES: OrderRules = RULEBOOK.order_rules
CENTRES: tuple[SpaceId, ...] = tuple(space.id for space in BOARD.spaces.values() if space.centre.is_counted)
SPACES: tuple[SpaceId, ...] = tuple(
    space.id
    for space in BOARD.spaces.values()
    if any(BOARD.army_moves[location] or BOARD.fleet_moves[location] for location in space.locations)
)
SEAS: tuple[SpaceId, ...] = tuple(BOARD.in_mask(BOARD.convoy_spaces))
COASTS: tuple[SpaceId, ...] = tuple(
    space
    for space in SPACES
    if BOARD.is_coastal(BOARD.index[LocationId(space)]) and BOARD.army_moves[LocationId(space)]
)


@dataclass(frozen=True)
class Situation:
    """A movement phase: what stands where, and one order for every unit."""

    position: Position
    orders: Mapping[UnitKey, MovementOrder]
    season: str = "S"
    """``S`` or ``F``: after a Fall phase centres change hands."""

    def change(self, *orders: MovementOrder) -> "Situation":
        """The same phase with some orders put in place of what those units had."""
        return replace(self, orders={**self.orders, **{order.unit.space: order for order in orders}})

    def hold(self, *spaces: UnitKey) -> "Situation":
        """The same phase with some units told to hold."""
        return self.change(*(Hold(self.orders[space].unit) for space in spaces))

    def submissions(self) -> list[Submission]:
        """The orders as the powers would hand them in."""
        units = self.position.units
        return [Submission(units[space].power, format_order(order), order) for space, order in self.orders.items()]

    def text(self) -> str:
        """The phase as lines that a person can type in again."""
        lines = [f"phase {self.season}1901M"]
        for power in POWERS:
            for unit in self.position.units_of(power):
                lines.append(f'  ["{power}", "{format_order(self.orders[unit.space])}"],  # {unit}')
        return "\n".join(lines)


def write_position(position: Position) -> str:
    """Units, dislodged units with their retreats, and centres, as lines that a person can read."""
    lines = []
    for power in POWERS:
        gone = [f"*{one.unit} ({' '.join(one.retreats)})" for one in position.dislodged if one.unit.power == power]
        units = [str(unit) for unit in position.units_of(power)] + gone
        lines.append(f"  {power}: {', '.join(units)}; centres {' '.join(position.centres_of(power))}")
    return "\n".join(lines)


def parse_situation(text: str) -> Situation:
    """A phase from lines such as ``FRANCE A PAR - BUR``; a unit stands where an order names it."""
    units: list[Unit] = []
    orders: dict[UnitKey, MovementOrder] = {}
    for line in text.strip().splitlines():
        power, _, rest = line.strip().partition(" ")
        order = parse_order(rest, BOARD.names)
        assert isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy)
        assert order.unit.kind
        units.append(Unit(PowerId(power), order.unit.kind, order.unit.location))
        orders[order.unit.space] = order
    return Situation(Position(make_units(units), VARIANT.start.owners), orders)


# --- positions -------------------------------------------------------------------------------------------------------


def list_places(space: SpaceId) -> list[tuple[UnitKind, LocationId]]:
    """Every way in which a unit can stand in a space."""
    locations = BOARD.spaces[space].locations
    armies = [(UnitKind.ARMY, location) for location in locations if BOARD.army_moves[location]]
    return armies + [(UnitKind.FLEET, location) for location in locations if BOARD.fleet_moves[location]]


def place_units(rng: Random, spaces: Iterable[SpaceId], powers: Sequence[PowerId]) -> dict[UnitKey, Unit]:
    """A unit of a random power and kind in each of some spaces."""
    return make_units([Unit(rng.choice(powers), *rng.choice(list_places(space))) for space in spaces])


def place_owners(rng: Random) -> dict[SpaceId, PowerId]:
    """Random owners for most centres, at most 12 each, so that nobody has won already."""
    owners: dict[SpaceId, PowerId] = {}
    for centre in CENTRES:
        power = rng.choice(POWERS)
        if rng.random() < 0.85 and sum(owner == power for owner in owners.values()) < 12:
            owners[centre] = power
    return owners


def find_region(rng: Random, centre: SpaceId, size: int) -> list[SpaceId]:
    """About ``size`` spaces lying close around one, in random order."""
    found = BOARD.mask([centre])
    while found.bit_count() < size:
        wider = int(found)
        for number in bits_of(found):
            wider |= BOARD.plain_links[number]
        found = SpaceMask(wider)
    spaces = [space for space in BOARD.in_mask(found) if space in SPACES]
    rng.shuffle(spaces)
    return spaces


# --- plainly random orders -------------------------------------------------------------------------------------------


def make_plain_situation(rng: Random) -> Situation:
    """Units of all powers anywhere on the board, each with any legal order."""
    spaces = rng.sample(SPACES, rng.randint(12, 40))
    position = Position(place_units(rng, spaces, POWERS), place_owners(rng))
    scene = Scene(BOARD, position, RULES)
    orders = {space: choose_any_order(rng, scene, unit) for space, unit in position.units.items()}
    return Situation(position, orders, rng.choice("SF"))


def choose_any_order(rng: Random, scene: Scene, unit: Unit) -> MovementOrder:
    """Some legal order: its kind first, so that moves do not crowd out the rest."""
    kinds = (_draw_move, _draw_move, _draw_support_hold, _draw_support_move, _draw_support_move, _draw_convoy)
    for _ in range(6):
        order = rng.choice(kinds)(rng, scene, unit)
        checked = check_order(scene, unit, order) if order else None
        if checked is not None and not isinstance(checked, Refusal):
            return checked
    return Hold(piece_of(unit))


def _draw_move(rng: Random, scene: Scene, unit: Unit) -> MovementOrder | None:
    if unit.kind is UnitKind.ARMY and rng.random() < 0.3:
        return Move(piece_of(unit), LocationId(rng.choice(COASTS)), via_convoy=rng.random() < 0.5)
    return Move(piece_of(unit), rng.choice(scene.targets(unit)))


def _draw_neighbour(rng: Random, scene: Scene, unit: Unit) -> SpaceId:
    return space_of(rng.choice(scene.targets(unit)))


def _draw_support_hold(rng: Random, scene: Scene, unit: Unit) -> MovementOrder | None:
    other = scene.units.get(_draw_neighbour(rng, scene, unit))
    return SupportHold(piece_of(unit), piece_of(other)) if other else None


def _draw_support_move(rng: Random, scene: Scene, unit: Unit) -> MovementOrder | None:
    goal = _draw_neighbour(rng, scene, unit)
    helpers = [other for space, other in scene.units.items() if space != unit.space and scene.can_enter(other, goal)]
    if not helpers:
        return None
    other = rng.choice(helpers)
    target = rng.choice([target for target in scene.targets(other) if space_of(target) == goal])
    # 4.B.4: a support may leave the coast out.
    return SupportMove(piece_of(unit), piece_of(other), LocationId(goal) if rng.random() < 0.5 else target)


def _draw_convoy(rng: Random, scene: Scene, unit: Unit) -> MovementOrder | None:
    armies = [other for other in scene.units.values() if other.kind is UnitKind.ARMY and other.space in COASTS]
    if unit.space not in SEAS or not armies:
        return None
    return Convoy(piece_of(unit), piece_of(rng.choice(armies)), LocationId(rng.choice(COASTS)))


# --- fights ----------------------------------------------------------------------------------------------------------


def make_fighting_situation(rng: Random) -> Situation:
    """Few powers packed close together, whose supports and convoys match what the others do."""
    fight = _Fight(rng, rng.sample(POWERS, rng.randint(2, 5)))
    centre = rng.choice(SEAS if rng.random() < 0.65 else SPACES)
    for _ in range(rng.randint(0, 3)):
        stage = rng.choice((fight.stage_convoy, fight.stage_convoy, fight.stage_assault, fight.stage_ring))
        stage(find_region(rng, centre, 10))
    fight.stage_attacks()
    fight.fill(find_region(rng, centre, rng.randint(8, 20)), rng.randint(5, 18))
    return fight.finish()


def make_rout(rng: Random) -> Situation:
    """Several supported attacks side by side, so that more than one unit must retreat, and to the same few spaces."""
    fight = _Fight(rng, rng.sample(POWERS, rng.randint(3, 5)))
    centre = rng.choice(SPACES)
    for _ in range(4):
        fight.stage_assault(find_region(rng, centre, 9))
    return fight.finish()


def make_tangle(rng: Random) -> Situation:
    """Convoys in the same few seas whose goals help to attack or to keep each other's carriers: paradoxes."""
    fight = _Fight(rng, rng.sample(POWERS, rng.randint(2, 6)))
    centre = rng.choice(SEAS)
    for _ in range(3):
        fight.stage_convoy(find_region(rng, centre, rng.choice((6, 9))))
    fight.stage_attacks()
    fight.fill(find_region(rng, centre, 12), rng.randint(0, 8))
    return fight.finish()


def choose_orders(rng: Random, position: Position) -> Mapping[UnitKey, MovementOrder]:
    """Orders for a position of a game, matched to each other as in a fight."""
    fight = _Fight(rng, POWERS)
    fight.units = dict(position.units)
    return fight.order(position)


class _Fight:
    """Puts units in place, then gives them orders in which they meet."""

    def __init__(self, rng: Random, powers: Sequence[PowerId]) -> None:
        self.rng = rng
        self.powers = powers
        self.vigour = rng.choice((0.3, 0.45, 0.6))
        """The share of units that attack; most of the others help somebody."""
        self.units: dict[UnitKey, Unit] = {}
        self.goals: list[SpaceId] = []
        """Where staged convoys go."""
        self.carriers: list[SpaceId] = []
        """Seas of staged convoys."""
        self.wanted: list[MovementOrder] = []
        self.orders: dict[UnitKey, MovementOrder] = {}

    def place(self, space: SpaceId, kind: UnitKind | None = None, *, enemy_of: PowerId | None = None) -> Unit | None:
        """Put a unit in an empty space; nothing where none of that kind can stand."""
        places = [place for place in list_places(space) if kind in (None, place[0])]
        if space in self.units or not places:
            return None
        power = self.rng.choice([power for power in self.powers if power != enemy_of])
        self.units[space] = Unit(power, *self.rng.choice(places))
        return self.units[space]

    def fill(self, spaces: list[SpaceId], count: int) -> None:
        """Put units into some spaces."""
        for space in spaces[:count]:
            self.place(space)

    def stage_convoy(self, spaces: list[SpaceId]) -> None:
        """An army, and a chain of fleets that carries it."""
        chain = self._draw_chain([space for space in spaces if space in SEAS and space not in self.units])
        shores = [shore for shore in _shores(chain[:1]) if shore not in self.units]
        goals = _shores(chain[-1:])
        self.rng.shuffle(shores)
        goals = [goal for goal in goals if goal not in shores[:1]]
        if not shores or not goals:
            return
        goal = self.rng.choice(goals)
        army = self.place(shores[0], UnitKind.ARMY)
        assert army
        self.wanted.append(Move(piece_of(army), LocationId(goal), via_convoy=self.rng.random() < 0.5))
        for sea in chain:
            fleet = self.place(sea, UnitKind.FLEET)
            assert fleet
            self.wanted.append(Convoy(piece_of(fleet), piece_of(army), LocationId(goal)))
        self.goals.append(goal)
        self.carriers += chain

    def _draw_chain(self, seas: list[SpaceId]) -> list[SpaceId]:
        if not seas:
            return []
        chain = [self.rng.choice(seas)]
        for _ in range(self.rng.choice((0, 0, 1, 1, 2, 3))):
            links = BOARD.convoy_links[BOARD.index[LocationId(chain[-1])]]
            nexts = [sea for sea in BOARD.in_mask(links) if sea not in chain and sea not in self.units]
            if not nexts:
                break
            chain.append(self.rng.choice(nexts))
        return chain

    def stage_assault(self, spaces: list[SpaceId]) -> None:
        """A unit, and one or two attacks on it, each with a support: a dislodgement, or a beleaguered garrison."""
        victim = self.place(spaces[0])
        if victim is None:
            return
        neighbours = list(BOARD.in_mask(BOARD.plain_links[BOARD.index[victim.location]]))
        self.rng.shuffle(neighbours)
        placed = [self.place(space, enemy_of=victim.power) for space in neighbours[:4]]
        able = [unit for unit in placed if unit and _can_reach(unit, victim.space)]
        for attacker, helper in zip(able[::2], able[1::2], strict=False):
            target = next(target for target in _steps(attacker) if space_of(target) == victim.space)
            self.wanted.append(Move(piece_of(attacker), target))
            self.wanted.append(SupportMove(piece_of(helper), piece_of(attacker), target))

    def stage_ring(self, spaces: list[SpaceId]) -> None:
        """Three units that follow each other round."""
        kind = self.rng.choice((UnitKind.ARMY, UnitKind.FLEET))
        moves = BOARD.army_moves if kind is UnitKind.ARMY else BOARD.fleet_moves
        free = [LocationId(space) for space in spaces if space not in self.units and moves[LocationId(space)]]
        rings = [(one, two, three) for one, two, three in permutations(free[:8], 3)
                 if two in moves[one] and three in moves[two] and one in moves[three]]  # fmt: skip
        if rings:
            ring = self.rng.choice(rings)
            for start, end in zip(ring, ring[1:] + ring[:1], strict=True):
                unit = self.place(space_of(start), kind)
                assert unit
                self.wanted.append(Move(piece_of(unit), end))

    def stage_attacks(self) -> None:
        """The makings of paradoxes: units at the goals of convoys that help to attack, or to keep, a carrier."""
        for goal in self.goals:
            helper = self.units.get(goal) or self.place(goal, UnitKind.FLEET)
            assert helper
            seas = [sea for sea in self.carriers if _can_reach(helper, sea)]
            if seas and self.rng.random() < 0.8:
                self._stage_attack(helper, self.rng.choice(seas))

    def _stage_attack(self, helper: Unit, sea: SpaceId) -> None:
        start = self.rng.choice(sorted(space_of(target) for target in BOARD.fleet_moves[LocationId(sea)]))
        attacker = self.place(start, UnitKind.FLEET)
        if attacker is None:
            return
        self.wanted.append(Move(piece_of(attacker), LocationId(sea)))
        if self.rng.random() < 0.7:
            self.wanted.append(SupportMove(piece_of(helper), piece_of(attacker), LocationId(sea)))
        else:
            self.wanted.append(SupportHold(piece_of(helper), piece_of(self.units[sea])))

    def finish(self) -> Situation:
        """The phase as it stands, with owners of centres and an order for every unit."""
        position = Position(self.units, place_owners(self.rng))
        return Situation(position, self.order(position), self.rng.choice("SF"))

    def order(self, position: Position) -> Mapping[UnitKey, MovementOrder]:
        """Give every unit an order."""
        scene = Scene(BOARD, position, RULES)
        for order in self.wanted:
            self._give(scene, order)
        for unit in self._idle():
            if self.rng.random() < self.vigour:
                self._give(scene, self._draw_attack(scene, unit))
        self._order_convoys(scene)
        for unit in self._idle():
            options = list(self._list_help(scene, unit))
            if options and self.rng.random() < 0.85:
                self._give(scene, self.rng.choice(options))
        for unit in self._idle():
            self.orders[unit.space] = choose_any_order(self.rng, scene, unit)
        return self.orders

    def _idle(self) -> list[Unit]:
        idle = [unit for space, unit in self.units.items() if space not in self.orders]
        self.rng.shuffle(idle)
        return idle

    def _give(self, scene: Scene, order: MovementOrder) -> None:
        checked = check_order(scene, self.units[order.unit.space], order)
        if not isinstance(checked, Refusal):
            self.orders.setdefault(order.unit.space, checked)

    def _moves(self) -> list[Move]:
        return [order for order in self.orders.values() if isinstance(order, Move)]

    def _draw_attack(self, scene: Scene, unit: Unit) -> MovementOrder:
        """A move, by preference back at a unit that comes this way, into a fight, or over the sea."""
        rng = self.rng
        if unit.kind is UnitKind.ARMY and rng.random() < 0.35:
            goals = [space for space in COASTS if scene.can_be_convoyed(unit, space)]
            if goals:
                return Move(piece_of(unit), LocationId(rng.choice(goals)), via_convoy=rng.random() < 0.5)
        moves = self._moves()
        targets = scene.targets(unit)
        facing = [move.unit.space for move in moves if space_of(move.target) == unit.space]
        fought = {space_of(move.target) for move in moves}
        weights = [
            1
            + 3 * (space_of(target) in self.units)
            + 3 * (space_of(target) in fought)
            + 6 * (space_of(target) in facing)
            for target in targets
        ]
        return Move(piece_of(unit), rng.choices(targets, weights)[0])

    def _order_convoys(self, scene: Scene) -> None:
        for move in self._moves():
            army = self.units[move.unit.space]
            walks = scene.can_enter(army, space_of(move.target)) and not move.via_convoy
            if army.kind is not UnitKind.ARMY or (walks and self.rng.random() < 0.6):
                continue
            for unit in self._idle():
                if unit.space in SEAS and self.rng.random() < 0.85:
                    self._give(scene, Convoy(piece_of(unit), move.unit, move.target))

    def _list_help(self, scene: Scene, unit: Unit) -> Iterator[MovementOrder]:
        """Supports that match what others do, more often for one's own power and against one's own attackers."""
        moves = self._moves()
        comers = {move.unit.space for move in moves if space_of(move.target) == unit.space}
        for move in moves:
            goal = space_of(move.target)
            if move.unit.space != unit.space and scene.can_enter(unit, goal):
                weight = 1 + 2 * (self.units[move.unit.space].power == unit.power) + 2 * (goal in comers)
                yield from (SupportMove(piece_of(unit), move.unit, move.target),) * weight
        for space in sorted({space_of(move.target) for move in moves} - {move.unit.space for move in moves}):
            if space in self.units and space != unit.space and scene.can_enter(unit, space):
                yield SupportHold(piece_of(unit), piece_of(self.units[space]))


def _steps(unit: Unit) -> tuple[LocationId, ...]:
    return BOARD.moves(unit.location, sails=unit.kind is UnitKind.FLEET)


def _can_reach(unit: Unit, space: SpaceId) -> bool:
    return any(space_of(step) == space for step in _steps(unit))


def _shores(chain: Sequence[SpaceId]) -> list[SpaceId]:
    seas = {LocationId(sea) for sea in chain}
    return sorted({space_of(target) for sea in seas for target in BOARD.fleet_moves[sea]} & set(COASTS))


# --- retreats and winters ---------------------------------------------------------------------------------------------


def choose_retreats(rng: Random, position: Position) -> list[Submission]:
    """Orders for dislodged units: mostly retreats, by preference to where others may go too; some have none."""
    wishes = [space_of(option) for waiting in position.dislodged for option in waiting.retreats]
    orders: dict[PowerId, list[Order]] = {}
    for waiting in position.dislodged:
        piece = piece_of(waiting.unit)
        weights = [wishes.count(space_of(option)) ** 3 for option in waiting.retreats]
        order: Order = Retreat(piece, rng.choices(waiting.retreats, weights)[0])
        if rng.random() < 0.1:
            order = Disband(piece)
        if rng.random() < 0.9:
            orders.setdefault(waiting.unit.power, []).append(order)
    return write_submissions(orders)


def make_winter_position(rng: Random) -> Position:
    """Units and owners that do not balance; half the home centres are with their powers, so that builds are due."""
    owners = place_owners(rng)
    for centre in CENTRES:
        if BOARD.spaces[centre].powers and rng.random() < 0.5:
            owners[centre] = BOARD.spaces[centre].powers[0]
    spaces = rng.sample(SPACES, rng.randint(8, 40))
    return Position(place_units(rng, spaces, POWERS), owners)


def choose_adjustments(rng: Random, position: Position) -> list[Submission]:
    """Builds and removals, often too few (the rest is forced or lost) and now and then too many.

    Waivers come last and never pass what is due: to us a waiver uses up a build, to the other engine it fills the list
    up, so one written before a build would mean different things.
    """
    orders: dict[PowerId, list[Order]] = {}
    for power in POWERS:
        due = count_adjustments(BOARD, position, power)
        options = [order for order in list_adjustments(BOARD, position, power, RULEBOOK) if order != Waive()]
        rng.shuffle(options)
        count = max(0, abs(due) + rng.choice((-9, -2, -1, 0, 0, 0, 0, 2)))
        chosen = _one_for_each_space(options)[:count]
        spare = due - len(chosen)
        if spare > 0 and rng.random() < 0.5:
            chosen += [Waive()] * rng.randint(1, spare)
        orders[power] = chosen
    return write_submissions(orders)


def _one_for_each_space(options: Iterable[Order]) -> list[Order]:
    chosen: dict[SpaceId, Order] = {}
    for order in options:
        assert isinstance(order, Build | Disband)
        chosen.setdefault(order.unit.space, order)
    return list(chosen.values())
