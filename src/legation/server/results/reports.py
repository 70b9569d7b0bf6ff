"""Reports of a phase: the world, or one power's part; as text, Markdown, BBCode or safe HTML."""

from collections.abc import Mapping

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import Changed, Judged, PhaseRecord, View, hide_open_votes, hide_votes, scheme_of
from legation.render.words import WRITERS, Report, report_concerns, report_game, report_theatre
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_event
from legation.server.game.membership import Membership
from legation.server.game.placings import rank_places
from legation.server.game.records import EntryHead
from legation.server.game.visibility import VisibleGame, open_visible
from legation.server.identity.viewers import Viewer

KINDS: Mapping[str, str] = {
    "text": "text/plain",
    "markdown": "text/markdown",
    "bbcode": "text/plain",
    "html": "text/html",
    "discord": "text/plain",
}


def make_report(
    services: Services,
    viewer: Viewer,
    game_id: str,
    *,
    phase: str | None,
    form: str,
    power: str | None = None,
    theatre: str | None = None,
) -> str:
    """The report of a phase, or of the last one; with a power or a theatre only what concerns it."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        if not visible.judged:
            raise HttpRefusal(404, "nothing_judged", field="phase")
        head = visible.get(phase) if phase else visible.judged[-1]
        events = load_phase(connection, game, visible, head, membership)
        places = rank_places(connection, game, visible.snapshot.state)
    if power is not None:
        return WRITERS[form](_report_power(game, events, game.variant.parse_power(power)))
    if theatre is not None:
        return WRITERS[form](report_theatre(game.variant, _get_record(events), theatre))
    state = hide_votes(visible.snapshot.state, scheme_of(game.variant), None)
    view = View(viewer=None, state=state, events=events, rulebook=game.rulebook, places=places)
    return WRITERS[form](report_game(game.variant, view, head.phase))


def load_phase(
    connection: Connection, game: LoadedGame, visible: VisibleGame, head: EntryHead, membership: Membership
) -> tuple[Judged | Changed, ...]:
    """A judged phase and the corrections after it, without votes that are still secret."""
    place = visible.heads.index(head)
    chosen = [head]
    for later in visible.heads[place + 1 :]:
        if later.is_judged:
            break
        chosen.append(later)
    scheme = scheme_of(game.variant)
    events: list[Judged | Changed] = []
    for found in chosen:
        event = load_event(connection, game.id, found.number, found.hash)
        if isinstance(event, Judged):
            events.append(Judged(hide_open_votes(event.record, scheme, membership.power)))
        else:
            events.append(Changed(event.changes, hide_votes(event.after, scheme, membership.power), event.note))
    return tuple(events)


def _report_power(game: LoadedGame, events: tuple[Judged | Changed, ...], power: PowerId) -> Report:
    """What happened to a power's orders, and what others did to it."""
    return report_concerns(game.variant, _get_record(events), power, is_reader=False)


def _get_record(events: tuple[Judged | Changed, ...]) -> PhaseRecord:
    return next(event.record for event in events if isinstance(event, Judged))
