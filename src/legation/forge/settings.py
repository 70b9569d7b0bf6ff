"""The settings of one board: ``board.toml`` read and checked."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from legation.errors import DataError

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Projection:
    """The part of the world that is shown, and its projection."""

    kind: str = "cylinder"
    """``cylinder`` (stereographic, Gall's at 45) or ``plane`` (the points are board units already)."""
    parallel: float = 45.0
    wrap: bool = False
    west: float = -169.0
    east: float = 191.0
    south: float = -62.0
    north: float = 83.5
    width: float = 2400.0
    height: float = 0.0
    """For a plane only; a cylinder's height follows from its width."""


@dataclass(frozen=True, slots=True)
class Warp:
    """The enlargement of small spaces at the cost of large ones."""

    power: float = 0.0
    sigma: float = 3.0
    steps: int = 24


@dataclass(frozen=True, slots=True)
class Limits:
    """Threshold sizes, in board units."""

    border: float = 5.0
    """A border of smaller extent is drawn as a point, and does not exist for the judge."""
    doubtful: float = 12.0
    """A border of smaller extent needs a mark, or it is an error."""
    gap: float = 9.0
    """Spaces that are not neighbours keep this distance, or have a mark."""
    scenery: float = 450.0
    """Land without a space blocks the sea from this area on; smaller land is drawn over it."""
    disc: float = 10.0
    noise: float = 3.0
    detail: float = 1.7
    """How far land borders wander between their nodes; 0 leaves them smooth."""
    coast: float = 0.0
    """How far the coasts of a GeoJSON file are roughened; 0 leaves them as they are."""
    coast_seed: int = 1
    seed: int = 1
    simplify: float = 0.35
    light: float = 1.6
    unit: float = 5.0
    """Half the width of a unit at full zoom."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The contents of ``board.toml``."""

    variant: str
    coastline: str = "land-50m"
    """``land-50m`` of world-atlas, or the name of a GeoJSON file beside the settings."""
    lists_closed: bool = True
    """False if impassable areas are drawn but are not spaces, as on the regular board."""
    projection: Projection = field(default_factory=Projection)
    warp: Warp = field(default_factory=Warp)
    limits: Limits = field(default_factory=Limits)
    nations: Mapping[str, list[str]] = field(default_factory=dict)
    """Home provinces without a centre, by power: they lie within the national boundary."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """The sheet's totals: land, sea, impassable, home, neutral, colonial, special, build-only."""


def load_settings(folder: Path) -> Settings:
    """Read ``board.toml``; an unknown key is an error."""
    label = f"{folder.name}/board.toml"
    try:
        table = tomllib.loads((folder / "board.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("the file is missing", file=label) from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"cannot be read: {error}", file=label) from None
    if "variant" not in table:
        raise DataError("variant is missing", file=label)
    parts = {"projection": Projection, "warp": Warp, "limits": Limits}
    made: dict[str, Any] = {
        name: _make(parts[name], value, f"{label} [{name}]") if name in parts else value
        for name, value in table.items()
    }
    return _make(Settings, made, label)


def _make(kind: type[Part], table: Mapping[str, Any], label: str) -> Part:
    known = {entry.name for entry in fields(kind)}  # type: ignore[arg-type]
    for name in table:
        if name not in known:
            raise DataError(f"unknown key {name!r}; expected one of {', '.join(sorted(known))}", file=label)
    return kind(**table)
