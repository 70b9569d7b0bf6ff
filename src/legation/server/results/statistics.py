"""Figures and turning points of a game, as far as the viewer sees it judged."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId, SpaceId
from legation.game import (
    OrderKind,
    PhaseFacts,
    Statistics,
    TurningPoint,
    TurnKind,
    list_turning_points,
    make_statistics,
    number_places,
    read_facts,
    read_holdings,
)
from legation.render.words import word_dated_point, word_phase, word_turning_point
from legation.server.base.lru_cache import LruCache
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.placings import rank_now
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.identity.viewers import Viewer


@dataclass(frozen=True, slots=True)
class TurningPointFacts:
    """A turning point of the game, in a sentence."""

    kind: TurnKind
    phase: str
    title: str
    """The phase in words."""
    text: str
    power: PowerId | None
    others: list[PowerId]
    spaces: list[SpaceId]


@dataclass(frozen=True, slots=True)
class FallenPower:
    """A power that is out of the game."""

    power: PowerId
    phase: str
    title: str
    """The phase in words."""
    by: list[PowerId]
    """The powers that took the last centres that it lost."""
    place: int
    """Its place among all powers, in the current or final state."""


@dataclass(frozen=True, slots=True)
class TurningPoints:
    """The turning points of the game, and the eliminated powers."""

    points: list[TurningPointFacts]
    fallen: list[FallenPower]


@dataclass(frozen=True, slots=True)
class OrderFigures:
    """Orders of one kind that a power gave in movement phases."""

    power: PowerId
    kind: OrderKind
    number: int
    succeeded: int


@dataclass(frozen=True, slots=True)
class SupportFigures:
    """How often one power's units were ordered to support those of another, or of its own."""

    giver: PowerId
    helped: PowerId
    ordered: int
    given: int
    """Those that were neither cut nor without a match."""


@dataclass(frozen=True, slots=True)
class StabFacts:
    """A stab: an attack on a power that had helped, or been helped, in the two years before."""

    phase: str
    title: str
    """The phase in words."""
    by: PowerId
    against: PowerId
    spaces: list[SpaceId]


@dataclass(frozen=True, slots=True)
class FrontFigures:
    """Fights between two powers in a year; a space is listed once for each phase."""

    powers: list[PowerId]
    year: int
    spaces: list[SpaceId]


@dataclass(frozen=True, slots=True)
class Battleground:
    """How often a space was fought over."""

    space: SpaceId
    fights: int


@dataclass(frozen=True, slots=True)
class IdleFigures:
    """Units of a power that held in a year without being attacked or supported, once for each phase."""

    power: PowerId
    year: int
    idle: int
    units: int


@dataclass(frozen=True, slots=True)
class TenureFacts:
    """Since when a power, or no one, held a centre; null: from the start."""

    owner: PowerId | None
    since: str | None


@dataclass(frozen=True, slots=True)
class CentreLine:
    """The owners of a centre over time."""

    space: SpaceId
    theatre: str
    tenures: list[TenureFacts]


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """The statistics of a game."""

    phases: list[str]
    years: list[int]
    orders: list[OrderFigures]
    refused: dict[PowerId, int]
    supports: list[SupportFigures]
    stabs: list[StabFacts]
    fronts: list[FrontFigures]
    battlegrounds: list[Battleground]
    idle: list[IdleFigures]
    centres: list[CentreLine]
    names: dict[SpaceId, str]
    """The spaces that the texts mention."""


_FACTS: LruCache[tuple[str, str], PhaseFacts] = LruCache(1000)
_POINTS: LruCache[tuple[str, str], TurningPoints] = LruCache(100)
_PAGES: LruCache[tuple[str, str], StatisticsPage] = LruCache(50)
"""By the hash of the last entry that the viewer sees: it covers all entries before it."""


def read_turning_points(services: Services, viewer: Viewer, game_id: str) -> TurningPoints:
    """The turning points of the game, and the eliminated powers, as far as the viewer sees the game."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        key = _make_key(game, visible)
        return _POINTS.get(key) or _POINTS.put(key, _describe_points(connection, game, visible))


def read_statistics(services: Services, viewer: Viewer, game_id: str) -> StatisticsPage:
    """The figures of the game, as far as the viewer sees it."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        key = _make_key(game, visible)
        known = _PAGES.get(key)
        if known is not None:
            return known
        facts = load_facts(connection, game, visible)
    start = read_holdings(game.variant, game.rulebook, game.rules.setup.start.position)
    return _PAGES.put(key, _describe_statistics(game, make_statistics(game.variant, start, facts)))


