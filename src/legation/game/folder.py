"""A game as a folder of plain files, for a game master without a server (``docs/reference/game-files.md``).

``game.json`` holds the terms, ``records/`` one file for each entry of the chain, ``orders/`` the letters for the
current phase, ``press.json`` press that came with the game, and ``desk.json`` the open proposals and the entry to which
letters and votes belong: orders handed in before an entry was written never count for the next phase, even if the
program was killed before it could clear the inbox.
"""

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from legation.board import PowerId, fold
from legation.errors import RequestError
from legation.game.game_file import (
    Inbox,
    SavedGame,
    check_format,
    empty_inbox,
    link_entries,
    read_entry,
    read_setup,
    write_entry,
    write_setup,
)
from legation.game.history import Changed, Entry, History
from legation.game.json_form import Names, read_value, write_value
from legation.game.json_text import load_json
from legation.game.letters import Texts, read_letter
from legation.game.press import Message
from legation.game.record_codec import VERSION, dump_file, names_of
from legation.game.setup import Setup, open_setup
from legation.game.state import Proposal
from legation.game.store import list_files, read_file, remove_file, write_file
from legation.judge import Rulebook
from legation.variants import Variant, open_variant

GAME_FILE = "game.json"
DESK_FILE = "desk.json"
PRESS_FILE = "press.json"
RECORDS = "records"
ORDERS = "orders"
DESK = "legation-desk"
PRESS = "legation-press"


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry that the inbox knows of."""

    number: int
    hash: str


def is_game_folder(folder: Path) -> bool:
    """True if there is a game in a folder."""
    return (folder / GAME_FILE).is_file()


def check_folder(folder: Path) -> None:
    """Raise if a folder holds no game."""
    if not is_game_folder(folder):
        raise RequestError(str(folder), f"there is no game here: {GAME_FILE} is missing")


def head_of(history: History) -> Head:
    """The end of a chain."""
    hashes = history.sign().hashes
    return Head(len(hashes), hashes[-1] if hashes else history.genesis)


def load_folder(folder: Path, find: Callable[[str], Variant] = open_variant) -> SavedGame:
    """The game of a folder; raises if a file is missing or was changed."""
    check_folder(folder)
    setup = load_setup(folder, find)
    variant, rulebook = open_setup(setup, find)
    names = names_of(variant)
    entries = [load_entry(file, names) for file in list_files(folder / RECORDS, ".json")]
    history = link_entries(setup, entries)
    inbox = _load_inbox(folder, history, variant, rulebook)
    return SavedGame(history, inbox, _load_press(folder, names))


def list_entry_names(folder: Path) -> list[str]:
    """The names of the entries in a folder, in order: a different list means that the game has advanced."""
    return [file.name.removesuffix(".json") for file in list_files(folder / RECORDS, ".json")]


def _load_press(folder: Path, names: Names) -> tuple[Message, ...]:
    """The letters that came with the game, if any did."""
    if not (folder / PRESS_FILE).is_file():
        return ()
    table = check_format(load_json(read_file(folder / PRESS_FILE), PRESS_FILE), PRESS, ("messages",), PRESS_FILE)
    return read_value(table["messages"], tuple[Message, ...], f"{PRESS_FILE}.messages", names)


def load_setup(folder: Path, find: Callable[[str], Variant] = open_variant) -> Setup:
    """The terms of the game in a folder."""
    return read_setup(load_json(read_file(folder / GAME_FILE), GAME_FILE), find)


def load_entry(file: Path, names: Names) -> Entry:
    """One entry of the chain."""
    name = f"{RECORDS}/{file.name}"
    entry = read_entry(load_json(read_file(file), name), name, names)
    if file.name != f"{entry.label}.json":
        raise RequestError(name, f"holds entry {entry.label}: the file was renamed")
    return entry


def load_head(folder: Path) -> tuple[Head, object]:
    """The entry that the inbox belongs to, and the proposals in it as JSON."""
    table = check_format(load_json(read_file(folder / DESK_FILE), DESK_FILE), DESK, ("head", "proposals"), DESK_FILE)
    return read_value(table["head"], Head, f"{DESK_FILE}.head"), table["proposals"]


def _load_inbox(folder: Path, history: History, variant: Variant, rulebook: Rulebook) -> Inbox:
    """The contents of the inbox; items from an earlier phase are ignored."""
    if not (folder / DESK_FILE).is_file():
        return empty_inbox(history, variant, rulebook)
    head, written = load_head(folder)
    if not _is_known(head, history):
        raise RequestError(RECORDS, f"entry {head.number} is missing or was changed; legation verify says more")
    if not _is_current(head, history):
        return empty_inbox(history, variant, rulebook)
    proposals = history.state.proposals
    if head == head_of(history):
        names = names_of(variant)
        proposals = read_value(written, tuple[Proposal, ...], f"{DESK_FILE}.proposals", names)
    return Inbox(_load_orders(folder, variant), proposals)


def _is_known(head: Head, history: History) -> bool:
    hashes = (history.genesis, *history.sign().hashes)
    return 0 <= head.number < len(hashes) and hashes[head.number] == head.hash


def _is_current(head: Head, history: History) -> bool:
    """True if letters handed in after an entry are still for the current phase: only facts were set since."""
    return _is_known(head, history) and all(isinstance(event, Changed) for event in history.events[head.number :])


def _load_orders(folder: Path, variant: Variant) -> Texts:
    """The letters, one file for each power."""
    orders: dict[PowerId, tuple[str, ...]] = {}
    for file in list_files(folder / ORDERS, ".txt"):
        name = file.name.removesuffix(".txt")
        if fold(name) not in variant.power_names:
            raise RequestError(f"{ORDERS}/{file.name}", f"{name!r} is not a power of this game")
        power = variant.parse_power(name)
        if power in orders:
            raise RequestError(f"{ORDERS}/{file.name}", f"there are two letters of {power}")
        orders[power] = read_letter(variant, read_file(file), power).get(power, ())
    return orders


def save_folder(game: SavedGame, folder: Path) -> None:
    """Write the new parts of a game. Raises, and writes nothing, if the folder holds another game or has advanced."""
    game = replace(game, history=game.history.sign())
    entries = game.history.entries
    known = _check_same(game, entries, folder)
    if is_game_folder(folder):
        _write_parts(game, entries[known:], folder)
        return
    try:
        _write_parts(game, entries, folder)
        # Last: until it is there, the folder holds no game, and so never a part of one.
        write_file(folder / GAME_FILE, dump_file(write_setup(game.history.setup)))
    except BaseException:
        _remove_parts(folder)
        raise


def _write_parts(game: SavedGame, entries: tuple[Entry, ...], folder: Path) -> None:
    """Everything but the terms."""
    for entry in entries:
        write_file(folder / RECORDS / f"{entry.label}.json", dump_file(write_entry(entry)))
    if game.press:
        messages = write_value(game.press, tuple[Message, ...])
        write_file(folder / PRESS_FILE, dump_file({"format": PRESS, "version": VERSION, "messages": messages}))
    _save_inbox(game, folder)


def _remove_parts(folder: Path) -> None:
    """Remove what was written of a game that could not be written completely; the folder was empty before."""
    for part in (RECORDS, ORDERS):
        shutil.rmtree(folder / part, ignore_errors=True)
    for name in (PRESS_FILE, DESK_FILE, GAME_FILE):
        with suppress(OSError):
            remove_file(folder / name)


def _check_same(game: SavedGame, entries: tuple[Entry, ...], folder: Path) -> int:
    """The number of entries of the game that the folder already has."""
    if not is_game_folder(folder):
        if folder.exists() and (not folder.is_dir() or any(not file.name.startswith(".") for file in folder.iterdir())):
            raise RequestError(str(folder), "is not empty and holds no game")
        return 0
    if History(load_setup(folder)).genesis != game.history.genesis:
        raise RequestError(str(folder), "holds another game")
    files = [file.name for file in list_files(folder / RECORDS, ".json")]
    if files != [f"{entry.label}.json" for entry in entries[: len(files)]]:
        raise RequestError(str(folder), "the game in this folder has advanced meanwhile; load it again")
    if files:
        names = names_of(open_setup(game.history.setup, open_variant)[0])
        if load_entry(folder / RECORDS / files[-1], names) != entries[len(files) - 1]:
            raise RequestError(str(folder), "the game in this folder has changed meanwhile; load it again")
    return len(files)


def _save_inbox(game: SavedGame, folder: Path) -> None:
    """Clear letters of an earlier phase, write those of this one, and finally the entry to which the inbox belongs."""
    head = head_of(game.history)
    is_stale = not (folder / DESK_FILE).is_file() or not _is_current(load_head(folder)[0], game.history)
    files = {f"{power}.txt": power for power in game.inbox.orders}
    for file in list_files(folder / ORDERS, ".txt"):
        if is_stale or file.name not in files:
            remove_file(file)
    for name, power in files.items():
        lines = [" ".join(text.split("\n")) for text in game.inbox.orders[power]]
        write_file(folder / ORDERS / name, "".join(f"{line}\n" for line in lines))
    proposals = write_value(game.inbox.proposals, tuple[Proposal, ...])
    desk = {"format": DESK, "version": VERSION, "head": write_value(head, Head), "proposals": proposals}
    write_file(folder / DESK_FILE, dump_file(desk))
