"""Adapts a game to a board from another source: other codes for the same spaces, other years for the same turns."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from legation.board import SpaceId, Terrain, fold
from legation.errors import LegationError
from legation.game import Phase, Season
from legation.interchange.model import ForeignGame, ForeignPhase, ForeignPosition
from legation.variants import Variant

WORD = re.compile(r"[^\W\d_]\w*")
NO_PLACES = frozenset("A F B D H S C R VIA WAIVE".split())


def fit_game(game: ForeignGame, variant: Variant) -> ForeignGame:
    """The same game in the codes and years of a board, with notes on the changes."""
    codes = _match_codes(game, variant)
    notes = [f"{code} is read as {space} ({variant.board.spaces[space].name})" for code, space in codes.items()]
    phases = [_rename(phase, codes) for phase in game.phases] if codes else list(game.phases)
    counted = list(_count_years(phases, variant))
    if counted != [phase.phase for phase in phases]:
        notes.append("years are counted by the calendar of the board")
        phases = [replace(found, phase=phase) for found, phase in zip(phases, counted, strict=True)]
    return replace(game, phases=tuple(phases), notes=(*game.notes, *notes))


def _list_codes(game: ForeignGame) -> dict[str, bool]:
    """Every code in the game's positions, and whether an army was there."""
    found: dict[str, bool] = {}
    for phase in game.phases:
        position = phase.position
        units = [unit for texts in position.units.values() for unit in texts]
        units += [unit for waiting in position.dislodged.values() for unit in waiting]
        for unit in units:
            kind, _, place = unit.partition(" ")
            code = place.partition("/")[0]
            found[code] = found.get(code, False) or kind == "A"
        for centre in (centre for centres in position.centres.values() for centre in centres):
            found.setdefault(centre.partition("/")[0], False)
    return found


def _match_codes(game: ForeignGame, variant: Variant) -> dict[str, SpaceId]:
    """Unknown codes that fit only one space that the file never names and whose name contains their letters."""
    with_army = _list_codes(game)
    codes = {code: _find_space(variant, code) for code in sorted(with_army)}
    free = {space: found for space, found in variant.board.spaces.items() if space not in codes.values()}
    matched: dict[str, SpaceId] = {}
    unknown = [code for code, space in codes.items() if space is None]
    while True:
        fitting = {
            code: [
                space
                for space, found in free.items()
                if _holds(found.name, code) and not (with_army[code] and found.terrain is Terrain.SEA)
            ]
            for code in unknown
        }
        # If several names fit, the unit there at the start may decide. Each match frees one space less, so that another
        # code may then fit only one: after each match everything is tried again.
        starting = {
            code: [space for space in spaces if _starts_in(game, variant, code, space)]
            for code, spaces in fitting.items()
        }
        sure = [
            (code, spaces[0]) for found in (fitting, starting) for code, spaces in found.items() if len(spaces) == 1
        ]
        if not sure:
            return matched
        code, space = sure[0]
        matched[code] = space
        del free[space]
        unknown.remove(code)


def _starts_in(game: ForeignGame, variant: Variant, code: str, space: SpaceId) -> bool:
    """True if the variant starts with the same unit in a space as the file has at a code."""
    unit = next((unit for unit in variant.start.units.values() if unit.space == space), None)
    if unit is None:
        return False
    return any(
        text == f"{unit.kind.value} {code}" and variant.power_names.get(fold(power)) == unit.power
        for power, texts in game.phases[0].position.units.items()
        for text in texts
    )


def _find_space(variant: Variant, code: str) -> SpaceId | None:
    try:
        return variant.board.space(variant.board.parse_location(code)).id
    except LegationError:
        return None


def _holds(name: str, code: str) -> bool:
    """True if a name begins with the first letter of a code and contains the others in order."""
    letters = iter(name.lower())
    return name[:1].lower() == code[:1].lower() and all(letter in letters for letter in code.lower())


def _rename(phase: ForeignPhase, codes: Mapping[str, SpaceId]) -> ForeignPhase:
    def put(text: str) -> str:
        return WORD.sub(lambda match: match[0] if match[0] in NO_PLACES else codes.get(match[0], match[0]), text)

    position = phase.position
    return replace(
        phase,
        position=ForeignPosition(
            {power: tuple(map(put, units)) for power, units in position.units.items()},
            {power: tuple(map(put, centres)) for power, centres in position.centres.items()},
            {
                power: {put(unit): ends and tuple(map(put, ends)) for unit, ends in waiting.items()}
                for power, waiting in position.dislodged.items()
            },
        ),
        orders={power: tuple(map(put, lines)) for power, lines in phase.orders.items()},
    )


def _count_years(phases: list[ForeignPhase], variant: Variant) -> Iterator[Phase | None]:
    """The phases with years counted from the first by the board's calendar."""
    last: Phase | None = None
    theirs: Phase | None = None
    for found in phases:
        phase = found.phase
        if phase is not None and last is not None and theirs is not None:
            step = phase.year - theirs.year
            if last.season is Season.SPRING and phase.season is Season.FALL:
                step = variant.calendar.spring_to_fall
            elif last.season is not Season.SPRING and phase.season is Season.SPRING:
                step = variant.calendar.fall_to_spring
            theirs, phase = phase, replace(phase, year=max(0, min(9999, last.year + step)))
        else:
            theirs = phase
        last = phase or last
        yield phase
