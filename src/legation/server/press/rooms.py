"""Rooms in which press is written: their members, and who may write there when. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from legation.board import PowerId
from legation.game import PhaseKind
from legation.render.words import ENGLISH
from legation.server.game.records import GameStatus
from legation.server.game.terms import PressTerms
from legation.variants import Variant

ALL = "all"
GM = "GM"
GM_MARK = "gm:"


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of press: the power, and whether as game master."""

    power: PowerId | None = None
    is_gm: bool = False
    is_delayed: bool = False
    """A spectator who sees the game with a delay."""
    is_shut_out: bool = False
    """A stranger who received the link of an ended game: its letters were not written for the public."""


@dataclass(frozen=True, slots=True)
class PressState:
    """The facts that decide whether press is open."""

    status: GameStatus
    kind: PhaseKind
    deadline: datetime | None
    is_paused: bool
    now: datetime
    is_out: bool = False
    """True if the writer's power is out of the game."""


def make_key(writer: Reader, to: str | Sequence[PowerId]) -> str | None:
    """The key of the room for a letter; None for a letter to the writer alone."""
    if to == ALL:
        return ALL
    if to == "gm":
        return f"{GM_MARK}{writer.power}" if writer.power else None
    powers = set(to) - {writer.power}
    if not powers:
        return None
    if writer.power is None:
        return f"{GM_MARK}{next(iter(powers))}" if len(powers) == 1 else None
    return "+".join(sorted({*powers, writer.power}))


def list_members(key: str) -> tuple[PowerId, ...]:
    """The powers of a room; none for the room of all."""
    if key == ALL:
        return ()
    return tuple(PowerId(power) for power in key.removeprefix(GM_MARK).split("+"))


def may_read(key: str, reader: Reader) -> bool:
    """True if a reader may read a room; the public room is open to all who may see the game."""
    if reader.is_shut_out:
        return False
    if key == ALL:
        return True
    if key.startswith(GM_MARK) and reader.is_gm:
        return True
    return reader.power is not None and reader.power in list_members(key)


def name_room(variant: Variant, key: str, reader: Reader) -> str:
    """``Everybody``, ``Austria and you``, ``The game master and you``."""
    if key == ALL:
        return "Everybody"
    names = [variant.powers[power].name for power in list_members(key) if power != reader.power]
    if key.startswith(GM_MARK):
        return f"{names[0]} and you" if names and reader.is_gm else "The game master and you"
    if reader.power not in list_members(key):
        return _join(names)
    return f"{', '.join(names)} and you"


def _join(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def find_closing(terms: PressTerms, state: PressState) -> datetime | None:
    """When press closes before the deadline; None if it does not."""
    if not terms.closes_minutes or state.deadline is None or state.is_paused:
        return None
    return state.deadline - timedelta(minutes=terms.closes_minutes)


def why_closed(terms: PressTerms, state: PressState) -> str | None:
    """Why a power may not write to others now; None if press is open."""
    if state.status is GameStatus.OPEN:
        return ENGLISH.texts["press.not_begun"]
    if state.status is GameStatus.ENDED:
        return ENGLISH.texts["press.over"]
    if state.is_out and not terms.eliminated:
        return ENGLISH.texts["press.eliminated"]
    if not terms.in_retreats and state.kind is not PhaseKind.MOVES:
        return ENGLISH.texts["press.only_in_moves"]
    closes_at = find_closing(terms, state)
    if closes_at is not None and state.now >= closes_at:
        return ENGLISH.fill("press.closed_early", time=_word_span(terms.closes_minutes))
    return None


def why_not_write(terms: PressTerms, key: str, writer: Reader, state: PressState, *, is_grey: bool) -> str | None:
    """Why a letter is not accepted; the game master and letters to the game master know no closing time.

    They know no elimination either: a player whose power is out can always write to the game master.
    """
    if is_grey and (key != ALL or not terms.grey or writer.power is None):
        return ENGLISH.texts["press.grey_is_public" if terms.grey else "press.no_grey"]
    if key.startswith(GM_MARK) or writer.power is None:
        return None
    if key == ALL and not terms.public:
        return ENGLISH.texts["press.no_public"]
    count = len(list_members(key))
    if count == 2 and not terms.private:
        return ENGLISH.texts["press.no_private"]
    if count > 2 and not terms.rooms:
        return ENGLISH.texts["press.no_rooms"]
    if key == ALL and state.status is GameStatus.ENDED:
        return None
    return why_closed(terms, state)


def list_others(variant: Variant, reader: Reader, terms: PressTerms, out: Collection[PowerId]) -> list[PowerId]:
    """The powers that may receive a letter: all others that are still in the game."""
    if reader.power is not None and not (terms.private or terms.rooms):
        return []
    return [power for power in variant.seats if power != reader.power and power not in out]


def _word_span(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [ENGLISH.count("press.hours", hours)] if hours else []
    parts += [ENGLISH.count("press.minutes", rest)] if rest else []
    return ENGLISH.join_and(parts)
