"""Reads the case files: see README.md beside this file for the format."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from legation.board import (
    DIFFICULT,
    Board,
    Border,
    LocationId,
    Position,
    PowerId,
    Space,
    SpaceId,
    Terrain,
    Unit,
    make_board,
    make_units,
)
from legation.judge import Rulebook, make_rulebook
from legation.orders import Bomb, Submission, Waive, parse_order, read_line
from legation.variants import load_rulebook, load_variant

FOLDER = Path(__file__).parent

IMPLIED_REASONS = {
    "given": "support_given",
    "stands": "held",
    "available": "convoy_available",
    "dislodged": "dislodged",
    "destroyed": "dislodged",
}


def standard_board() -> Board:
    """The regular board."""
    return load_variant("standard").board


@cache
def coastal_convoys() -> Board:
    """The board of DATC 2.4, section 9: Denmark and Sweden take convoys, and fleets pass between Berlin and Denmark."""
    regular = standard_board()
    spaces = [
        replace(space, carries_convoys=True) if space.id in ("DEN", "SWE") else space
        for space in regular.spaces.values()
    ]
    passage = Border(LocationId("BER"), LocationId("DEN"), army=False, fleet=True)
    return make_board(spaces, (*regular.borders, passage))


@cache
def difficult_borders(*, sicily_tunis: bool = False, tunis_africa: bool = False) -> Board:
    """The board of DATC 2.4, section 10: Sicily and Cordoba added, some borders difficult."""
    regular = standard_board()
    added = [Space(SpaceId("SIC"), "Sicily", Terrain.LAND), Space(SpaceId("COR"), "Cordoba", Terrain.LAND)]
    hard = [("NAP", "SIC"), ("APU", "SIC"), ("COR", "NAF")]
    hard += [("SIC", "TUN")] if sicily_tunis else []
    hard += [("TUN", "NAF")] if tunis_africa else []
    kept = [border for border in regular.borders if not (tunis_africa and {border.start, border.end} == {"TUN", "NAF"})]
    new = [Border(LocationId(one), LocationId(two), army=True, fleet=False, condition=DIFFICULT) for one, two in hard]
    new += [Border(LocationId("SIC"), LocationId(sea), army=False, fleet=True) for sea in ("TYS", "ION")]
    new.append(Border(LocationId("SPA"), LocationId("COR"), army=True, fleet=False))
    return make_board([*regular.spaces.values(), *added], [*kept, *new])


BOARDS: Mapping[str, Callable[[], Board]] = {
    "standard": standard_board,
    "coastal-convoys": coastal_convoys,
    "difficult-borders": difficult_borders,
    "difficult-borders-sicily": partial(difficult_borders, sicily_tunis=True),
    "difficult-borders-tunis": partial(difficult_borders, tunis_africa=True),
}


@dataclass(frozen=True)
class Expected:
    """One row: an order and what must become of it."""

    power: PowerId
    text: str
    resolution: str
    reason: str

    @property
    def word(self) -> str:
        return self.resolution.split(",")[0].strip()

    @property
    def fate(self) -> str:
        last = self.resolution.split(",")[-1].strip()
        return last if last in ("dislodged", "destroyed") else "stands"


@dataclass(frozen=True)
class Case:
    """One test case of a file."""

    id: str
    title: str
    rules: str
    phase: str
    options: Mapping[str, object]
    units: Mapping[str, list[str]]
    centres: Mapping[str, list[str]]
    orders: tuple[Expected, ...]
    retreats: tuple[Expected, ...]
    retreat_options: Mapping[str, list[str]]
    removed: tuple[str, ...] | None
    printed: Mapping[str, str]
    file: str
    board_name: str = "standard"

    @property
    def label(self) -> str:
        return f"{self.id}-{self.rules}"

    @property
    def board(self) -> Board:
        return BOARDS[self.board_name]()

    @property
    def rulebook(self) -> Rulebook:
        return make_rulebook(self.options, load_rulebook(self.rules))

    def position(self) -> Position:
        units = [_read_unit(self.board, PowerId(power), text) for power, texts in self.units.items() for text in texts]
        taken = {unit.space for unit in units}
        if self.phase.endswith("M"):
            for row in self.orders:
                order = parse_order(row.text, self.board.names)
                assert not isinstance(order, Waive | Bomb)
                if order.unit.space not in taken:
                    taken.add(order.unit.space)
                    units.append(_read_unit(self.board, row.power, str(order.unit)))
        owners = {SpaceId(centre): PowerId(power) for power, centres in self.centres.items() for centre in centres}
        return Position(make_units(units), owners)

    def submissions(self, rows: tuple[Expected, ...]) -> list[Submission]:
        return [Submission(row.power, row.text, read_line(row.text, self.board.names)) for row in rows]


def _read_unit(board: Board, power: PowerId, text: str) -> Unit:
    order = parse_order(f"{text} H", board.names)
    assert not isinstance(order, Waive | Bomb)
    assert order.unit.kind is not None
    return Unit(power, order.unit.kind, order.unit.location)


def _read_rows(rows: list[list[str]]) -> tuple[Expected, ...]:
    return tuple(
        Expected(PowerId(power), text, resolution, reason[0] if reason else IMPLIED_REASONS.get(resolution, ""))
        for power, text, resolution, *reason in rows
    )


def read_cases(folder: str) -> Iterator[Case]:
    """Every case under a folder of ``tests/cases``."""
    for path in sorted((FOLDER / folder).glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield Case(
                id=entry["id"],
                title=entry["title"],
                rules=entry.get("rules", "2000"),
                phase=entry["phase"],
                options=entry.get("options", {}),
                units=entry.get("units", {}),
                centres=entry.get("centres", {}),
                orders=_read_rows(entry.get("orders", [])),
                retreats=_read_rows(entry.get("retreats", [])),
                retreat_options=entry.get("retreat_options", {}),
                removed=tuple(entry["removed"]) if "removed" in entry else None,
                printed=entry.get("printed", {}),
                file=path.name,
                board_name=entry.get("board", "standard"),
            )
