"""A unit as people write it: ``F STP/SC``."""

from legation.board import Board, LocationId, PowerId, Unit, UnitKind, coast_of, space_of
from legation.errors import LegationError, RequestError, quote
from legation.judge import Rulebook
from legation.orders import read_piece


def read_unit(board: Board, power: PowerId, text: str, rulebook: Rulebook, field: str) -> Unit:
    """A unit such as ``F STP/SC``; it must be able to stand there."""
    try:
        kind, location = read_piece(text, board.names)
    except LegationError as error:
        raise RequestError(field, f"{quote(text)} is no unit: {error}") from None
    if kind is None:
        raise RequestError(field, f"{quote(text)} is no unit; expected one like 'A PAR' or 'F STP/SC'")
    if kind not in rulebook.traits:
        raise RequestError(field, f"there is no unit of kind {kind.value} in this variant: {quote(text)}")
    if kind is UnitKind.ARMY and coast_of(location):
        location = LocationId(space_of(location))
    if not board.can_stand(location, sails=rulebook.traits[kind].sails):
        coasts = board.space(location).locations[1:]
        hint = f"; name its coast, {' or '.join(coasts)}" if coasts and rulebook.traits[kind].sails else ""
        raise RequestError(field, f"{quote(text)} cannot stand there{hint}")
    return Unit(power, kind, location)
