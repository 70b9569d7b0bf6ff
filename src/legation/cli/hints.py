"""Short lists of a player's possible orders."""

from collections.abc import Iterator

from legation.board import DislodgedUnit, LocationId, Unit
from legation.cli.order_entry import OrderEntry
from legation.errors import LegationError
from legation.game import PhaseKind
from legation.judge import list_adjustments
from legation.orders import Build, Disband, UnitOptions, format_order, list_orders, read_piece
from legation.render.words import ENGLISH
from legation.variants import Variant

MOST = 12
"""Longer lists are cut; the player can ask about single units."""


def describe_open(entry: OrderEntry) -> str:
    """The units without an order, and their possibilities."""
    kind = entry.state.phase.kind
    if kind is PhaseKind.MOVES:
        names = entry.still_open()
        if not names:
            return ENGLISH.texts["play.all_ordered"]
        return ENGLISH.fill("play.waiting", units=ENGLISH.list_all(names))
    if kind is PhaseKind.RETREATS:
        waiting = [found for found in entry.state.position.dislodged if found.unit.power == entry.power]
        return "\n".join(_describe_retreat(entry.variant, found) for found in waiting)
    return describe_winter(entry)


def _describe_retreat(variant: Variant, found: DislodgedUnit) -> str:
    if not found.retreats:
        return ENGLISH.fill("play.retreat.none", unit=found.unit)
    return ENGLISH.fill("play.retreat.places", unit=found.unit, places=_name(variant, found.retreats))


def describe_winter(entry: OrderEntry) -> str:
    """The builds or removals due, and their places."""
    options = list_adjustments(entry.variant.board, entry.state.position, entry.power, entry.rulebook)
    due = entry.still_open()
    if not due:
        return ENGLISH.texts["play.winter.nothing"]
    is_building = entry.review.unused > 0
    kind = Build if is_building else Disband
    shown = ENGLISH.list_all([format_order(order) for order in options if isinstance(order, kind)])
    key = "removals" if not is_building else "builds" if entry.rulebook.decline_builds else "due_builds"
    return ENGLISH.fill(f"play.winter.{key}", due=due[0], orders=shown)


def describe_unit(entry: OrderEntry, text: str) -> str:
    """The possible orders of one unit, named as ``A PAR``, ``paris`` or similar."""
    try:
        piece = read_piece(text, entry.variant.board.names)
    except LegationError as error:
        return str(error)
    if entry.state.phase.kind is not PhaseKind.MOVES:
        return describe_open(entry)
    rules = entry.rulebook.order_rules
    own = list_orders(entry.variant.board, entry.state.position, entry.power, rules).units
    unit = entry.state.position.find_unit(piece.kind, piece.space, entry.power)
    options = own.get(unit.key) if unit else None
    if options is None:
        place = entry.variant.board.space(piece.location).name
        return f"{ENGLISH.fill('play.no_unit', place=place)} {describe_open(entry)}"
    return "\n".join(_describe_options(entry.variant, options.unit, options))


def _describe_options(variant: Variant, unit: Unit, options: UnitOptions) -> Iterator[str]:
    def say(key: str, what: str) -> str:
        return f"  {ENGLISH.fill(f'play.options.{key}', what=what)}"

    yield ENGLISH.fill("play.options.hold", unit=unit, place=variant.board.space(unit.location).name)
    if options.moves:
        yield say("moves", _name(variant, options.moves))
    if options.convoyed_moves:
        yield say("convoyed_moves", _name(variant, options.convoyed_moves))
    if options.support_holds:
        yield say("support_holds", _cut([str(piece) for piece in options.support_holds]))
    helped = [f"{mover} - {target}" for target, movers in options.support_moves.items() for mover in movers]
    if helped:
        yield say("support_moves", _cut(helped))
    if options.convoyable:
        yield say("convoys", _cut([str(army) for army in options.convoyable]))
    if options.embarkable:
        yield say("embarkations", _cut([f"{unit} E {army}" for army in options.embarkable]))


def _name(variant: Variant, locations: tuple[LocationId, ...]) -> str:
    return _cut([f"{location} {variant.board.space(location).name}" for location in locations])


def _cut(names: list[str]) -> str:
    shown, rest = ENGLISH.list_all(names[:MOST]), len(names) - MOST
    return ENGLISH.fill("play.options.more", shown=shown, number=rest) if rest > 0 else shown
