"""Checking a board before anyone plays on it, in a process of its own, which may be slow and may fail."""

import math
import random
import re
import time
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from legation.bots import make_bot
from legation.errors import DataError, LegationError, RequestError
from legation.game import advance, list_due, start_state
from legation.judge import Rulebook
from legation.orders import format_order, read_submissions
from legation.render.words import ENGLISH
from legation.server.boards.limits import list_length_errors, list_limit_errors
from legation.server.boards.unpacking import find_own_board, unpack_upload, write_files
from legation.server.game.editions import BOARD_FILES, make_digest, read_files
from legation.server.variants.board_reports import (
    BoardFinding,
    BoardReport,
    ImportNotes,
    list_findings,
)
from legation.server.variants.catalogue import PlateJob, PlateLook, make_board_file, make_plate, summarize
from legation.variants import MOST_FINDINGS, Variant, load_variant_folder, make_id, review_folder, set_toml_values

LONGEST_DRAWING = 15.0
"""Seconds for a picture of a board."""
LONGEST_YEAR = 25.0
"""Seconds for a year of the quickest bots."""
MOST_PHASES = 6
MOST_BOARDS = 40
"""Of one upload."""
LOOKS = (PlateLook("svg", "light"), PlateLook("svg", "dark"))
FOLDER = "board"


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of an edition on the host."""

    id: str
    """The id of an existing board; empty for a new one."""
    code: str
    """Makes the id of a new board unique."""
    version: int

    def choose_id(self, variant: Variant) -> str:
        """The id of the board: a new one has its author's id, without the code of another host."""
        if self.id:
            return self.id
        stem = re.sub(r"-[a-z0-9]{6}$", "", variant.id.lower())
        return f"{make_id(stem, otherwise='board', longest=32)}-{self.code}"


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a board: an edition, or its errors."""

    id: str = ""
    """The id of the board."""
    version: int = 1
    files: Mapping[str, bytes] = field(default_factory=dict)
    """In the form in which they are stored."""
    source: str = ""
    """The digest of the uploaded files."""
    report: BoardReport | None = None
    errors: tuple[BoardFinding, ...] = ()
    choices: tuple[str, ...] = ()
    """Boards to choose from, if another program's file contains several."""
    plates: Mapping[str, bytes] = field(default_factory=dict)
    """Pictures of the board by the ends of their names."""


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file."""

    data: bytes
    name: str
    choice: str = ""
    """The name of the intended board, if the file contains several."""


def check_upload(upload: Upload, identity: Identity) -> Checked:
    """Check an upload: a zip with a variant's folder, a file of another program, or a zip with such files."""
    try:
        files = unpack_upload(upload.data, upload.name)
        own = find_own_board(files)
    except RequestError as error:
        return Checked(errors=(BoardFinding(upload.name[:100], None, error.problem),))
    if own is not None:
        return check_files({key: content for key, content in own.items() if key in BOARD_FILES}, identity)
    with TemporaryDirectory(prefix="legation-") as place:
        return _check_foreign(files, Path(place), upload.choice, identity)


def check_files(files: Mapping[str, bytes], identity: Identity, notes: ImportNotes | None = None) -> Checked:
    """Check the files of a variant; the host writes id and version into ``variant.toml``."""
    with TemporaryDirectory(prefix="legation-") as place:
        folder = Path(place) / FOLDER
        # Some editors begin a text with an encoding mark, which TOML readers consider an error.
        files = {name: content.removeprefix(BOM_UTF8) for name, content in files.items()}
        too_long = tuple(list_length_errors(files))
        if too_long:
            return Checked(errors=tuple(list_findings(too_long)))
        write_files(files, folder)
        found = review_folder(folder)
        if found.variant is None:
            return Checked(errors=tuple(list_findings(found.errors)))
        errors = tuple(islice(list_limit_errors(found.variant), MOST_FINDINGS))
        if errors:
            return Checked(errors=tuple(list_findings(errors)))
        try:
            warnings = [*list_findings(found.warnings), *_add_map(found.variant, folder)]
            plates = _draw(folder)
            trial = _play_year(found.variant)
        except LegationError as error:
            return Checked(errors=tuple(list_findings([_place(error)])))
        _identify(folder, {"id": identity.choose_id(found.variant), "version": identity.version})
        variant = load_variant_folder(folder)
        return Checked(
            variant.id,
            variant.version,
            read_files(folder, BOARD_FILES),
            digest_source(files),
            BoardReport(summarize(variant), warnings, notes, trial),
            plates=plates,
        )


def digest_source(files: Mapping[str, bytes]) -> str:
    """A digest of the uploaded files, whatever their id and version: it shows whether anything has changed."""
    try:
        plain = set_toml_values(files["variant.toml"].decode(), {"id": "", "version": 0}).encode()
    except (KeyError, ValueError, RecursionError):
        return make_digest(files)
    return make_digest({**files, "variant.toml": plain})


