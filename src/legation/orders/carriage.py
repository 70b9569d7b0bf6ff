"""Armies and ships: where an army may go ashore, which ship may take it aboard (Colonial Variant, rules 7 and 8)."""

from legation.board import LocationId, SpaceId, Unit, UnitKind, aboard, space_of
from legation.orders.clauses import Topic
from legation.orders.faults import Fault, Refusal
from legation.orders.order import Embark, Move, piece_of
from legation.orders.scene import Scene, list_names


def list_landings(scene: Scene, army: Unit) -> tuple[LocationId, ...]:
    """The places where an army aboard may land: where its ship could sail, and from a port also where an army could
    march.

    Colonial Variant, rule 8: "any suitable space".
    """
    board, ship = scene.board, scene.units[army.space]
    shores = {LocationId(board.space_ids[place]) for place in board.fleet_moves[ship.location]}
    shores |= set(board.army_moves[LocationId(ship.space)])
    return tuple(
        shore
        for shore in sorted(shores)
        if board.can_stand(shore, sails=False) and not scene.is_closed(army, board.index[shore])
    )


def list_ships(scene: Scene, army: Unit) -> tuple[Unit, ...]:
    """The ships with room that an army, ashore or aboard, could board: those in a neighbouring space (rule 7)."""
    if not scene.takes_aboard or scene.traits(army).sails:
        return ()
    board = scene.board
    starts: tuple[LocationId, ...] = board.space(army.location).locations
    places = set(board.army_moves[starts[0]])
    if army.is_aboard:
        starts, places = (scene.units[army.space].location,), set()
    places |= {place for start in starts for place in board.fleet_moves[start]}
    return tuple(
        ship
        for space in sorted({board.space_ids[place] for place in places})
        if (ship := scene.units.get(space)) is not None
        and scene.traits(ship).sails
        and aboard(space) not in scene.units
        and (ship.location in places or LocationId(space) in places)
    )


def check_carried_move(scene: Scene, unit: Unit, order: Move) -> Move | Refusal:
    """Check a move that needs a ship: aboard, ashore, or from ship to ship (rules 7 and 8)."""
    space = space_of(order.target)
    landings = list_landings(scene, unit) if unit.is_aboard else ()
    ships = [ship.space for ship in list_ships(scene, unit)]
    if LocationId(space) in landings or space in ships:
        return Move(piece_of(unit), LocationId(space), carry=order.carry)
    ship = scene.units.get(space)
    if ship and aboard(space) in scene.units and _touches(scene, unit, space):
        return Refusal(Fault.NO_ROOM_ABOARD, clause=scene.cite(Topic.EMBARKING))
    steps = landings if unit.is_aboard else scene.targets(unit)
    choices = (*steps, *map(LocationId, ships))
    if not ship and not scene.board.can_stand(LocationId(space), sails=False):
        return Refusal(Fault.UNSUITABLE_SPACE, list_names(choices), unit=unit)
    return scene.refuse_reach(Fault.NOT_ADJACENT, unit.space, space, choices)


def _touches(scene: Scene, unit: Unit, space: SpaceId) -> bool:
    number = scene.board.index[LocationId(space)]
    return bool(scene.board.plain_links[scene.board.index[unit.location]] >> number & 1)


def check_embark(scene: Scene, unit: Unit, order: Embark) -> Embark | Move | Refusal:
    """Check a ship's order to take an army aboard: it must have room, and the army must be next to it.

    An army that "embarks on" a ship goes there, which is how rule 7 has it ordered.
    """
    if not scene.takes_aboard:
        return Refusal(Fault.NOT_IN_THIS_VARIANT)
    if not scene.traits(unit).sails:
        ship = scene.units.get(order.army.space)
        if ship is not None and scene.traits(ship).sails and order.army.kind is not UnitKind.ARMY:
            return check_carried_move(scene, unit, Move(order.unit, LocationId(ship.space)))
        return Refusal(Fault.NOT_A_SHIP, clause=scene.cite(Topic.EMBARKING))
    army = scene.units.get(aboard(order.army.space)) or scene.units.get(order.army.space)
    if army is None or scene.traits(army).sails:
        return Refusal(Fault.NO_ARMY_TO_CONVOY, clause=scene.cite(Topic.EMBARKING))
    if aboard(unit.space) in scene.units:
        return Refusal(Fault.NO_ROOM_ABOARD, clause=scene.cite(Topic.EMBARKING))
    if unit not in list_ships(scene, army):
        near = sorted(str(piece_of(other)) for other in scene.units.values() if unit in list_ships(scene, other))
        return Refusal(Fault.ARMY_OUT_OF_REACH, tuple(near), scene.cite(Topic.EMBARKING))
    return Embark(piece_of(unit), piece_of(army))
