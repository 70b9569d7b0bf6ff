"""The board as tables, for people who cannot see it."""

from collections.abc import Sequence
from dataclasses import dataclass

from legation.board import PowerId, SpaceId, space_of
from legation.game import GameState
from legation.render.words import (
    word_phase,
)
from legation.server.base.services import Services
from legation.server.game.loaded_game import load_record
from legation.server.game.order_lines import OrderLine, load_lines
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer
from legation.server.results.scene import list_own_lines
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """A space in a table: its unit, the unit's order, and its neighbours."""

    space: SpaceId
    name: str
    terrain: str
    centre: str
    owner: PowerId | None
    unit: str | None
    power: PowerId | None
    order: str | None
    near: list[SpaceId]


@dataclass(frozen=True, slots=True)
class TheatreTable:
    """The spaces of a theatre."""

    name: str
    rows: list[SpaceRow]


@dataclass(frozen=True, slots=True)
class TextBoard:
    """The board as tables."""

    phase: str
    title: str
    theatres: list[TheatreTable]


def read_text_board(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> TextBoard:
    """The board as tables, one theatre after the other, for people who cannot see it."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        if phase is None:
            lines = list_own_lines(connection, game, membership) if visible.is_current else []
            return describe_text_board(game.variant, visible.snapshot.state, lines)
        head = visible.get(phase)
        record = load_record(connection, game.id, head.number, head.hash)
        return describe_text_board(game.variant, record.before, load_lines(connection, game, head))


def describe_text_board(variant: Variant, state: GameState, lines: Sequence[OrderLine]) -> TextBoard:
    """Every space with its unit, the unit's order, and its neighbours."""
    board, position = variant.board, state.position
    orders = {line.at.partition("/")[0]: line.order for line in lines if line.at}
    theatres: dict[str, list[SpaceRow]] = {}
    for space in board.spaces.values():
        unit = position.units.get(space.id)
        moves = [(*board.army_moves[place], *board.fleet_moves[place]) for place in space.locations]
        theatres.setdefault(space.theatre or variant.name, []).append(
            SpaceRow(
                space=space.id,
                name=space.name,
                terrain=space.terrain.value,
                centre=space.centre.value,
                owner=position.owners.get(space.id),
                unit=str(unit) if unit else None,
                power=unit.power if unit else None,
                order=orders.get(str(space.id)),
                near=sorted({space_of(place) for places in moves for place in places}),
            )
        )
    tables = [TheatreTable(name, theatres[name]) for name in sorted(theatres)]
    return TextBoard(str(state.shown_phase), word_phase(state.shown_phase), tables)
