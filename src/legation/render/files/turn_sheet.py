"""The turn sheet: a judged phase laid out for print, as PDF or as an HTML page. Its contents are a ``Report``."""

import base64
import html
import json
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from legation.board import Position
from legation.render.files.fonts import get_fonts
from legation.render.files.pdf import compile_typst
from legation.render.files.picture import Look, choose_view, draw_picture
from legation.render.files.plates import JOINED, list_plates
from legation.render.picture.atlas import Atlas
from legation.render.picture.situation import Situation
from legation.render.picture.svg import svg_size
from legation.render.words import ENGLISH, Language, Part, Report, Section, list_html
from legation.render.words.report_writers import head_letter, list_paragraphs, list_standing

HERE = files("legation.render.files")
PAPERS = {"a4": "a4", "letter": "us-letter"}
"""The name of each paper in typst."""
WHOLE = ""
"""The whole board among the plates."""
BOARD_PX, PLATE_PX = 1900, 1100
"""Px across the paper: the board is an overview, while every letter on a plate is legible."""
ACROSS_MM = 180.0
"""The width between the margins of either paper."""
BOARD_MM, PLATE_MM = 130.0, 222.0
"""The greatest height: the board leaves room for the text below it, and a plate may fill a page of either paper."""
FEWEST_SPACES = 90
"""A board with fewer spaces is legible as a whole and gets no plates."""
STANDING_FIELDS = ("power", "player", "centres", "change", "units", "due", "moves")


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """The print style of a turn sheet."""

    paper: str = "a4"
    """``a4`` or ``letter``."""
    theme: str = "light"
    """``light``, or ``print`` for black and white."""
    has_plates: bool = True
    """True if the theatres of a large board follow separately."""


@dataclass(frozen=True, slots=True)
class TurnSheet:
    """The contents of a turn sheet and of its pictures."""

    report: Report
    situation: Situation
    style: SheetStyle = field(default_factory=SheetStyle)


