"""Centres and units of all powers through the years."""

from dataclasses import dataclass

from legation.board import PowerId
from legation.game import parse_phase
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.timeline import Timeline, load_timeline
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer
from legation.server.results.phase_results import Capture


@dataclass(frozen=True, slots=True)
class PhaseCapture(Capture):
    """A centre that changed hands, and when."""

    phase: str


@dataclass(frozen=True, slots=True)
class CentreRow:
    """A power's centres and units, year by year."""

    power: PowerId
    counts: list[int]
    units: list[int]


@dataclass(frozen=True, slots=True)
class CentreHistory:
    """Centres and units of all powers through the years."""

    years: list[int]
    powers: list[CentreRow]
    changes: list[PhaseCapture]
    to_win: int | None


def read_centres(services: Services, viewer: Viewer, game_id: str) -> CentreHistory:
    """Centres and units of all powers, year by year, and every centre that changed hands."""
    with services.store.read() as connection:
        game, _, visible = open_visible(connection, services, game_id, viewer)
        timeline = load_timeline(connection, game, visible.heads)
        return describe_centres(game, timeline)


def describe_centres(game: LoadedGame, timeline: Timeline) -> CentreHistory:
    """The centres and units of all powers through the years."""
    board, start = game.variant.board, game.rules.setup.start
    first = {str(space): str(owner) for space, owner in start.position.owners.items()}
    units: dict[str, int] = {power: len(start.position.units_of(power)) for power in game.variant.powers}
    rows = {start.phase.year - 1: (first, units)}
    changes, owners = [], first
    for page in timeline.entries:
        rows[parse_phase(page.phase).year] = (dict(page.owners), dict(page.units))
        changes += [
            PhaseCapture(space, owners.get(space), page.owners.get(space), page.phase)
            for space in sorted({*owners, *page.owners})
            if owners.get(space) != page.owners.get(space)
        ]
        owners = dict(page.owners)
    counted = {str(space.id) for space in board.spaces.values() if space.centre.is_counted}
    powers = [
        CentreRow(
            power,
            counts=[
                sum(owner == power and space in counted for space, owner in held.items()) for held, _ in rows.values()
            ],
            units=[forces.get(power, 0) for _, forces in rows.values()],
        )
        for power in game.variant.powers
    ]
    return CentreHistory(list(rows), powers, changes, game.variant.winning_count)
