"""What a player may order, in short; and the help text."""

from collections.abc import Iterator

from legation.board import DislodgedUnit, LocationId, Unit
from legation.cli.order_entry import OrderEntry
from legation.errors import LegationError
from legation.game import PhaseKind
from legation.judge import list_adjustments
from legation.orders import Build, Disband, UnitOptions, format_order, list_orders, read_piece
from legation.variants import Variant

HELP = """\
Write one order a line, in any usual form; several may stand on a line, divided by semicolons:
  A PAR - BUR              move             A PAR H                hold
  A PAR S A MAR - BUR      support a move   A PAR S A BUR          support a unit that stays
  F NTH C A LON - NWY      convoy           A LON - NWY VIA        be convoyed
  A SER R ALB              retreat          A SER D                disband, or remove in Winter
  B A PAR                  build in Winter  WAIVE                  leave a build unused
  F PO3 E A NA7            take an army aboard, where armies travel so; the army: A NA7 - PO3
  BOMB PAR - MOS           launch a bomb    A PAR - BUR CARRY 1    take one along (with the module gigaton-bomb)
And besides orders:
  ?            what waits for an order      ? A PAR    what that unit may do
  done         judge the phase              undo       take the last order back
  orders       what you have written        auto       let a bot order what is left
  board        the board; board EUROPE shows one theatre, board all everything
  where PARIS  one space and its neighbours
  results      all results of the last phase
  explain A PAR - BUR      why an order of the last phase came out so
  propose draw (or FRANCE, FRANCE + SPAIN > RUSSIA)      vote yes, vote no, vote none, withdraw
  help         this text                    quit       stop the game
Units without an order hold; dislodged units without one disband."""
MOST = 12
"""Longer lists are cut; every unit can be asked about."""


def describe_open(entry: OrderEntry) -> str:
    """What waits for an order, and what could be done about it."""
    kind = entry.state.phase.kind
    if kind is PhaseKind.MOVES:
        names = entry.still_open()
        if not names:
            return "Every unit has an order. Type done."
        return f"Without an order: {', '.join(names)}.\nType ? and a unit to see what it may do, help for more."
    if kind is PhaseKind.RETREATS:
        waiting = [found for found in entry.state.position.dislodged if found.unit.power == entry.power]
        return "\n".join(_describe_retreat(entry.variant, found) for found in waiting)
    return describe_winter(entry)


def _describe_retreat(variant: Variant, found: DislodgedUnit) -> str:
    if not found.retreats:
        return f"{found.unit} has nowhere to retreat: {found.unit} D."
    return f"{found.unit} may retreat to {_name(variant, found.retreats)}; or {found.unit} D to disband it."


def describe_winter(entry: OrderEntry) -> str:
    """Builds or removals due, and where."""
    options = list_adjustments(entry.variant.board, entry.state.position, entry.power, entry.rulebook)
    due = entry.still_open()
    if not due:
        return "Nothing is left to build or remove. Type done."
    kind = Disband if "removal" in due[0] else Build
    shown = [format_order(order) for order in options if isinstance(order, kind)]
    rest = " or WAIVE" if kind is Build and entry.rulebook.decline_builds else ""
    return f"You {'must remove' if kind is Disband else 'may build'}: {due[0]}. Possible: {', '.join(shown)}{rest}."


def describe_unit(entry: OrderEntry, text: str) -> str:
    """What one unit may do: ``A PAR``, ``paris`` and the like name it."""
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
        return f"You have no unit in {entry.variant.board.space(piece.location).name}. {describe_open(entry)}"
    return "\n".join(_describe_options(entry.variant, options.unit, options))


def _describe_options(variant: Variant, unit: Unit, options: UnitOptions) -> Iterator[str]:
    yield f"{unit} ({variant.board.space(unit.location).name}) may hold, or"
    if options.moves:
        yield f"  move to {_name(variant, options.moves)}"
    if options.convoyed_moves:
        yield f"  be convoyed to {_name(variant, options.convoyed_moves)}"
    if options.support_holds:
        yield f"  support to hold: {_cut([str(piece) for piece in options.support_holds])}"
    helped = [f"{mover} - {target}" for target, movers in options.support_moves.items() for mover in movers]
    if helped:
        yield f"  support to move: {_cut(helped)}"
    if options.convoyable:
        yield f"  convoy: {_cut([str(army) for army in options.convoyable])} to any shore in reach of the fleets"
    if options.embarkable:
        yield f"  take aboard: {_cut([f'{unit} E {army}' for army in options.embarkable])}"


def _name(variant: Variant, locations: tuple[LocationId, ...]) -> str:
    return _cut([f"{location} {variant.board.space(location).name}" for location in locations])


def _cut(names: list[str]) -> str:
    rest = len(names) - MOST
    return ", ".join(names[:MOST]) + (f" and {rest} more" if rest > 0 else "")
