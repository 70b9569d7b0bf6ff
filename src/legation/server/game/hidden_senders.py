"""Whose letters are hidden from whom in a game: the only rule for the effect of blocks on press.

Letters of someone whom the reader has blocked are collapsed: the reader opens them one by one, since a game may turn on
them, and receives neither e-mail about them nor a count. Letters of the game master are never hidden, nor is anything
hidden from the game master. If players are known by their powers alone, blocking a person by name has no effect until
the game is over: otherwise the hidden letters would reveal who plays which power.
"""

from sqlalchemy import Connection

from legation.server.accounts.block_storage import StoredBlock, list_blockers, list_blocks
from legation.server.game.member_storage import list_members
from legation.server.game.membership import Membership
from legation.server.game.records import GameHead


def knows_names(game: GameHead) -> bool:
    """True if everyone may know who plays which power."""
    return game.is_over or not game.terms.is_anonymous


def _holds(block: StoredBlock, game: GameHead) -> bool:
    return knows_names(game) if block.game is None else block.game == game.id


def list_blocked_members(connection: Connection, game: GameHead, account: int) -> list[str]:
    """The names of people in a game whom an account has blocked; none if players are anonymous."""
    blocked = {block.blocked for block in list_blocks(connection, account) if block.game is None}
    if not blocked or not knows_names(game):
        return []
    return sorted({member.name for member in list_members(connection, game.id) if member.account in blocked})


def list_hidden_senders(connection: Connection, game: GameHead, membership: Membership) -> frozenset[int]:
    """The accounts whose letters are hidden from the viewer."""
    if membership.account is None or (membership.is_gm and membership.power is None):
        return frozenset()
    return list_hidden_from(connection, game, membership.account)


def list_hidden_from(connection: Connection, game: GameHead, account: int) -> frozenset[int]:
    """The accounts whose letters are hidden from an account that does not run the game."""
    return frozenset(block.blocked for block in list_blocks(connection, account) if _holds(block, game))


def list_hiding(connection: Connection, game: GameHead, sender: int) -> frozenset[int]:
    """The accounts from whom the letters of a sender are hidden."""
    return frozenset(block.account for block in list_blockers(connection, sender) if _holds(block, game))
