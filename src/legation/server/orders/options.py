"""What a power may order now, for the page; this module contains no rules of its own."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from legation.board import Board, DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, space_of
from legation.errors import LegationError
from legation.game import GameState, PhaseKind
from legation.judge import (
    Rulebook,
    Winter,
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
from legation.server.game.clause_links import ClauseLink, link_clause
from legation.server.http.routes import EVERY_FIELD
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class UnitName:
    """A unit, its place, and its power."""

    unit: str
    at: LocationId
    power: PowerId | None


@dataclass(frozen=True, slots=True)
class MoveTarget:
    """A place that a unit can reach, and how."""

    to: LocationId
    way: Literal["land", "sea", "landing", "aboard"]


@dataclass(frozen=True, slots=True)
class ConvoyTarget:
    """A shore that an army can reach by convoy, with the shortest route."""

    to: LocationId
    fleets: Sequence[SpaceId]
    own: bool
    """True if the power's own fleets suffice."""


@dataclass(frozen=True, slots=True)
class SupportOption(UnitName):
    """A unit that may be supported: whether to hold, and its possible destinations."""

    hold: bool
    to: list[LocationId]


@dataclass(frozen=True, slots=True)
class UnitToOrder:
    """A unit with all its possible orders."""

    unit: str
    at: LocationId
    theatre: str
    aboard: bool
    moves: list[MoveTarget]
    convoyed: list[ConvoyTarget]
    supports: list[SupportOption]
    convoys: list[UnitName]
    """Armies that it may carry. Their destinations are given by ``/options/convoy``."""
    embarks: list[UnitName]


@dataclass(frozen=True, slots=True)
class Launch:
    """Bombs that a power may launch from a space."""

    site: SpaceId
    count: int


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """The possible orders in a movement phase."""

    __pydantic_config__ = EVERY_FIELD

    units: list[UnitToOrder]
    launches: list[Launch]
    turn: int | None = None
    """The turn in which it may be ordered; null outside a game."""
    kind: Literal["moves"] = "moves"


@dataclass(frozen=True, slots=True)
class OpenRetreat:
    """A possible retreat of a dislodged unit, by itself or carried by the fleet in ``via``."""

    to: LocationId
    via: SpaceId | None
    text: str


@dataclass(frozen=True, slots=True)
class RuleNote:
    """Why something is closed, in the words of the refusal of such an order."""

    reason: str
    clause: ClauseLink | None


@dataclass(frozen=True, slots=True)
class ClosedRetreat(RuleNote):
    """A space to which a dislodged unit may not retreat."""

    code: str
    to: SpaceId


@dataclass(frozen=True, slots=True)
class UnitToRetreat:
    """A dislodged unit with its possible and impossible retreats."""

    unit: str
    at: LocationId
    driven_out_by: str
    to: list[OpenRetreat]
    closed: list[ClosedRetreat]


@dataclass(frozen=True, slots=True)
class RetreatOptions:
    """The possible orders in a retreat phase."""

    __pydantic_config__ = EVERY_FIELD

    units: list[UnitToRetreat]
    ferry: RuleNote | None
    """Why a fleet that carries one army cannot carry others."""
    waiting_for: int | None = None
    """How many powers have not sent their orders; null outside a game."""
    turn: int | None = None
    """The turn in which it may be ordered; null outside a game."""
    kind: Literal["retreats"] = "retreats"


@dataclass(frozen=True, slots=True)
class BuildSite:
    """A centre that is open for building, and the units that may be built there."""

    space: SpaceId
    units: list[str]
    note: str
    """Why armies or fleets cannot be built there."""


@dataclass(frozen=True, slots=True)
class ClosedSite(RuleNote):
    """A centre in which nothing may be built."""

    code: str
    space: SpaceId


