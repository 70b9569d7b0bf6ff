"""``legation import`` as a function: foreign files in, folders of variants out."""

import errno
import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from legation.errors import DataError, LegationError
from legation.importing.assemble import Assembled, assemble
from legation.importing.formats import list_boards, read_foreign
from legation.importing.model import ForeignVariant
from legation.importing.notes import Notes
from legation.importing.write import write_variant
from legation.variants import Variant, load_variant_folder, make_id


@dataclass(frozen=True, slots=True)
class Imported:
    """What happened to one foreign board."""

    file: str
    format: str
    folder: Path | None = None
    variant: Variant | None = None
    notes: Notes | None = None
    error: LegationError | None = None
    """Why there is no variant, if there is none."""

    @property
    def problem(self) -> str:
        """The same in words, with file and line."""
        return str(self.error) if self.error else ""


def import_variants(
    path: Path, output: Path, *, form: str = "", only: str = "", draw: bool = True, but: Collection[str] = ()
) -> Iterator[Imported]:
    """Import the boards of a file or folder into folders below ``output``: ``only`` one id, or all ``but`` some."""
    boards = [board for board in list_boards(path) if board[1] not in but]
    if form:
        boards = [(source, name, form) for source, name, found in boards if found == form] or (
            [(board[0], board[1], form) for board in boards] if path.is_file() else []
        )
    if not boards:
        raise DataError("there is no board in a known format", file=path.name)
    taken: set[str] = set()
    for source, name, found_form in boards:
        label = source.label(name)
        try:
            variants = read_foreign(source, name, found_form)
        except LegationError as error:
            yield Imported(label, found_form, error=error)
            continue
        for found in variants:
            found.id = _choose_id(found.id, taken)
            if only and found.id != only:
                continue
            yield _import_one(found, label, found_form, output / found.id, draw=draw)


def _choose_id(wish: str, taken: set[str]) -> str:
    """A unique id within this import, based on the name in the files."""
    plain = make_id(wish)
    chosen, number = plain, 2
    while chosen in taken:
        chosen, number = f"{plain}-{number}", number + 1
    taken.add(chosen)
    return chosen


def _import_one(found: ForeignVariant, label: str, form: str, folder: Path, *, draw: bool) -> Imported:
    try:
        made = assemble(found)
        output = folder.parent
        output.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=output) as place:  # leave nothing of a board that fails
            draft = Path(place) / folder.name
            write_variant(made, draft)
            variant = load_variant_folder(draft)
            if draw:
                _draw(made, variant, draft)
                write_variant(made, draft)
            folder.mkdir(exist_ok=True)
            for file in draft.iterdir():
                file.replace(folder / file.name)
    except LegationError as error:
        return Imported(label, form, error=error, notes=found.notes)
    except OSError as error:
        # If a folder "exists" but cannot be created, the path is a file.
        cause = os.strerror(errno.ENOTDIR) if isinstance(error, FileExistsError) else error.strerror
        problem = f"cannot be written: {cause}"
        return Imported(label, form, error=DataError(problem, file=str(folder)), notes=found.notes)
    return Imported(label, form, folder, variant, found.notes)


def _draw(made: Assembled, variant: Variant, folder: Path) -> None:
    from legation.importing.plate import draw_plate  # noqa: PLC0415 - needs the libraries of the forge

    draw_plate(made, variant.board, folder)
