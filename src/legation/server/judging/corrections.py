"""Corrections to a running game: each is an entry of the chain, with the resulting state."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import ConfigDict, Discriminator, Field, Tag
from sqlalchemy import Connection

from legation.game import Change, Changed, apply_changes, check_given_position, dump, read_changes, write_state
from legation.render.words import word_changes
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.storage import change_game
from legation.server.http.request_body import RequestBody
from legation.server.judging.service import Chain, look_again
from legation.variants import Variant

MOST_CORRECTIONS = 100
Fact = Annotated[str, Field(max_length=80)]
Name = Annotated[str, Field(max_length=40)]


class _Correction(RequestBody):
    model_config = ConfigDict(frozen=True)


class PutCorrection(_Correction):
    """Put a unit on the board: ``FRANCE A PAR``."""

    put: Fact


class TakeCorrection(_Correction):
    """Take a unit off the board: ``FRANCE A PAR``."""

    take: Fact


class Ownership(_Correction):
    """A centre and the power that owns it, if any."""

    space: Name
    power: Name | None = None


class OwnerCorrection(_Correction):
    """Give a centre to another power, or to none."""

    owner: Ownership


class YearsCorrection(_Correction):
    """Set the years of a colony: ``NA7=1/2``."""

    years: Fact


class BombsCorrection(_Correction):
    """Set the bombs in a space: ``PAR=FRANCE 2``."""

    bombs: Fact


Correction = Annotated[
    Annotated[PutCorrection, Tag("put")]
    | Annotated[TakeCorrection, Tag("take")]
    | Annotated[OwnerCorrection, Tag("owner")]
    | Annotated[YearsCorrection, Tag("years")]
    | Annotated[BombsCorrection, Tag("bombs")],
    Discriminator(
        lambda data: next(iter(data), None) if isinstance(data, dict) else None,
        custom_error_type="unknown_correction",
        custom_error_message="Expected one of put, take, owner, years and bombs",
    ),
]
"""A correction as sent by the game master's page; its only field names its kind."""


def read_corrections(game: LoadedGame, corrections: Sequence[Correction]) -> list[Change]:
    """The changes from corrections to a game."""
    texts: dict[str, list[str]] = {"put": [], "take": [], "centres": [], "years": [], "bombs": []}
    for correction in corrections:
        match correction:
            case PutCorrection():
                texts["put"].append(correction.put)
            case TakeCorrection():
                texts["take"].append(correction.take)
            case OwnerCorrection():
                texts["centres"].append(f"{correction.owner.space}={correction.owner.power or 'none'}")
            case YearsCorrection():
                texts["years"].append(correction.years)
            case BombsCorrection():
                texts["bombs"].append(correction.bombs)
    return read_changes(game.variant, game.state, game.rulebook, **texts)


def word_corrections(variant: Variant, changes: Sequence[Change]) -> str:
    """``France A PAR put on the board; BUR belongs to France``."""
    return word_changes(changes, names={power: found.name for power, found in variant.powers.items()})


def apply_corrections(
    connection: Connection, services: Services, game: LoadedGame, changes: Sequence[Change], note: str
) -> LoadedGame:
    """Apply corrections to a locked game; returns the game with its new state."""
    if not game.row.is_in_play:
        raise HttpRefusal(409, "not_running", case="game")
    after = apply_changes(game.state, changes)
    check_given_position(game.variant, after.position, game.rulebook, "position")
    chain = Chain(connection, services, game)
    chain.add(Changed(tuple(changes), after, note))
    change_game(
        connection,
        game.id,
        state=dump(write_state(after)),
        head=chain.head,
        entry=chain.number,
        version=game.row.version + 1,
    )
    changed = load_game(connection, services, game.id)
    look_again(connection, services, changed)
    return changed