def _make_key(game: LoadedGame, visible: VisibleGame) -> tuple[str, str]:
    return game.id, visible.heads[-1].hash if visible.heads else ""


def load_facts(connection: Connection, game: LoadedGame, visible: VisibleGame) -> list[PhaseFacts]:
    """The facts of each phase that the viewer sees; for a game that is read again, only new phases are examined."""
    found = []
    for head in visible.judged:
        key = (game.id, head.hash)
        known = _FACTS.get(key)
        if known is None:
            record = load_record(connection, game.id, head.number, head.hash)
            known = _FACTS.put(key, read_facts(game.variant, game.rulebook, record))
        found.append(known)
    return found


def word_turning_points(connection: Connection, game: LoadedGame, visible: VisibleGame) -> tuple[str, ...]:
    """The turning points, each in a sentence with its phase, for a turn sheet."""
    points = _get_points(connection, game, visible)
    return tuple(word_dated_point(game.variant, point, visible.snapshot.state.ending) for point in points)


def _get_points(connection: Connection, game: LoadedGame, visible: VisibleGame) -> tuple[TurningPoint, ...]:
    start = read_holdings(game.variant, game.rulebook, game.rules.setup.start.position)
    return list_turning_points(game.variant, start, load_facts(connection, game, visible))


def _describe_points(connection: Connection, game: LoadedGame, visible: VisibleGame) -> TurningPoints:
    points = _get_points(connection, game, visible)
    ending = visible.snapshot.state.ending
    return TurningPoints(
        points=[
            TurningPointFacts(
                kind=point.kind,
                phase=str(point.phase),
                title=word_phase(point.phase),
                text=word_turning_point(game.variant, point, ending),
                power=point.power,
                others=list(point.others),
                spaces=list(point.spaces),
            )
            for point in points
        ],
        fallen=_list_fallen(connection, game, visible, points),
    )


def _list_fallen(
    connection: Connection, game: LoadedGame, visible: VisibleGame, points: Sequence[TurningPoint]
) -> list[FallenPower]:
    """The eliminated powers; of a power that once returned, the last elimination."""
    falls = {point.power: point for point in points if point.kind is TurnKind.FALL and point.power}
    state = visible.snapshot.state
    ranked = number_places(rank_now(connection, game, state, visible.heads))
    places = {power: number for number, group in ranked for power in group}
    alive = read_holdings(game.variant, game.rulebook, state.position).alive
    return [
        FallenPower(power, str(point.phase), word_phase(point.phase), list(point.others), places[power])
        for power, point in falls.items()
        if power not in alive
    ]


def _describe_statistics(game: LoadedGame, found: Statistics) -> StatisticsPage:
    board = game.variant.board
    spoken = {space for space, _ in found.battlegrounds} | {story.space for story in found.centres}
    spoken |= {space for stab in found.stabs for space in stab.spaces}
    return StatisticsPage(
        phases=[str(phase) for phase in found.phases],
        years=list(found.years),
        orders=[OrderFigures(*count) for count in found.orders],
        refused=dict(found.refused),
        supports=[SupportFigures(*count) for count in found.supports],
        stabs=[
            StabFacts(str(stab.phase), word_phase(stab.phase), stab.by, stab.against, list(stab.spaces))
            for stab in found.stabs
        ],
        fronts=[
            FrontFigures(list(front.powers), year.year, list(year.spaces))
            for front in found.fronts
            for year in front.years
        ],
        battlegrounds=[Battleground(space, fights) for space, fights in found.battlegrounds],
        idle=[
            IdleFigures(power, year.year, year.idle, year.units)
            for power, years in found.idle.items()
            for year in years
        ],
        centres=[
            CentreLine(
                story.space,
                board.spaces[story.space].theatre,
                [TenureFacts(tenure.owner, str(tenure.since) if tenure.since else None) for tenure in story.tenures],
            )
            for story in found.centres
        ],
        names={space: board.spaces[space].name for space in sorted(spoken)},
    )
