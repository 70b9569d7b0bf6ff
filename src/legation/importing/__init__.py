"""Boards of other programs: read from their files and written in Legation's own folder form.

Nothing in a foreign file is run. Files must be small texts (``source``); each format has one reader,
which fills a ``ForeignVariant``; ``assemble`` turns that into a valid variant and notes every change.
"""

from legation.importing.assemble import assemble
from legation.importing.formats import FORMATS, find_format, list_boards, read_foreign
from legation.importing.importer import Imported, import_variants
from legation.importing.model import ForeignVariant
from legation.importing.notes import Notes
from legation.importing.own_map import draw_own_map

__all__ = [
    "FORMATS",
    "ForeignVariant",
    "Imported",
    "Notes",
    "assemble",
    "draw_own_map",
    "find_format",
    "import_variants",
    "list_boards",
    "read_foreign",
]
