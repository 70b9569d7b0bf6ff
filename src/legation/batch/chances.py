"""Random retreats and adjustments. Retreats are legal; some adjustments are not, as if from careless players."""

from legation.batch.adjustments import count_due
from legation.batch.batch import Batch
from legation.batch.codes import (
    BUILD_ARMY,
    BUILD_FLEET,
    DISBAND,
    REMOVE,
    RETREAT,
    WAIVE,
    pack,
)
from legation.batch.compiling import ZERO, Codes, Small, kernel, part
from legation.batch.draws import State, begin_draws, draw, draw_below
from legation.batch.field import OPTIONS, Workspace
from legation.batch.retreat_options import is_ferry, list_retreats
from legation.batch.tables import Tables

DUE = 1


@kernel
def sample_all_retreats(tables: Tables, work: Workspace, batch: Batch, orders: Codes, seed: int) -> None:
    """An order for every dislodged unit: usually to one of its possible places."""
    for game in range(orders.shape[0]):
        sample_game_retreats(tables, work, batch, orders, seed, game)


@part
def sample_game_retreats(tables: Tables, work: Workspace, batch: Batch, orders: Codes, seed: int, game: int) -> None:
    """The same for one game."""
    begin_draws(work.draws, seed, game)
    for unit in range(orders.shape[1]):
        orders[game, unit] = DISBAND
        if batch.out_power[game, unit] >= 0 and draw(work.draws) < 0.9:
            piece = (batch.out_power[game, unit], batch.out_kind[game, unit], batch.out_place[game, unit])
            options = work.lists[OPTIONS]
            count = list_retreats(
                tables,
                batch.power[game],
                batch.kind[game],
                batch.contested[game],
                options,
                piece,
                batch.out_origin[game, unit],
                options.shape[0],
            )
            if count:
                target = options[draw_below(work.draws, count)]
                orders[game, unit] = pack(RETREAT, target, _sample_ferry(tables, work.draws, batch, game, unit))


@kernel
def _sample_ferry(tables: Tables, draws: State, batch: Batch, game: int, unit: int) -> int:
    """Occasionally the sea, plus one, of a ferry beside the island that a unit comes from."""
    if not tables.ferried[unit] or batch.out_kind[game, unit] != 0 or draw(draws) < 0.7:
        return 0
    for link in range(tables.links.shape[1]):
        sea = tables.links[unit, link]
        if sea < 0:
            break
        owner = batch.out_power[game, unit]
        if is_ferry(tables, batch.power[game], batch.kind[game], batch.contested[game], sea, owner):
            return sea + 1
    return 0


@kernel
def sample_all_adjustments(
    tables: Tables, work: Workspace, batch: Batch, counted: Small, lines: Codes, seed: int
) -> None:
    """Lines for every power that has something to build or remove."""
    for game in range(lines.shape[0]):
        sample_game_adjustments(tables, work, batch, counted, lines, seed, game)


@part
def sample_game_adjustments(
    tables: Tables, work: Workspace, batch: Batch, counted: Small, lines: Codes, seed: int, game: int
) -> None:
    """The same for one game."""
    draws, due, spaces = work.draws, work.lists[DUE], batch.power.shape[1]
    begin_draws(draws, seed, game)
    count_due(tables, counted[game], batch.power[game], due, lines.shape[1])
    for power in range(lines.shape[1]):
        for line in range(lines.shape[2]):
            lines[game, power, line] = 0
            if due[power] == 0 and draw(draws) < 0.9:
                continue
            wants_build = due[power] > 0 if draw(draws) < 0.95 else due[power] <= 0
            first = draw_below(draws, spaces)
            lines[game, power, line] = _sample_line(tables, draws, batch, game, power, first, wants_build)


@kernel
def _sample_line(
    tables: Tables, draws: State, batch: Batch, game: int, power: int, first: int, wants_build: bool
) -> int:
    """A build or removal in the first suitable space, starting at a given space."""
    if draw(draws) < 0.1:
        return WAIVE
    spaces = batch.power.shape[1]
    for step in range(spaces):
        space = (first + step) % spaces
        if wants_build and batch.owner[game, space] == power and draw(draws) < 0.7:
            place = tables.places[space, draw_below(draws, tables.places.shape[1])]
            kind = BUILD_ARMY if draw(draws) < 0.5 else BUILD_FLEET
            return pack(kind, place if place >= 0 else space, ZERO)
        if not wants_build and batch.power[game, space] == power:
            return pack(REMOVE, space, ZERO)
    return 0
