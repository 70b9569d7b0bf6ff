"""Corrections to a running game: each is an entry of the chain, with the resulting state."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import ConfigDict, Discriminator, Field, Tag
from sqlalchemy import Connection

from legation.game import (
    MOST_DIGITS,
    Change,
    Changed,
    apply_changes,
    check_given_position,
    dump,
    read_changes,
    write_state,
)
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
Count = Annotated[int, Field(ge=0, lt=10**MOST_DIGITS)]


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


class ColonyYears(_Correction):
    """A colony, the years that its owner has held it, and the years without a battle."""

    space: Name
    held: Count
    age: Count


class YearsCorrection(_Correction):
    """Set the years of a colony."""

    years: ColonyYears


class BombsInSpace(_Correction):
    """A space, and the number of a power's bombs in it; without a power there are none."""

    space: Name
    power: Name | None = None
    count: Count = 0


class BombsCorrection(_Correction):
    """Set the bombs in a space."""

    bombs: BombsInSpace


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
                years = correction.years
                texts["years"].append(f"{years.space}={years.held}/{years.age}")
            case BombsCorrection():
                bombs = correction.bombs
                texts["bombs"].append(f"{bombs.space}={f'{bombs.power} {bombs.count}' if bombs.power else 'none'}")
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