def _place(error: LegationError) -> DataError:
    return error if isinstance(error, DataError) else DataError(str(error), file=f"{FOLDER}/variant.toml")


def _check_foreign(files: Mapping[str, bytes], place: Path, choice: str, identity: Identity) -> Checked:
    """Convert a board of another program, and check the result."""
    try:
        from legation.importing import import_variants, list_boards  # noqa: PLC0415 - a host may lack its libraries
    except ImportError as error:
        return Checked(errors=(BoardFinding("", None, f"This host cannot read boards of other programs: {error}"),))
    root = place / "foreign"
    write_files(files, root)
    paths = (
        [root / next(iter(files))]
        if len(files) == 1
        else [root, *sorted(path for path in root.rglob("*") if path.is_dir())]
    )
    try:
        boards = (
            (path, one)
            for number, path in enumerate(paths)
            if list_boards(path)
            for one in import_variants(path, place / "made" / str(number), draw=False)
        )
        found = list(islice(boards, MOST_BOARDS))
        if not found:
            raise DataError("there is no board in a known format", file=FOLDER)
        made = {one.variant.name: (path, one.variant.id) for path, one in found if one.variant is not None}
        if not made:
            return Checked(errors=tuple(_tell(one.file, one.error) for _, one in found if one.error))
        if len(made) > 1 and choice not in made:
            return Checked(choices=tuple(made))
        path, wish = made.get(choice) or next(iter(made.values()))
        wanted = next(import_variants(path, place / "drawn", only=wish))
    except LegationError as error:
        return Checked(errors=tuple(list_findings([_place(error)])))
    if wanted.folder is None or wanted.notes is None:
        return Checked(errors=(_tell(wanted.file, wanted.error),) if wanted.error else ())
    notes = ImportNotes(list(wanted.notes.kept), list(wanted.notes.changed), list(wanted.notes.lost))
    return check_files(read_files(wanted.folder, BOARD_FILES), identity, notes)


def _tell(file: str, error: LegationError) -> BoardFinding:
    """The error in another program's file, with its line if known."""
    if not isinstance(error, DataError):
        error = DataError(str(error), file=file)
    place = error.file if "/" in error.file else file
    return BoardFinding(place.partition("/")[2], error.line, error.problem)


def _add_map(variant: Variant, folder: Path) -> list[BoardFinding]:
    """Draw a board that comes without a map."""
    if (folder / "shapes.json").is_file():
        return []
    try:
        from legation.importing import draw_own_map  # noqa: PLC0415 - a host may lack its libraries
    except ImportError:
        raise DataError("the file is missing, and this host cannot draw boards", file=f"{FOLDER}/shapes.json") from None
    draw_own_map(variant, folder)
    return [BoardFinding("shapes.json", None, "the file is missing; a map was made from the borders")]


def _draw(folder: Path) -> dict[str, bytes]:
    """The pictures of a board; one that takes too long would delay the others."""
    begun = time.process_time()
    make_board_file(folder)  # the file from which the pages draw
    plates = {look.name: make_plate(PlateJob(folder, look)) for look in LOOKS}
    if time.process_time() - begun > LONGEST_DRAWING * len(LOOKS):
        raise DataError(f"drawing it takes more than {LONGEST_DRAWING:.0f} seconds", file=f"{FOLDER}/shapes.json")
    return plates


def _play_year(variant: Variant) -> str:
    """Let bots play a year; a board on which that fails or takes too long would delay other people's games."""
    begun, state, bot = time.process_time(), start_state(variant), make_bot("greedy")
    rulebook: Rulebook = variant.rulebook
    rng, phases, year = random.Random(1), 0, state.phase.year
    while state.ending is None and phases < MOST_PHASES and state.phase.year == year:
        texts = {
            power: [format_order(order) for order in bot.choose(variant, rulebook, state, power, rng)]
            for power in list_due(variant, state, rulebook)
        }
        state = advance(variant, state, read_submissions(variant.board, texts), rulebook).after
        phases += 1
        if time.process_time() - begun > LONGEST_YEAR:
            raise DataError(f"a year takes more than {LONGEST_YEAR:.0f} seconds", file=f"{FOLDER}/variant.toml")
    took = time.process_time() - begun
    return ENGLISH.fill("board_rules.trial", phases=phases, seconds=f"{math.floor(took * 10 + 1) / 10:.1f}")


def _identify(folder: Path, values: Mapping[str, str | int]) -> None:
    """Write the id and version of the edition on this host."""
    file = folder / "variant.toml"
    file.write_text(set_toml_values(file.read_text(encoding="utf-8"), values), encoding="utf-8")
