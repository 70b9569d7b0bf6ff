"""What can be drawn: a board with its shapes, its powers and its first position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from legation.board import (
    Board,
    CentreKind,
    Folder,
    LocationId,
    Position,
    PowerId,
    Shapes,
    SpaceId,
    Unit,
    UnitKind,
    load_board,
    load_shapes,
    make_units,
    read_table,
)
from legation.errors import UnknownNameError
from legation.judge import SpaceMark, list_marks
from legation.render.picture.palette import choose_slots
from legation.variants import data_folder, load_variant_folder

BOARDS = files("legation.variants") / "data"
START_COLUMNS = ("power", "kind", "location")


@dataclass(frozen=True, slots=True)
class Atlas:
    """A board ready for drawing."""

    title: str
    board: Board
    shapes: Shapes
    powers: tuple[PowerId, ...]
    start: Position
    closed: frozenset[SpaceId] = frozenset()
    """Spaces closed to armies."""
    marks: tuple[SpaceMark, ...] = ()
    """The rules' marks on single spaces at the start."""
    centre_marks: Mapping[CentreKind, str] = field(default_factory=dict)
    """The figure of each kind of centre on the variant's sheet."""
    note: str = ""
    """A sentence on the kind of board."""
    warning: str = ""
    """A necessary warning to all viewers, for example that the board is a reconstruction."""
    doubtful: frozenset[SpaceId] = frozenset()
    """Spaces whose place the sheet leaves open."""
    slots: Mapping[PowerId, str] = field(default_factory=dict)
    """The slots nearest to the colours chosen by the board's author."""


def list_boards() -> tuple[str, ...]:
    """The ids of the boards that come with shapes."""
    folders = BOARDS.iterdir()
    return tuple(sorted(folder.name.replace("_", "-") for folder in folders if (folder / "shapes.json").is_file()))


def open_atlas(name: str) -> Atlas:
    """The board with a variant's id, of an earlier edition such as ``colonia-i@1``, or of a user's folder."""
    if "@" in name and name.partition("@")[0] in list_boards():
        return load_atlas(data_folder(name))
    folder: Folder = BOARDS / name.replace("-", "_")
    if name not in list_boards():
        folder = Path(name)
        if not (folder / "spaces.csv").is_file():
            raise UnknownNameError("board", name, list_boards())
    return load_atlas(folder)


def load_atlas(folder: Folder) -> Atlas:
    """A board from its folder; ``variant.toml`` and ``start.csv`` are used if they exist."""
    shapes = load_shapes(folder)
    if (folder / "variant.toml").is_file():
        variant = load_variant_folder(folder)
        closed = {
            space
            for module in variant.rulebook.modules
            for space in module.closed_to(variant.board, variant.start, UnitKind.ARMY)
        }
        return Atlas(
            title=variant.name,
            board=variant.board,
            shapes=shapes,
            powers=tuple(variant.powers),
            start=variant.start,
            closed=frozenset(closed),
            marks=list_marks(variant.board, variant.start, variant.rulebook),
            centre_marks=variant.centre_marks,
            note=variant.description,
            warning=variant.board_note,
            doubtful=variant.doubtful,
            slots=choose_slots({power.id: power.colour for power in variant.powers.values()}),
        )
    board = load_board(folder)
    owners = {
        space.id: space.powers[0]
        for space in board.spaces.values()
        if space.powers and space.centre in (CentreKind.HOME, CentreKind.BUILD_ONLY)
    }
    units = _read_units(folder) if (folder / "start.csv").is_file() else []
    owners |= {unit.space: unit.power for unit in units if board.spaces[unit.space].centre}
    powers = sorted(
        {power for space in board.spaces.values() for power in space.powers} | {unit.power for unit in units}
    )
    title = (shapes.variant or folder.name).replace("-", " ").replace("_", " ").title()
    return Atlas(_roman(title), board, shapes, tuple(powers), Position(make_units(units), owners))


def _read_units(folder: Folder) -> list[Unit]:
    return [
        Unit(PowerId(row["power"]), row.choice("kind", UnitKind), LocationId(row["location"]))
        for row in read_table(folder, "start.csv", START_COLUMNS)
    ]


def _roman(title: str) -> str:
    """Turn ``Colonia Iii`` into ``Colonia III``."""
    return " ".join(word.upper() if set(word.lower()) <= set("ivx") else word for word in title.split())
