"""What a power may order now, for the page: it holds no rules of its own."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from legation.board import Board, DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.errors import LegationError
from legation.game import GameState, PhaseKind
from legation.judge import (
    Rulebook,
    choose_removals,
    count_adjustments,
    list_adjustments,
    list_closed_sites,
    list_retreat_orders,
    refuse_kind,
)
from legation.orders import (
    Build,
    Disband,
    Piece,
    Refusal,
    Scene,
    UnitOptions,
    choose_routes,
    list_closed_retreats,
    list_orders,
    piece_of,
    read_piece,
    search_ways,
)
from legation.render.words import word_attacker, word_default, word_refusal, word_way
from legation.server.base.refusals import HttpRefusal
from legation.variants import Variant
from legation.variants.rules import IslandRetreats

Wire = dict[str, Any]


def list_options(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> Wire:
    """What a power may order in this phase."""
    match state.phase.kind:
        case PhaseKind.MOVES:
            return _list_moves(variant, rulebook, state.position, power)
        case PhaseKind.RETREATS:
            return _list_retreats(variant, rulebook, state.position, power)
        case PhaseKind.ADJUSTMENTS:
            return _list_adjustments(variant, rulebook, state.position, power)


def _list_moves(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId) -> Wire:
    board = variant.board
    legal = list_orders(board, position, power, rulebook.order_rules)
    own = own_mask(board, position, power)
    units = [_describe_unit(board, position, options, own) for options in legal.units.values()]
    launches = [
        {"from": site, "count": count}
        for module in rulebook.modules
        for site, count in sorted(module.launch_sites(board, position, power).items())
    ]
    return {"kind": "moves", "units": units} | ({"launches": launches} if launches else {})


def own_mask(board: Board, position: Position, power: PowerId) -> int:
    """The spaces where a power's units stand."""
    return int(board.mask(unit.space for unit in position.units_of(power)))


def _describe_unit(board: Board, position: Position, options: UnitOptions, own: int) -> Wire:
    unit, scene = options.unit, options.scene
    is_army = not scene.traits(unit).sails
    return {
        "unit": str(unit),
        "at": piece_of(unit).location,
        "theatre": board.space(unit.location).theatre,
        "aboard": unit.is_aboard,
        "moves": [{"to": target, "way": _way(scene, unit, target)} for target in options.moves],
        "convoyed": list(_list_convoyed(board, options, own)) if is_army else [],
        "supports": _list_supports(position, options),
        "convoys": [_name_unit(army) for army in options.convoyable],
        "embarks": [_name_piece(scene, piece) for piece in options.embarkable],
    }


def _way(scene: Scene, unit: Unit, target: LocationId) -> str:
    if scene.traits(unit).sails:
        return "sea"
    if not scene.board.can_stand(target, sails=False) or target not in scene.targets(unit):
        return "landing" if unit.is_aboard and space_of(target) not in scene.units else "aboard"
    return "landing" if unit.is_aboard else "land"


def _list_convoyed(board: Board, options: UnitOptions, own: int) -> Iterator[Wire]:
    """Shores by convoy with the shortest route: over own fleets where these suffice."""
    if not options.convoyed_moves:
        return
    start, fleets = options.unit.space, options.scene.fleets
    by_own, by_all = search_ways(board, start, fleets & own), search_ways(board, start, fleets)
    for target in options.convoyed_moves:
        alone = by_own.find(space_of(target))
        yield {"to": target, "fleets": list(alone or by_all.find(space_of(target))), "own": bool(alone)}


def _list_supports(position: Position, options: UnitOptions) -> list[Wire]:
    """The units that may be helped, each with whether to hold and where to."""
    scene = options.scene
    found: dict[Piece, Wire] = {}

    def entry(piece: Piece) -> Wire:
        if piece not in found:
            found[piece] = {**_name_piece(scene, piece), "hold": False, "to": []}
        return found[piece]

    for piece in options.support_holds:
        entry(piece)["hold"] = True
    for target, movers in options.support_moves.items():
        for piece in movers:
            entry(piece)["to"].append(target)
    return [found[piece] for piece in sorted(found, key=lambda piece: (piece.location, str(piece.kind)))]


def _name_unit(unit: Unit) -> Wire:
    return {"unit": str(unit), "at": piece_of(unit).location, "power": unit.power}


def _name_piece(scene: Scene, piece: Piece) -> Wire:
    unit = scene.find(piece)
    return {"unit": str(piece), "at": piece.location, "power": unit.power if unit else None}


def list_convoy_targets(
    variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, *, fleet: str, army: str
) -> list[str]:
    """Where a fleet may carry an army; spelled out only when asked for."""
    board = variant.board
    carrier = read_unit(board, position, fleet, "fleet")
    carried = read_unit(board, position, army, "army")
    options = list_orders(board, position, power, rulebook.order_rules).units.get(carrier.space)
    if options is None or carrier.power != power:
        raise HttpRefusal(422, "not_your_unit", f"{carrier} belongs to another power.", "fleet")
    return [str(target) for target in options.convoy_targets(carried)] if carried in options.convoyable else []


