"""Who may write to whom now: the only place that decides it. Pages show beforehand what sending would answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import list_survivors
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.membership import Act, Membership
from legation.server.game.seats import load_seats
from legation.server.game.terms import PressTerms
from legation.server.press.rooms import GM_MARK, PressState, Reader, make_key, why_closed, why_not_write


@dataclass(frozen=True, slots=True)
class WritingRights:
    """The facts that decide whether someone may write in a room."""

    terms: PressTerms
    state: PressState
    writer: Reader | None
    """None for people who never write here."""
    is_solo: bool = False
    nobody_reads: bool = False
    """True if no one would read a letter: in a game against bots that do not talk."""

    def find_obstacle(self, key: str, *, is_grey: bool = False) -> str | None:
        """Why a letter to a room is not accepted, in a sentence; None if it is."""
        if self.writer is None:
            return ENGLISH.texts["http.forbidden.press"]
        if self.nobody_reads:
            return ENGLISH.texts["press.nobody_reads"]
        if self.is_solo and key.startswith(GM_MARK):
            return ENGLISH.texts["press.no_gm"]
        return why_not_write(self.terms, key, self.writer, self.state, is_grey=is_grey)

    def find_obstacle_to(self, powers: Sequence[PowerId]) -> str | None:
        """Why a letter to these powers is not accepted."""
        writer = self.writer or Reader()
        key = make_key(writer, powers)
        if key is None:
            return ENGLISH.texts["http.no_such_room.for_power" if writer.power else "http.no_such_room.for_gm"]
        return self.find_obstacle(key)

    def need(self, key: str, *, is_grey: bool = False) -> None:
        """Refuse a letter that is not accepted."""
        obstacle = self.find_obstacle(key, is_grey=is_grey)
        if obstacle:
            raise HttpRefusal(403, "press_closed", message=obstacle)

    @property
    def why_closed(self) -> str | None:
        """Why a power may write to no other power now; None if press is open, and for the game master."""
        if self.writer is None or self.writer.power is None:
            return None
        return why_closed(self.terms, self.state)


def load_rights(
    connection: Connection, services: Services, game: LoadedGame, membership: Membership, *, as_gm: bool = False
) -> WritingRights:
    """The facts that decide whether a viewer may write; ``as_gm``: a game master who plays writes as game master."""
    writer = _choose_writer(membership, as_gm=as_gm)
    power, row = writer.power if writer else None, game.row
    state = make_press_state(services, game, is_out=power is not None and power in list_out(game))
    nobody_reads = row.is_solo and not any(
        seat.reads_press(game.terms) for seat in load_seats(connection, game.id).values() if seat.power != power
    )
    return WritingRights(game.terms.press, state, writer, row.is_solo, nobody_reads)


def make_press_state(services: Services, game: LoadedGame, *, is_out: bool = False) -> PressState:
    """The facts that decide whether press is open now; ``is_out``: for a power that is out of the game."""
    row = game.row
    is_paused, now = row.paused_at is not None, services.clock.now()
    return PressState(row.status, game.state.phase.kind, row.deadline, is_paused, now, is_out)


def _choose_writer(membership: Membership, *, as_gm: bool) -> Reader | None:
    if Act.PRESS not in membership.acts:
        return None
    if as_gm or membership.power is None:
        return Reader(is_gm=True) if membership.is_gm else None
    return Reader(membership.power, membership.is_gm)


def list_out(game: LoadedGame) -> list[PowerId]:
    """The powers that are out of the game."""
    survivors = list_survivors(game.variant.board, game.state.position)
    return [power for power in game.variant.powers if power not in survivors]
