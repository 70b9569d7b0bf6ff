"""The work of the studio: a picture or a turn sheet. These functions run in a process of their own."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from legation.render.files import (
    Look,
    TurnSheet,
    draw_picture,
    embed_fonts,
    get_fonts,
    make_png,
    make_turn_sheet,
    write_turn_page,
)
from legation.render.picture import Atlas, Situation, load_atlas

PictureForm = Literal["svg", "png"]
SheetForm = Literal["pdf", "html"]


@dataclass(frozen=True, slots=True)
class PictureJob:
    """A picture to be drawn."""

    folder: str
    """Where the files of the board are."""
    situation: Situation
    look: Look
    form: PictureForm


@dataclass(frozen=True, slots=True)
class SheetJob:
    """A turn sheet to be made."""

    folder: str
    sheet: TurnSheet
    form: SheetForm = "pdf"


@lru_cache(maxsize=8)
def open_board(folder: str) -> Atlas:
    """The board of a folder, ready for drawing."""
    return load_atlas(Path(folder))


def make_picture(job: PictureJob) -> bytes:
    """Draw a picture."""
    svg = draw_picture(open_board(job.folder), job.situation, job.look)
    if job.form == "svg":
        return embed_fonts(svg).encode()
    return make_png(svg, width=job.look.width, fonts=get_fonts().folder)


def make_sheet(job: SheetJob) -> bytes:
    """Make a turn sheet."""
    atlas = open_board(job.folder)
    return make_turn_sheet(job.sheet, atlas) if job.form == "pdf" else write_turn_page(job.sheet, atlas).encode()