@dataclass(frozen=True, slots=True)
class AdjustmentOptions:
    """The possible orders in Winter."""

    __pydantic_config__ = EVERY_FIELD

    count: int
    """Builds that are due, or if negative removals."""
    sites: list[BuildSite]
    closed: list[ClosedSite]
    removable: list[str]
    default: str
    """What happens without orders."""
    waiting_for: int | None = None
    """How many powers have not sent their orders; null outside a game."""
    turn: int | None = None
    """The turn in which it may be ordered; null outside a game."""
    kind: Literal["adjustments"] = "adjustments"


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The game is not running."""

    __pydantic_config__ = EVERY_FIELD

    turn: int
    """The current turn."""
    kind: Literal["none"] = "none"


PhaseOptions = Annotated[MoveOptions | RetreatOptions | AdjustmentOptions, Field(discriminator="kind")]
"""What a power may order in a phase, depending on the kind of phase."""
GameOptions = Annotated[MoveOptions | RetreatOptions | AdjustmentOptions | NoOptions, Field(discriminator="kind")]
"""What a power may order in a game."""


def list_options(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> PhaseOptions:
    """What a power may order in this phase."""
    match state.phase.kind:
        case PhaseKind.MOVES:
            return _list_moves(variant, rulebook, state.position, power)
        case PhaseKind.RETREATS:
            return _list_retreats(variant, rulebook, state.position, power)
        case PhaseKind.ADJUSTMENTS:
            return list_adjustment_options(variant, rulebook, state.position, power)


def _list_moves(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId) -> MoveOptions:
    board = variant.board
    legal = list_orders(board, position, power, rulebook.order_rules)
    own = own_mask(board, position, power)
    launches = [
        Launch(site, count)
        for module in rulebook.modules
        for site, count in sorted(module.launch_sites(board, position, power).items())
    ]
    return MoveOptions([_describe_unit(board, options, own) for options in legal.units.values()], launches)


def own_mask(board: Board, position: Position, power: PowerId) -> int:
    """The spaces where a power's units stand."""
    return int(board.mask(unit.space for unit in position.units_of(power)))


def _describe_unit(board: Board, options: UnitOptions, own: int) -> UnitToOrder:
    unit, scene = options.unit, options.scene
    is_army = not scene.traits(unit).sails
    return UnitToOrder(
        unit=str(unit),
        at=piece_of(unit).location,
        theatre=board.space(unit.location).theatre,
        aboard=unit.is_aboard,
        moves=[MoveTarget(target, _way(scene, unit, target)) for target in options.moves],
        convoyed=list(_list_convoyed(board, options, own)) if is_army else [],
        supports=_list_supports(options),
        convoys=[UnitName(str(army), piece_of(army).location, army.power) for army in options.convoyable],
        embarks=[_name_piece(scene, piece) for piece in options.embarkable],
    )


def _way(scene: Scene, unit: Unit, target: LocationId) -> Literal["land", "sea", "landing", "aboard"]:
    if scene.traits(unit).sails:
        return "sea"
    if not scene.board.can_stand(target, sails=False) or target not in scene.targets(unit):
        return "landing" if unit.is_aboard and space_of(target) not in scene.units else "aboard"
    return "landing" if unit.is_aboard else "land"


def _list_convoyed(board: Board, options: UnitOptions, own: int) -> Iterator[ConvoyTarget]:
    """Shores by convoy with the shortest route: over the power's own fleets if these suffice."""
    if not options.convoyed_moves:
        return
    start, fleets = options.unit.space, options.scene.fleets
    by_own, by_all = search_ways(board, start, fleets & own), search_ways(board, start, fleets)
    for target in options.convoyed_moves:
        alone = by_own.find(space_of(target))
        yield ConvoyTarget(target, alone or by_all.find(space_of(target)), bool(alone))


def _list_supports(options: UnitOptions) -> list[SupportOption]:
    """The units that may be supported, each with whether to hold and its possible destinations."""
    holds = set(options.support_holds)
    targets: dict[Piece, list[LocationId]] = {piece: [] for piece in options.support_holds}
    for target, movers in options.support_moves.items():
        for piece in movers:
            targets.setdefault(piece, []).append(target)
    supports = []
    for piece in sorted(targets, key=lambda piece: (piece.location, str(piece.kind))):
        name = _name_piece(options.scene, piece)
        supports.append(SupportOption(name.unit, name.at, name.power, piece in holds, targets[piece]))
    return supports


def _name_piece(scene: Scene, piece: Piece) -> UnitName:
    unit = scene.find(piece)
    return UnitName(str(piece), piece.location, unit.power if unit else None)


def list_convoy_targets(
    variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, *, fleet: str, army: str
) -> list[LocationId]:
    """The destinations to which a fleet may carry an army; listed only on request."""
    board = variant.board
    carrier = read_unit(board, position, fleet, "fleet")
    carried = read_unit(board, position, army, "army")
    options = list_orders(board, position, power, rulebook.order_rules).units.get(carrier.space)
    if options is None or carrier.power != power:
        raise HttpRefusal(422, "not_your_unit", field="fleet", unit=carrier)
    return list(options.convoy_targets(carried)) if carried in options.convoyable else []


