"""A game in one file from elsewhere: an exported game, or a game folder packed as zip or tar.

The file may be hostile: names, numbers and sizes are checked before anything is unpacked.
"""

import io
import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from legation.errors import RequestError, quote
from legation.game.folder import load_folder
from legation.game.game_file import SavedGame, import_game, write_entry, write_setup
from legation.game.history import Judged
from legation.game.letters import Texts
from legation.game.record_codec import dump
from legation.game.setup import open_setup
from legation.game.state import Proposal
from legation.game.verify import verify_history
from legation.variants import Variant, load_variant

MOST_FILES = 5000
"""The most files of one game; one of fifty years has some 300."""
MOST_BYTES = 64_000_000
"""The most bytes of all files together, unpacked; a game of fifty years on a giant board has 10 million."""
MOST_ENTRIES = 3000
"""The most entries of one chain; a game of fifty years has some 300."""
LARGEST_ENTRY = 1_000_000
"""The most characters of one entry, and of the setup; a phase of a giant board has 60,000."""
MOST_ORDERS, LONGEST_ORDERS = 400, 20_000
"""The most orders of one power in one phase, and their characters: as many as a server takes from a player."""
LONGEST_NOTE = 5000
MOST_PROPOSALS = 200
PART = re.compile(r"(?:game\.json|desk\.json|press\.json|records/[\w-]{1,60}\.json|orders/[^/\\]{1,60}\.txt)")
TAR_MAGIC = slice(257, 262)
BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError)
"""The errors of the libraries for a file that is not what it claims to be."""
Packed = tuple[str, Callable[[], bytes], int]
"""The name of a file, a function that reads it, and its size."""


def read_saved_game(
    data: bytes, find: Callable[[str], Variant] = load_variant, meter: Callable[[int], None] | None = None
) -> SavedGame:
    """The game in a file; raises if it is not a game, or with the number of the entry at which the chain is broken.

    ``meter`` is called with the number of entries to be judged again before that is done; it may raise.
    """
    if len(data) > MOST_BYTES:
        raise RequestError("file", f"has {len(data)} bytes; at most {MOST_BYTES} are read")
    try:
        if data[:2] == b"PK":
            saved = _load_files(_list_zip(data), find)
        elif data[:2] == b"\x1f\x8b" or data[TAR_MAGIC] == b"ustar":
            saved = _load_files(_list_tar(data), find)
        else:
            saved = import_game(_decode(data), find)
    except BROKEN as error:
        raise RequestError("file", f"what is packed in it is broken: {error}"[:200]) from None
    check_amounts(saved)
    if meter is not None:
        meter(len(saved.history.events))
    variant, rulebook = open_setup(saved.history.setup, find)
    for problem in verify_history(saved.history, variant, rulebook):
        raise RequestError(problem.place, problem.text)
    return saved


def check_amounts(saved: SavedGame) -> None:
    """Raise if a game holds more than any game needs: stored data is read, judged and shown many times."""
    history = saved.history
    if len(history.events) > MOST_ENTRIES:
        raise RequestError("file", f"has {len(history.events)} entries; at most {MOST_ENTRIES} are read")
    if len(dump(write_setup(history.setup))) > LARGEST_ENTRY:
        raise RequestError("setup", f"has more than {LARGEST_ENTRY} characters")
    for entry in history.entries:
        place, event = f"entry {entry.number}", entry.event
        if isinstance(event, Judged):
            _check_orders(place, event.record.texts)
            _check_proposals(place, event.record.after.proposals)
        elif len(event.note) > LONGEST_NOTE:
            raise RequestError(place, f"a note has more than {LONGEST_NOTE} characters")
        if len(dump(write_entry(entry))) > LARGEST_ENTRY:
            raise RequestError(place, f"has more than {LARGEST_ENTRY} characters")
    _check_orders("desk", saved.inbox.orders)
    _check_proposals("desk", saved.inbox.proposals)


def _check_orders(place: str, orders: Texts) -> None:
    for power, lines in orders.items():
        if sum(1 for line in lines for part in line.split(";") if part.strip()) > MOST_ORDERS:
            raise RequestError(place, f"more than {MOST_ORDERS} orders of {power}")
        if sum(map(len, lines)) > LONGEST_ORDERS:
            raise RequestError(place, f"the orders of {power} have more than {LONGEST_ORDERS} characters")


def _check_proposals(place: str, proposals: Sequence[Proposal]) -> None:
    if len(proposals) > MOST_PROPOSALS:
        raise RequestError(place, f"more than {MOST_PROPOSALS} proposals")


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RequestError("file", "is neither an exported game nor a game folder packed as zip or tar") from None


def _load_files(files: Iterator[Packed], find: Callable[[str], Variant]) -> SavedGame:
    """Unpack the files of a game folder into an empty folder, and load that."""
    with TemporaryDirectory(prefix="legation-") as place:
        folder, total, base = Path(place), 0, None
        for number, (name, read, size) in enumerate(files, start=1):
            total += size
            if number > MOST_FILES or total > MOST_BYTES:
                raise RequestError("file", f"more than {MOST_FILES} files or {MOST_BYTES} bytes are packed in it")
            path = PurePosixPath(name)
            if any(part.startswith(".") or part == "__MACOSX" for part in path.parts) and ".." not in path.parts:
                continue  # locks and leftovers of desktops
            inside = _place_of(name)
            head = name[: len(name) - len(inside)]
            base = head if base is None else base
            if head != base:
                raise RequestError("file", f"{quote(name)}: there are two games in it")
            target = folder / inside
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(read())
        try:
            return load_folder(folder, find)
        except RequestError as error:  # the temporary place must not be shown
            raise _name_inside(error, folder) from None


def _name_inside(error: RequestError, folder: Path) -> RequestError:
    """An error that names files as they are packed."""
    field, problem = (
        text.replace(f"{folder}{os.sep}", "").replace(str(folder), "file") for text in (error.field, error.problem)
    )
    return RequestError(field, problem, error.candidates)


def _place_of(name: str) -> str:
    """The place of a packed file in the game folder, which may itself be packed as a folder."""
    path = PurePosixPath(name)
    is_plain = "\\" not in name and "\0" not in name and not path.is_absolute() and ".." not in path.parts
    for start in range(min(len(path.parts), 8)):
        inside = "/".join(path.parts[start:])
        if is_plain and PART.fullmatch(inside):
            return inside
    raise RequestError("file", f"{quote(name)} does not belong in a game folder")


def _list_zip(data: bytes) -> Iterator[Packed]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, partial(_read_zipped, archive, info), info.file_size


def _read_zipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A packed file, and not a byte more than its stated size."""
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) > info.file_size:
        raise RequestError("file", f"{quote(info.filename)} is larger than it says")
    return data


def _list_tar(data: bytes) -> Iterator[Packed]:
    mode = "r|gz" if data[:2] == b"\x1f\x8b" else "r|"
    with tarfile.open(fileobj=io.BytesIO(data), mode=mode) as archive:  # type: ignore[call-overload] # one of two modes
        for member in archive:
            if member.isdir():
                continue
            if not member.isreg():
                raise RequestError("file", f"{quote(member.name)} is a link or a device, not a file")
            yield member.name.removeprefix("./"), partial(_read_tarred, archive, member), member.size


def _read_tarred(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = archive.extractfile(member)
    return b"" if stream is None else stream.read(member.size)
