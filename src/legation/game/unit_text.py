"""A unit as people write it: ``F STP/SC``."""

from legation.board import Board, LocationId, PowerId, Unit, UnitKind, coast_of, fold, space_of
from legation.errors import LegationError, MalformedOrderError, RequestError, quote
from legation.judge import Rulebook
from legation.orders import Piece, list_pieces, read_piece

EXPECTED = "expected one like 'A PAR' or 'F STP/SC'"
MOST_WORDS = 5
"""No power's name is longer."""
KINDS = frozenset(fold(kind.value) for kind in UnitKind)
"""The letters of units, which are no names of powers before a place."""


def read_unit(board: Board, power: PowerId, text: str, rulebook: Rulebook, field: str) -> Unit:
    """A unit such as ``F STP/SC``; it must be possible there.

    A code that several spaces share is the board's own; where the unit could not stand there, the only other space
    where it could is meant. The name of a power before the unit must be that of its own.
    """
    named = _find_power(board, text)
    if power and named not in (None, power):
        raise RequestError(field, f"{quote(text)} is a unit of {named}, but stands among those of {power}")
    try:
        piece = read_piece(text, board.names)
    except MalformedOrderError:
        raise RequestError(field, f"{quote(text)} is not a unit; {EXPECTED}") from None
    except LegationError as error:
        candidates = getattr(error, "candidates", ())
        raise RequestError(field, f"{quote(text)} is not a unit: {error}", candidates) from None
    if not _can_stand(board, piece, rulebook):
        standing = [other for other in list_pieces(text, board.names) if _can_stand(board, other, rulebook)]
        piece = standing[0] if len(standing) == 1 else piece
    kind, location = piece
    if kind is None:
        raise RequestError(field, f"{quote(text)} is not a unit; {EXPECTED}")
    if kind not in rulebook.traits:
        raise RequestError(field, f"there is no unit of kind {kind.value} in this variant: {quote(text)}")
    if kind is UnitKind.ARMY and coast_of(location):
        location = LocationId(space_of(location))
    if not _can_stand(board, Piece(kind, location), rulebook):
        coasts = board.space(location).locations[1:]
        hint = f"; name its coast, {' or '.join(coasts)}" if coasts and rulebook.traits[kind].sails else ""
        raise RequestError(field, f"{quote(text)} cannot stand there{hint}")
    return Unit(power, kind, location)


def _can_stand(board: Board, piece: Piece, rulebook: Rulebook) -> bool:
    """True if a unit of this kind can be there; the coast that is written for an army does not matter."""
    if piece.kind is None or piece.kind not in rulebook.traits:
        return False
    place = LocationId(piece.space) if piece.kind is UnitKind.ARMY else piece.location
    return board.can_stand(place, sails=rulebook.traits[piece.kind].sails)


def _find_power(board: Board, text: str) -> str | None:
    """The power whose name comes before the unit, such as England in ``England A LON`` or ``English A LON``."""
    words, powers = text.split(), board.names.nation_powers
    heads = (fold(" ".join(words[:count])) for count in range(min(len(words) - 1, MOST_WORDS), 0, -1))
    return next((powers[head] for head in heads if head in powers and head not in KINDS), None)
