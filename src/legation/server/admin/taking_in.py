"""Taking in a game from the command line."""

from dataclasses import dataclass

from legation.game import Phase
from legation.server.accounts.person_checks import fold
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.records import GameKind
from legation.server.game.terms import parse_terms
from legation.server.games.creating import draft_game
from legation.server.identity import account_storage as accounts
from legation.server.identity.viewers import make_account
from legation.server.importing.reading import read_file
from legation.server.importing.service import RUN_BY_MASTER, write_game
from legation.server.store import migrate
from legation.server.variants.catalogue import check_variant


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A game that was taken in."""

    id: str
    phase: Phase
    entries: int
    head: str


def take_in(services: Services, data: bytes, *, master: str, title: str, begins: bool) -> TakenIn:
    """A game from a file, after judging it again; the account with a name or address becomes its game master."""
    migrate(services.store)
    read = read_file(data, check_variant)
    saved, variant = read.saved, read.variant
    with services.store.read() as connection:
        row = accounts.find_by_login(connection, fold(master))
    if row is None or row.is_guest:
        raise HttpRefusal(404, "not_found", case="account", login=repr(master))
    terms = parse_terms(RUN_BY_MASTER, variant.seats)
    draft = draft_game(saved, title=title.strip() or variant.name, terms=terms, kind=GameKind.HOSTED)
    game = write_game(services, make_account(row), variant, draft, terms, begins=begins)
    return TakenIn(game, saved.history.state.shown_phase, len(saved.history.events), draft.head)