def list_sheet_plates(atlas: Atlas, position: Position, style: SheetStyle) -> dict[str, str]:
    """The pictures of a sheet with their titles: the whole board, and the theatres with units."""
    plates = {WHOLE: atlas.title}
    if not style.has_plates or len(atlas.board.spaces) < FEWEST_SPACES:
        return plates
    spaces = [atlas.board.spaces[unit.space] for unit in position.units.values()]
    used = {space.theatre for space in spaces}
    for plate, theatres in list_plates(atlas.board, atlas.shapes).items():
        if plate not in JOINED and used.intersection(theatres):
            plates[plate] = theatres[0]
    return plates


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A picture of a sheet."""

    plate: str
    title: str
    svg: str
    width: float
    """The width on paper, in millimetres."""
    height: float


def draw_sheet_pictures(sheet: TurnSheet, atlas: Atlas) -> list[SheetPicture]:
    """The board, then the theatres, the flattest first, so that two fit on a page."""
    drawn = [
        _draw_on_paper(atlas, sheet, plate, title)
        for plate, title in list_sheet_plates(atlas, sheet.situation.position, sheet.style).items()
    ]
    return [drawn[0], *sorted(drawn[1:], key=lambda picture: picture.height)]


def _draw_on_paper(atlas: Atlas, sheet: TurnSheet, plate: str, title: str) -> SheetPicture:
    """A picture in its size on paper: a narrow one has fewer px, so that its letters are equally large."""
    most, px = (PLATE_MM, PLATE_PX) if plate else (BOARD_MM, BOARD_PX)
    left, top, right, bottom = choose_view(atlas, plate or None, px).window
    across = min(ACROSS_MM, most * (right - left) / (bottom - top))
    look = Look(sheet.style.theme, plate or None, round(px * across / ACROSS_MM))
    svg = draw_picture(atlas, sheet.situation, look)
    width, height = svg_size(svg)
    return SheetPicture(plate, title, svg, across, across * height / width)


def make_turn_sheet(sheet: TurnSheet, atlas: Atlas, fonts: Path | None = None, language: Language = ENGLISH) -> bytes:
    """The sheet as PDF: the board above the text in two columns, then the theatres. Needs the extra ``print``."""
    report = sheet.report
    pictures = draw_sheet_pictures(sheet, atlas)
    names = [f"picture-{number}.svg" for number in range(len(pictures))]
    data = {
        "title": report.title,
        "under": ". ".join(part for part in (report.subtitle, name_phase(report)) if part),
        "phase": name_phase(report),
        "paper": PAPERS[sheet.style.paper],
        "coloured": sheet.style.theme != "print",
        "foot": "".join(line for section in report.sections_about(Part.PROOF) for line in section.lines),
        "key": language.texts["turn.key"],
        "note": atlas.warning,
        "columns": [language.texts[f"turn.columns.{name}"] for name in STANDING_FIELDS if name != "player"],
        "pictures": [
            {
                "file": name,
                "title": picture.title,
                "alt": language.fill("turn.picture", title=picture.title, phase=name_phase(report)),
                "height": round(picture.height, 2),
            }
            for name, picture in zip(names, pictures, strict=True)
        ],
        "sections": [_describe_section(section) for section in report.sections if section.part is not Part.PROOF],
    }
    content = {name: picture.svg.encode() for name, picture in zip(names, pictures, strict=True)}
    content["sheet.json"] = json.dumps(data).encode()
    source = (HERE / "turn_sheet.typ").read_text(encoding="utf-8")
    return compile_typst(source, content, fonts or get_fonts().folder)


def name_phase(report: Report) -> str:
    """The phase of a sheet, in words."""
    return next(section.title for section in report.sections_about(Part.PHASE))


def _describe_section(section: Section) -> dict[str, Any]:
    """A section in the template's form. The title of the phase is at the head of the sheet already."""
    return {
        "title": "" if section.part is Part.PHASE else section.title,
        "level": 3 if section.part is Part.RESULTS else 2,
        "lines": section.lines,
        "items": section.items,
        "rows": [{"mark": row.mark, "order": row.order, "sentence": row.sentence} for row in section.rows],
        "letters": [{"head": head_letter(letter), "paragraphs": list_paragraphs(letter)} for letter in section.letters],
        "standings": [dict(zip(STANDING_FIELDS, list_standing(row), strict=True)) for row in section.standings],
    }


def write_turn_page(sheet: TurnSheet, atlas: Atlas, language: Language = ENGLISH) -> str:
    """The sheet as an HTML page that prints well, including its pictures and styles."""
    report, phase = sheet.report, name_phase(sheet.report)
    pictures = []
    for picture in draw_sheet_pictures(sheet, atlas):
        alt = html.escape(language.fill("turn.picture", title=picture.title, phase=phase))
        caption = f"<figcaption>{html.escape(picture.title)}</figcaption>" if picture.plate else ""
        pictures.append(f'<figure><img src="{_embed_svg(picture.svg)}" alt="{alt}">{caption}</figure>')
    note = [f"<p><em>{html.escape(atlas.warning)}</em></p>"] if atlas.warning else []
    title = html.escape(f"{report.title}, {phase}")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{read_styles()}</style></head>",
            f'<body class="{sheet.style.theme}"><main><h1>{html.escape(report.title)}</h1>',
            pictures[0],
            *note,
            '<div class="columns">',
            *list_html(report, language),
            f'<p class="key">{html.escape(language.texts["turn.key"])}</p>',
            "</div>",
            *pictures[1:],
            "</main></body></html>\n",
        ]
    )


def read_styles() -> str:
    """The styles of the page; a server includes their digest in its policy."""
    return (HERE / "turn_sheet.css").read_text(encoding="utf-8")


def _embed_svg(svg: str) -> str:
    """A picture as a data address."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
