"""Importing a game from the command line."""

from dataclasses import dataclass, replace

from legation.game import Phase
from legation.server.accounts.person_checks import fold
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.records import GameKind
from legation.server.game.terms import parse_terms
from legation.server.games.creating import draft_game
from legation.server.identity import account_storage as accounts
from legation.server.identity.viewers import Viewer, make_account
from legation.server.importing.service import RUN_BY_MASTER, log_differences, read_any_file, write_game
from legation.server.store import migrate


@dataclass(frozen=True, slots=True)
class TakenIn:
    """An imported game."""

    id: str
    phase: Phase
    entries: int
    head: str
    differences: int
    """How many results another program judged differently; the log of the game names them."""


def take_in(services: Services, data: bytes, *, master: str, title: str, begins: bool, variant: str = "") -> TakenIn:
    """Import a game from a file, after judging it again; the account with a name or address becomes its game master.

    A person at the host's own machine may do what an admin may: the game can use any board on this host, and a board
    that comes with the game is stored as the master's. ``variant`` is the board of a game from another program, if it
    is not the regular one.
    """
    migrate(services.store)
    with services.store.read() as connection:
        row = accounts.find_by_login(connection, fold(master))
    if row is None or row.is_guest:
        raise HttpRefusal(404, "not_found", case="account", login=repr(master))
    account = make_account(row)
    read = read_any_file(services, Viewer(replace(account, is_admin=True)), data, variant)
    terms = parse_terms(RUN_BY_MASTER, read.variant.seats)
    draft = draft_game(read.saved, title=title.strip() or read.variant.name, terms=terms, kind=GameKind.HOSTED)
    game = write_game(services, account, read.variant, draft, terms, begins=begins)
    if read.is_foreign:
        log_differences(services, account, game, read)
    history = read.saved.history
    return TakenIn(game, history.state.shown_phase, len(history.events), draft.head, len(read.differences))
