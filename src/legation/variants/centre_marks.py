"""How a sheet marks its centres: ``[marks]`` in ``variant.toml``."""

from collections.abc import Mapping

from legation.board import CentreKind
from legation.errors import DataError

FIGURES = ("disc", "dot", "ring", "crossed", "ring-dot", "lozenge", "square")
"""The figures that a centre may have on a board."""


def read_centre_marks(table: Mapping[str, object], file: str) -> Mapping[CentreKind, str]:
    """The figure of each kind of centre that the sheet gives; the others keep their usual one."""
    kinds = {kind.value: kind for kind in CentreKind if kind}
    found: dict[CentreKind, str] = {}
    for name, figure in table.items():
        if name not in kinds:
            raise DataError(f"marks: {name!r} is not a kind of centre; there are {', '.join(kinds)}", file=file)
        if figure not in FIGURES:
            raise DataError(f"marks.{name} is {figure!r}; expected one of {', '.join(FIGURES)}", file=file)
        found[kinds[name]] = str(figure)
    return found
