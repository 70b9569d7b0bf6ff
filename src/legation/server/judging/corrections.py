"""Corrections to a running game: each is an entry of the chain, with the state that follows."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from legation.errors import RequestError
from legation.game import Change, Changed, apply_changes, dump, read_changes, write_state
from legation.render.words import word_change
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, load_game
from legation.server.game.storage import change_game
from legation.server.judging.service import Chain, look_again

MOST_CHANGES = 100


def read_corrections(game: LoadedGame, changes: Sequence[Mapping[str, Any]]) -> list[Change]:
    """Corrections as the desk writes them: ``{"put": "FRANCE A PAR"}``, ``{"years": "NA7=1/2"}`` and so on."""
    if not 0 < len(changes) <= MOST_CHANGES:
        raise RequestError("changes", f"expected 1 to {MOST_CHANGES} changes")
    texts: dict[str, list[str]] = {"put": [], "take": [], "centres": [], "years": [], "bombs": []}
    for number, change in enumerate(changes):
        kind, value = _read_one(change, f"changes[{number}]")
        texts[kind].append(value)
    return read_changes(game.variant, game.state, game.rulebook, **texts)


def _read_one(change: Mapping[str, Any], field: str) -> tuple[str, str]:
    kind = next(iter(change), "")
    value = change.get(kind)
    if len(change) == 1 and kind in ("put", "take", "years", "bombs") and isinstance(value, str):
        return kind, value[:80]
    if len(change) == 1 and kind == "owner" and isinstance(value, dict) and isinstance(value.get("space"), str):
        return "centres", f"{value['space'][:40]}={str(value.get('power') or 'none')[:40]}"
    raise RequestError(field, "expected one of put, take, owner, years and bombs")


def word_corrections(changes: Sequence[Change]) -> str:
    """``FRANCE A PAR put on the board; BUR belongs to FRANCE``."""
    return "; ".join(word_change(change) for change in changes)


def apply_corrections(
    connection: Connection, services: Services, game: LoadedGame, changes: Sequence[Change], note: str
) -> LoadedGame:
    """Apply corrections to a locked game; returns the game as it is now."""
    if not game.row.is_in_play:
        raise HttpRefusal(409, "not_running", "The game does not run.")
    after = apply_changes(game.state, changes)
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