def list_routes(
    variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, *, army: str, to: str
) -> list[tuple[SpaceId, ...]]:
    """Convoy routes of an army to a shore, those over own fleets first, at most five."""
    board = variant.board
    carried = read_unit(board, position, army, "army")
    goal = space_of(board.parse_location(to[:60]))
    fleets = Scene(board, position, rulebook.order_rules).fleets
    return choose_routes(board, carried.space, goal, fleets, own_mask(board, position, power))


def read_unit(board: Board, position: Position, text: str, field: str) -> Unit:
    """The unit on the board named by a text such as ``F ENG``."""
    unit = None
    with suppress(LegationError):
        unit = position.units.get(read_piece(text[:60], board.names).space)
    if unit is None:
        raise HttpRefusal(422, "no_such_unit", field=field, unit=repr(text[:60]))
    return unit


def _list_retreats(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId) -> RetreatOptions:
    own = [found for found in position.dislodged if found.unit.power == power]
    units = [_describe_dislodged(variant, rulebook, position, found) for found in own]
    refusals = (module.refuse_second_army() for module in rulebook.modules)
    refusal = next((found for found in refusals if found), None)
    note = RuleNote(word_refusal(refusal), link_clause(variant, refusal.clause)) if refusal else None
    return RetreatOptions(units, ferry=note)


def _describe_dislodged(
    variant: Variant, rulebook: Rulebook, position: Position, found: DislodgedUnit
) -> UnitToRetreat:
    closed = list_closed_retreats(variant.board, position, found, rulebook.order_rules)
    return UnitToRetreat(
        unit=str(found.unit),
        at=found.unit.location,
        driven_out_by=word_attacker(variant, position, found),
        to=list(_list_open_retreats(variant, rulebook, position, found)),
        closed=[
            ClosedRetreat(word_refusal(refusal), link_clause(variant, refusal.clause), refusal.fault.value, space)
            for space, refusal in closed
        ],
    )


def _list_open_retreats(
    variant: Variant, rulebook: Rulebook, position: Position, found: DislodgedUnit
) -> Iterator[OpenRetreat]:
    """The unit's possible retreats: by itself, or carried by a fleet, each listed separately."""
    for order in list_retreat_orders(variant.board, position, found, rulebook):
        ferry = position.units[order.via] if order.via else None
        yield OpenRetreat(order.target, order.via, word_way(variant, order.target, ferry))


def list_adjustment_options(
    variant: Variant, rulebook: Rulebook, position: Position, power: PowerId
) -> AdjustmentOptions:
    """What a power could build or would have to remove if it were Winter now."""
    board = variant.board
    count = count_adjustments(board, position, power, rulebook)
    legal = list_adjustments(board, position, power, rulebook)
    sites: dict[SpaceId, list[str]] = {}
    for order in legal:
        if isinstance(order, Build):
            sites.setdefault(order.unit.space, []).append(str(order.unit))
    closed = list_closed_sites(board, position, power, rulebook) if count > 0 or sites else ()
    return AdjustmentOptions(
        count=count,
        sites=[
            BuildSite(space, units, _note_kinds(variant, rulebook, position, power, space))
            for space, units in sorted(sites.items())
        ],
        closed=[
            ClosedSite(word_refusal(refusal), link_clause(variant, refusal.clause), refusal.fault.value, space)
            for space, refusal in closed
            if space not in sites
        ],
        removable=[str(order.unit) for order in legal if isinstance(order, Disband)],
        default=_word_default(board, rulebook, position, power, count),
    )


def _note_kinds(variant: Variant, rulebook: Rulebook, position: Position, power: PowerId, space: SpaceId) -> str:
    """Why armies or fleets cannot be built in an open site; empty if both can."""
    for kind in (UnitKind.ARMY, UnitKind.FLEET):
        unit = Unit(power, kind, LocationId(space))
        refusal = refuse_kind(variant.board, position, unit, rulebook)
        if refusal:
            return word_refusal(refusal)
    return ""


def _word_default(board: Board, rulebook: Rulebook, position: Position, power: PowerId, count: int) -> str:
    """What happens without orders."""
    winter = Winter(board, position, power, rulebook)
    winter.finish()
    return word_default([*winter.removed, *winter.sunk], must_build=count > 0 and not rulebook.decline_builds)
