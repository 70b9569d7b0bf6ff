"""How much of a game a viewer sees: people who neither play nor run it see it some judged phases later."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from legation.game import parse_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, Snapshot, decode_game, load_record, make_snapshot
from legation.server.game.membership import Membership, open_game
from legation.server.game.records import EntryHead, GameHead, GameStatus
from legation.server.game.storage import list_heads
from legation.server.identity.viewers import Viewer


@dataclass(frozen=True, slots=True)
class ShownClock:
    """The current time of a game, as far as a viewer may know it.

    A viewer who sees the game later learns nothing of the present: neither the deadline nor that the game is paused,
    and the numbers are those of the shown phases.
    """

    status: GameStatus
    turn: int
    version: int
    phase_since: datetime | None
    deadline: datetime | None = None
    is_locked: bool = False
    paused_at: datetime | None = None
    resume_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class VisibleGame:
    """The part of a game that a viewer may see."""

    heads: tuple[EntryHead, ...]
    """The entries, without their texts."""
    snapshot: Snapshot
    """The state after them."""
    is_current: bool
    """True if that is the current state."""

    @property
    def judged(self) -> tuple[EntryHead, ...]:
        """The entries that judged a phase."""
        return tuple(head for head in self.heads if head.is_judged)

    def get(self, phase: str) -> EntryHead:
        """The entry that judged a phase, such as ``F1756M``; refuses if the viewer may not see one."""
        wanted = str(parse_phase(phase[:12]))
        found = [head for head in self.judged if head.phase == wanted]
        if found:
            return found[-1]
        raise HttpRefusal(404, "no_such_phase", case="named", field="phase", phase=wanted)


def load_visible(connection: Connection, game: LoadedGame, membership: Membership) -> VisibleGame:
    """The part of a game that a viewer may see."""
    heads = list_heads(connection, game.id)
    judged = [place for place, head in enumerate(heads) if head.is_judged]
    if not membership.delay or not judged:
        return VisibleGame(tuple(heads), game.snapshot, is_current=True)
    first_hidden = judged[max(0, len(judged) - membership.delay)]
    record = load_record(connection, game.id, heads[first_hidden].number, heads[first_hidden].hash)
    return VisibleGame(tuple(heads[:first_hidden]), make_snapshot(game.rules, record.before), is_current=False)


def show_clock(row: GameHead, membership: Membership, visible: VisibleGame | None = None) -> ShownClock:
    """The current time of a game; ``visible`` is needed for a viewer who sees the game later."""
    if not membership.delay:
        return ShownClock(
            row.status,
            row.turn,
            row.version,
            row.phase_since,
            row.deadline,
            row.is_locked,
            row.paused_at,
            row.resume_at,
        )
    assert visible is not None
    since = visible.judged[-1].made_at if visible.judged else None
    return ShownClock(GameStatus.RUNNING, len(visible.judged) + 1, len(visible.heads), since)


def load_visible_snapshot(connection: Connection, game: LoadedGame, membership: Membership) -> Snapshot:
    """The state that a viewer sees; reads no entries if that is the current state."""
    return load_visible(connection, game, membership).snapshot if membership.delay else game.snapshot


def open_visible(
    connection: Connection, services: Services, game_id: str, viewer: Viewer
) -> tuple[LoadedGame, Membership, VisibleGame]:
    """A game, the viewer's membership, and the part of the game that the viewer may see."""
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    return game, membership, load_visible(connection, game, membership)
