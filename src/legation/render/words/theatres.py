"""A big board as text: theatre by theatre, and one space at a time."""

from collections.abc import Iterator

from legation.board import LocationId, PowerId, Space, SpaceId, Terrain
from legation.game import GameState
from legation.judge import count_centres
from legation.render.words.text import draw_position
from legation.variants import Variant

BIG = 90
"""A board with more spaces than this is shown by theatre."""
CENTRE_NAMES = {
    "home": "home centre", "neutral": "centre", "colonial": "colony", "special": "special centre",
    "build-only": "building place, no centre",
}  # fmt: skip


def is_big(variant: Variant) -> bool:
    """Whether the board is better shown by theatre."""
    return len(variant.board.spaces) > BIG


def list_theatres(variant: Variant) -> list[str]:
    """The theatres of a board, by name."""
    return sorted({space.theatre for space in variant.board.spaces.values() if space.theatre})


def draw_theatres(variant: Variant, state: GameState, *, power: PowerId | None = None, theatre: str = "") -> str:
    """The board as text: a small one as one table, a big one (or one theatre of it) by theatre."""
    if not theatre and not is_big(variant):
        return draw_position(variant, state)
    lines = [state.shown_phase.title, f"  {word_standings(variant, state, power)}"]
    for name in [theatre] if theatre else list_theatres(variant):
        told = list(_draw_theatre(variant, state, name))
        if told:
            lines += [name, *told]
    for found in state.position.dislodged:
        lines.append(f"  {found.unit.power} {found.unit} must retreat: {' '.join(found.retreats) or 'nowhere to go'}")
    return "\n".join(lines)


def word_standings(variant: Variant, state: GameState, power: PowerId | None = None) -> str:
    """Every power's number of centres, the largest first; one's own marked."""
    counts = {other: count_centres(variant.board, state.position, other, variant.rulebook) for other in variant.powers}
    ranked = sorted(counts, key=lambda other: (-counts[other], other))
    return ", ".join(
        f"{variant.powers[other].name}{' (you)' if other == power else ''} {counts[other]}" for other in ranked
    )


def _draw_theatre(variant: Variant, state: GameState, theatre: str) -> Iterator[str]:
    """A line for each power there: its units, and after a bar its centres where none of them stands."""
    position = state.position
    spaces = [space for space in variant.board.spaces.values() if space.theatre == theatre]
    width = max(len(power.name) for power in variant.powers.values())
    for power in variant.powers.values():
        units = [position.units[space.id] for space in spaces if space.id in position.units]
        own = [str(unit) for unit in units if unit.power == power.id]
        standing = {unit.space for unit in units if unit.power == power.id}
        empty = [
            str(space.id) for space in spaces if position.owners.get(space.id) == power.id and space.id not in standing
        ]
        if own or empty:
            tail = f" | {' '.join(empty)}" if empty else ""
            yield f"  {power.name:<{width}}  {', '.join(own) or '-'}{tail}"
    free = [str(space.id) for space in spaces if space.centre.is_counted and space.id not in position.owners]
    if free:
        yield f"  {'free centres':<{width}}  {' '.join(free)}"


def describe_space(variant: Variant, state: GameState, location: LocationId) -> str:
    """One space in words: what it is, who holds it, and where one can go from there."""
    board, position = variant.board, state.position
    space = board.space(location)
    lines = [f"{space.id}  {space.name}{f', {space.theatre}' if space.theatre else ''}: {_describe_kind(space)}."]
    owner = position.owners.get(space.id)
    if space.centre.is_counted:
        lines.append(f"  It belongs to {variant.powers[owner].name if owner else 'nobody yet'}.")
    unit = position.units.get(space.id)
    if unit:
        lines.append(f"  {variant.powers[unit.power].name} has {unit} there.")
    for word, moves in (("Armies", board.army_moves), ("Fleets", board.fleet_moves)):
        for place in space.locations:
            if moves[place]:
                coast = f" from {place}" if len(space.locations) > 1 and "/" in place else ""
                lines.append(f"  {word} go{coast} to {name_spaces(variant, moves[place])}.")
    return "\n".join(lines)


def _describe_kind(space: Space) -> str:
    kind = {Terrain.SEA: "a sea", Terrain.IMPASSABLE: "impassable"}.get(space.terrain, "land")
    kind = "an island" if space.is_island else kind
    centre = CENTRE_NAMES.get(space.centre.value)
    whose = f" of {', '.join(power.title() for power in space.powers)}" if space.powers else ""
    return f"{kind}, {centre}{whose}" if centre else kind


def name_spaces(variant: Variant, locations: tuple[LocationId, ...]) -> str:
    """``BUR Burgundy, SPA/NC Spain``."""
    return ", ".join(f"{location} {variant.board.space(location).name}" for location in locations)


def list_own_spaces(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """Where a power stands, waits to retreat, or owns a centre."""
    position = state.position
    standing = {unit.space for unit in position.units_of(power)}
    waiting = {found.unit.space for found in position.dislodged if found.unit.power == power}
    return frozenset(standing | waiting | set(position.centres_of(power)))
