"""The facts about a game's variant for lists of games, without loading uploaded boards."""

from typing import NamedTuple

from sqlalchemy import Connection

from legation.server.base.lru_cache import LruCache
from legation.server.game.board_storage import find_board, find_edition_by_digest
from legation.server.variants.board_access import name_reference
from legation.server.variants.board_reports import read_report
from legation.variants import list_variants, load_variant


class PlayedVariant(NamedTuple):
    """The variant of a game."""

    name: str
    power_names: dict[str, str]


_KNOWN: LruCache[tuple[str, str], PlayedVariant] = LruCache(500)


def get_played_variant(connection: Connection, variant: str, edition: str) -> PlayedVariant:
    """The variant of a game from its stored data; one that is no longer known has no powers."""
    if variant in list_variants():
        own = load_variant(variant)
        return PlayedVariant(own.name, {power: found.name for power, found in own.powers.items()})
    known = _KNOWN.get((variant, edition))
    if known is not None:
        return known
    found = find_edition_by_digest(connection, variant, edition)
    if found is None:
        return PlayedVariant(variant, {})
    summary = read_report(found.report).summary
    return _KNOWN.put(
        (variant, edition), PlayedVariant(summary.name, {power.id: power.name for power in summary.powers})
    )


def name_variant(connection: Connection, variant: str) -> str:
    """The name of a variant by its id, including removed boards; the id itself if nothing is known of it."""
    if variant in list_variants():
        return load_variant(variant).name
    found = find_board(connection, variant)
    return found.name if found else variant


def is_open_to_all(connection: Connection, variant: str) -> bool:
    """True if everyone may begin games of a variant."""
    if variant in list_variants():
        return True
    found = find_board(connection, variant)
    return found is not None and found.is_published and found.removed_at is None


def name_rules(variant: str, edition: str) -> str:
    """The name under which the rules of a game's variant can be requested; anyone who sees a game may see its board."""
    return variant if variant in list_variants() else name_reference(variant, edition)
