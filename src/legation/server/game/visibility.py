"""How much of a game a viewer sees: spectators see it some judged phases later."""

from dataclasses import dataclass

from sqlalchemy import Connection

from legation.game import parse_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, Snapshot, decode_game, load_record, make_snapshot
from legation.server.game.membership import Membership, open_game
from legation.server.game.records import EntryHead
from legation.server.game.storage import list_heads
from legation.server.identity.viewers import Viewer


@dataclass(frozen=True, slots=True)
class VisibleGame:
    """The part of a game that a viewer may see."""

    heads: tuple[EntryHead, ...]
    """The entries, without their texts."""
    snapshot: Snapshot
    """The state at the end of them."""
    is_current: bool
    """Whether that is the state now."""

    @property
    def judged(self) -> tuple[EntryHead, ...]:
        """The entries that judged a phase."""
        return tuple(head for head in self.heads if head.is_judged)

    def find(self, phase: str) -> EntryHead:
        """The entry that judged a phase, such as ``F1756M``; refuses if the viewer sees none."""
        wanted = str(parse_phase(phase[:12]))
        found = [head for head in self.judged if head.phase == wanted]
        if found:
            return found[-1]
        raise HttpRefusal(404, "no_such_phase", case="named", field="phase", phase=wanted)


def load_visible(connection: Connection, game: LoadedGame, membership: Membership) -> VisibleGame:
    """What a viewer may see of a game."""
    heads = list_heads(connection, game.id)
    judged = [place for place, head in enumerate(heads) if head.is_judged]
    if not membership.delay or not judged:
        return VisibleGame(tuple(heads), game.snapshot, is_current=True)
    first_hidden = judged[max(0, len(judged) - membership.delay)]
    record = load_record(connection, game.id, heads[first_hidden].number, heads[first_hidden].hash)
    return VisibleGame(tuple(heads[:first_hidden]), make_snapshot(game.rules, record.before), is_current=False)


def load_visible_snapshot(connection: Connection, game: LoadedGame, membership: Membership) -> Snapshot:
    """The state that a viewer sees; reads no entries if that is the state now."""
    return load_visible(connection, game, membership).snapshot if membership.delay else game.snapshot


def open_visible(
    connection: Connection, services: Services, game_id: str, viewer: Viewer
) -> tuple[LoadedGame, Membership, VisibleGame]:
    """A game, what the viewer is in it, and what the viewer may see of it."""
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    return game, membership, load_visible(connection, game, membership)
