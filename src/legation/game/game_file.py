"""A whole game as JSON: its terms, its chain of entries, and its inbox."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from legation.errors import LegationError, RequestError
from legation.game.given_position import check_given_position
from legation.game.history import Entry, Event, History, make_entry, write_unsigned
from legation.game.json_form import Names, check_object, read_value, write_value
from legation.game.json_text import load_json
from legation.game.letters import Texts
from legation.game.press import Message
from legation.game.record_codec import VERSION, dump_file, names_of
from legation.game.replay import list_on_file
from legation.game.setup import Setup, open_setup
from legation.game.state import Proposal
from legation.judge import Rulebook
from legation.variants import Variant, load_variant

GAME = "legation-game"
ENTRY = "legation-entry"
BOARD = "board"
"""The key of a variant included with a game."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """The orders of the current phase as written, and the open proposals with their votes."""

    orders: Texts = field(default_factory=dict)
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A complete game."""

    history: History
    inbox: Inbox = field(default_factory=Inbox)
    press: tuple[Message, ...] = ()
    """Letters that came with the game, the oldest first."""


def empty_inbox(history: History, variant: Variant, rulebook: Rulebook) -> Inbox:
    """The inbox when a phase has just opened: open proposals, and the orders of a phase that was undone before."""
    undone = history.undone
    orders = list_on_file(variant, rulebook, history.state, undone) if undone else {}
    return Inbox(dict(orders), history.state.proposals)


def write_setup(setup: Setup) -> dict[str, object]:
    """The terms of a game as a file."""
    return {"format": GAME, "version": VERSION, "setup": write_value(setup, Setup)}


def read_setup(data: object, find: Callable[[str], Variant] = load_variant) -> Setup:
    """The terms of a game; raises a ``RequestError`` that names the field."""
    table = check_format(data, GAME, ("setup",))
    plain = read_value(table["setup"], Setup, "setup")
    variant, rulebook = open_setup(plain, find)
    setup = read_value(table["setup"], Setup, "setup", names_of(variant))
    check_given_position(variant, setup.start.position, rulebook, "setup.start.position")
    return setup


def write_entry(entry: Entry) -> dict[str, object]:
    """An entry of the chain as a file."""
    content = write_unsigned(entry.number, entry.previous, entry.event)
    return {"format": ENTRY, **content, "hash": entry.hash}


def read_entry(data: object, field: str, names: Names) -> Entry:
    """An entry of the chain; raises if a field or the hash is wrong."""
    table = check_format(data, ENTRY, ("number", "previous", "event", "hash"), field)
    number = read_value(table["number"], int, f"{field}.number")
    previous = read_value(table["previous"], str, f"{field}.previous")
    event: Event = read_value(table["event"], Event, f"{field}.event", names)  # type: ignore[arg-type] # a union
    entry = make_entry(number, previous, event)
    if entry.hash != table["hash"]:
        raise RequestError(f"{field}.hash", "does not fit: the entry was changed after it was written")
    return entry


def link_entries(setup: Setup, entries: list[Entry]) -> History:
    """The history of a chain; raises if an entry is missing or out of place."""
    history = History(setup)
    previous = history.genesis
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            raise RequestError(f"entries[{number - 1}]", f"entry {number} is expected here, not entry {entry.number}")
        if entry.previous != previous:
            raise RequestError(f"entries[{number - 1}]", f"entry {number} does not follow from what stands before it")
        previous = entry.hash
    return History(setup, tuple(entry.event for entry in entries), tuple(entry.hash for entry in entries))


def export_game(game: SavedGame, board: Mapping[str, str] | None = None) -> str:
    """A game as one JSON text. It contains everything, including secret orders and votes: it is for the game master.

    ``board``: the files of a variant that is not the program's own, so that others can continue the game.
    """
    inbox = write_value(game.inbox, Inbox)
    entries = [write_entry(entry) for entry in game.history.entries]
    press = {"press": write_value(game.press, tuple[Message, ...])} if game.press else {}
    brought = {BOARD: {"files": dict(board)}} if board else {}
    return dump_file({**write_setup(game.history.setup), "entries": entries, "desk": inbox, **press, **brought})


def import_game(text: str, find: Callable[[str], Variant] = load_variant) -> SavedGame:
    """The game of an exported text; raises a ``RequestError`` that names the field."""
    table = check_format(load_json(text, "game"), GAME, ("setup", "entries", "desk"), optional=("press", BOARD))
    setup = read_setup({key: table[key] for key in ("format", "version", "setup")}, find)
    names = names_of(open_setup(setup, find)[0])
    items = table["entries"]
    if not isinstance(items, list):
        raise RequestError("entries", "expected a list")
    entries = [read_entry(item, f"entries[{number}]", names) for number, item in enumerate(items)]
    history = link_entries(setup, entries)
    _check_events(history)
    press = read_value(table.get("press", []), tuple[Message, ...], "press", names)
    return SavedGame(history, read_value(table["desk"], Inbox, "desk", names), press)


def read_board_files(text: str) -> Mapping[str, str] | None:
    """The files of the variant included in an exported text; None if there are none, or the text is not an export."""
    try:
        table = load_json(text, "game")
    except LegationError:
        return None
    found = table.get(BOARD) if isinstance(table, dict) else None
    if found is None:
        return None
    files = check_object(found, BOARD).get("files")
    if not isinstance(files, dict) or not all(isinstance(content, str) for content in files.values()):
        raise RequestError(f"{BOARD}.files", "expected the texts of files by their names")
    return files


def _check_events(history: History) -> None:
    """Raise if an undo points at nothing."""
    try:
        _ = history.state
    except LegationError as error:
        raise RequestError("entries", str(error)) from None


def check_format(
    data: object, form: str, keys: tuple[str, ...], field: str = "game", *, optional: tuple[str, ...] = ()
) -> Mapping[str, object]:
    """The object, if it is a file of this form and version with just these keys."""
    table = check_object(data, field)
    if table.get("format") != form:
        raise RequestError(f"{field}.format", f"expected {form!r}; this is another file")
    if table.get("version") != VERSION:
        found = str(table.get("version"))[:20]
        raise RequestError(f"{field}.version", f"this program reads version {VERSION}, not {found}")
    for key in keys:
        if key not in table:
            raise RequestError(f"{field}.{key}", "is missing")
    for key in table:
        if key not in ("format", "version", *keys, *optional):
            raise RequestError(f"{field}.{key}"[:80], f"unknown field; there are {', '.join(keys)}")
    return table