def list_routes(
    variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, *, army: str, to: str
) -> list[list[str]]:
    """Convoy routes of an army to a shore, over own fleets first, at most five."""
    board = variant.board
    carried = read_unit(board, position, army, "army")
    goal = space_of(board.parse_location(to[:60]))
    fleets = Scene(board, position, rulebook.order_rules).fleets
    routes = choose_routes(board, carried.space, goal, fleets, own_mask(board, position, power))
    return [[str(sea) for sea in route] for route in routes]


def read_unit(board: Board, position: Position, text: str, field: str) -> Unit:
    """The unit on the board that a text such as ``F ENG`` names."""
    unit = None
    with suppress(LegationError):
        unit = position.units.get(read_piece(text[:60], board.names).space)
    if unit is None:
        raise HttpRefusal(422, "no_such_unit", f"There is no unit like {text[:60]!r}.", field)
    return unit


def _list_retreats(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId) -> Wire:
    own = [found for found in position.dislodged if found.unit.power == power]
    units = [_describe_dislodged(variant, rulebook, position, found) for found in own]
    ferries = [module for module in rulebook.modules if isinstance(module, IslandRetreats)]
    if not ferries or not ferries[0].one_army_per_fleet:
        return {"kind": "retreats", "units": units}
    refusal = ferries[0].refuse_second_army()
    ferry = {"reason": word_refusal(refusal), "clause": _describe_clause(variant, refusal)}
    return {"kind": "retreats", "units": units, "ferry": ferry}


def _describe_dislodged(variant: Variant, rulebook: Rulebook, position: Position, found: DislodgedUnit) -> Wire:
    closed = list_closed_retreats(variant.board, position, found, rulebook.order_rules)
    return {
        "unit": str(found.unit),
        "at": found.unit.location,
        "driven_out_by": word_attacker(variant, position, found),
        "to": list(_list_open_retreats(variant, rulebook, position, found)),
        "closed": [{"to": space, **_describe_refusal(variant, refusal)} for space, refusal in closed],
    }


def _list_open_retreats(
    variant: Variant, rulebook: Rulebook, position: Position, found: DislodgedUnit
) -> Iterator[Wire]:
    """Where the unit may go: by itself, or carried by a fleet, each way on its own."""
    for order in list_retreat_orders(variant.board, position, found, rulebook):
        ferry = position.units[order.via] if order.via else None
        yield {"to": order.target, "via": order.via, "text": word_way(variant, order.target, ferry)}


def _describe_refusal(variant: Variant, refusal: Refusal) -> Wire:
    """Why a choice is closed, in the words in which an order for it would be refused."""
    return {
        "code": refusal.fault.value,
        "reason": word_refusal(refusal),
        "clause": _describe_clause(variant, refusal),
    }


def _describe_clause(variant: Variant, refusal: Refusal) -> Wire | None:
    clause = refusal.clause
    return {"id": clause, "link": f"/variants/{variant.id}#{clause}"} if clause else None


def _list_adjustments(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId) -> Wire:
    board = variant.board
    count = count_adjustments(board, position, power, rulebook)
    legal = list_adjustments(board, position, power, rulebook)
    sites: dict[SpaceId, list[str]] = {}
    for order in legal:
        if isinstance(order, Build):
            sites.setdefault(order.unit.space, []).append(str(order.unit))
    closed = list_closed_sites(board, position, power, rulebook) if count > 0 or sites else ()
    return {
        "kind": "adjustments",
        "count": count,
        "sites": [
            {"space": space, "units": units, "note": _note_kinds(variant, rulebook, position, power, space)}
            for space, units in sorted(sites.items())
        ],
        "closed": [
            {"space": space, **_describe_refusal(variant, refusal)} for space, refusal in closed if space not in sites
        ],
        "removable": [str(order.unit) for order in legal if isinstance(order, Disband)],
        "default": _word_default(board, rulebook, position, power, count),
    }


def _note_kinds(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, space: SpaceId) -> str:
    """Why armies or fleets cannot be built in a site that is open; nothing where both can."""
    for kind in (UnitKind.ARMY, UnitKind.FLEET):
        unit = Unit(power, kind, LocationId(space))
        refusal = refuse_kind(variant.board, position, unit, rulebook)
        if refusal:
            return word_refusal(refusal)
    return ""


def _word_default(board: Board, rulebook: Rulebook, position: Position, power: PowerId, count: int) -> str:
    """What happens without orders."""
    removed = choose_removals(board, position, power, -count, rulebook) if count < 0 else ()
    return word_default(removed, must_build=count > 0 and not rulebook.decline_builds)
