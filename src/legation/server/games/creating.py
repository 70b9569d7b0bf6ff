"""Creating a game: its variant, its rules, its terms and its empty seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from legation.game import (
    Changed,
    Entry,
    History,
    Judged,
    SavedGame,
    Setup,
    Undone,
    choose_rulebook,
    dump,
    make_setup,
    start_state,
    write_entry,
    write_setup,
    write_state,
)
from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_line
from legation.server.bots.levels import check_levels
from legation.server.game.editions import keep_edition
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import add_member, add_seats, change_seat
from legation.server.game.records import EntryKind, GameKind, GameStatus, Role
from legation.server.game.storage import add_entries, add_game, list_unended_games
from legation.server.game.terms import Terms, format_terms, parse_terms
from legation.server.games.changing import LONGEST_TITLE, check_webhook
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.once import UNNUMBERED, Sending
from legation.server.identity.viewers import Viewer
from legation.server.variants.opening import open_variant
from legation.variants import Variant

MOST_GAMES = 40
"""The number of games that one account may have open or running as game master or alone."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A request for a new game."""

    title: str
    variant: str
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    terms: object = field(default_factory=dict)


def create_game(services: Services, viewer: Viewer, request: GameRequest, sending: Sending = UNNUMBERED) -> GamePage:
    """Create a new game, once for each sending; its creator becomes the game master."""
    account = viewer.need_account()
    if account.is_guest:
        raise HttpRefusal(403, "claim_first", case="create")
    with services.store.read() as connection:
        variant = open_variant(connection, services, viewer, request.variant, hosting=True)
    terms = parse_terms(request.terms, variant.seats)
    check_webhook(services, terms)
    with services.store.write() as connection:
        known = sending.recall(connection, account.id)
        if known is not None:
            return load_game_page(connection, services, known, viewer)
        check_number(connection, account.id)
        game = put_game(connection, services, variant, request, terms, kind=GameKind.HOSTED)
        add_member(connection, game, account.id, Role.GM, services.clock.now())
        text = ENGLISH.fill("log.created", name=account.name)
        add_log(connection, game, services.clock.now(), actor=account.name, act="created", text=text)
        sending.note(connection, services.clock.now(), account.id, game)
        return load_game_page(connection, services, game, viewer)


def check_number(connection: Connection, account: int) -> None:
    """Refuse another game to an account that has many."""
    running = list_unended_games(connection, account)
    if len(running) >= MOST_GAMES:
        raise HttpRefusal(409, "too_many_games", case="hosted", number=len(running))


def put_game(
    connection: Connection, services: Services, variant: Variant, request: GameRequest, terms: Terms, *, kind: GameKind
) -> str:
    """Store a game that has not begun, with its seats; returns its id."""
    saved = SavedGame(History(_make_setup(variant, request)))
    draft = draft_game(saved, title=request.title.strip() or variant.name, terms=terms, kind=kind)
    return put_draft(connection, services, variant, draft, terms)


@dataclass(frozen=True, slots=True)
class GameDraft:
    """A game as it will be stored: computed before the database is locked."""

    saved: SavedGame
    head: str
    """The hash of its last entry, or of its setup."""
    values: Mapping[str, object]
    entries: tuple[Mapping[str, object], ...]


def draft_game(saved: SavedGame, *, title: str, terms: Terms, kind: GameKind) -> GameDraft:
    """Compute what is stored of a game that has not begun on this host; its history may already be long."""
    history = saved.history.sign()
    setup, entries = history.setup, history.entries
    state = replace(history.state, proposals=saved.inbox.proposals)
    head = entries[-1].hash if entries else history.genesis
    undone: set[int] = set()
    for entry in entries:
        if isinstance(entry.event, Undone):
            undone |= set(range(entry.event.entry, entry.number))
    rows = tuple(_draft_entry(entry, is_undone=entry.number in undone) for entry in entries)
    values = {
        "title": clean_line(title, "title", longest=LONGEST_TITLE, may_be_empty=False),
        "status": GameStatus.ENDED if state.ending else GameStatus.OPEN,
        "kind": kind,
        "terms": dump(format_terms(terms)),
        "setup": dump(write_setup(setup)),
        "state": dump(write_state(state)),
        "phase": str(state.shown_phase),
        "head": head,
        "entry": len(entries),
    }
    return GameDraft(saved, head, values, rows)


def _draft_entry(entry: Entry, *, is_undone: bool) -> Mapping[str, object]:
    match entry.event:
        case Judged(record):
            kind, phase = EntryKind.JUDGED, record.before.phase
        case Changed(_, after):
            kind, phase = EntryKind.CHANGED, after.phase
        case Undone(_, undone_phase):
            kind, phase = EntryKind.UNDONE, undone_phase
    return {
        "number": entry.number,
        "hash": entry.hash,
        "kind": kind,
        "phase": str(phase),
        "text": dump(write_entry(entry)),
        "is_undone": is_undone,
    }


def put_draft(connection: Connection, services: Services, variant: Variant, draft: GameDraft, terms: Terms) -> str:
    """Store a game with its chain and its seats; returns its id."""
    check_levels(variant, terms.bots.values())
    game, now = services.randomness.name_id(), services.clock.now()
    add_game(
        connection,
        id=game,
        variant=variant.id,
        edition=keep_edition(connection, services, variant),
        made_at=now,
        ended_at=now if draft.values["status"] is GameStatus.ENDED else None,
        **draft.values,
    )
    add_entries(connection, [{"game": game, "made_at": now, **row} for row in draft.entries])
    add_seats(connection, game, variant.seats)
    for power, level in terms.bots.items():
        change_seat(connection, game, power, bot=level.value)
    return game


def _make_setup(variant: Variant, request: GameRequest) -> Setup:
    rules = request.rules if request.rules and request.rules != variant.rulebook_id else None
    rulebook = choose_rulebook(variant, rules, request.options, request.modules)
    return make_setup(variant, rulebook, start_state(variant), rules=rules or "")
