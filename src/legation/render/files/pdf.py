"""Print: a poster of 22 by 45 inches or 30 by 30 with fold marks, and the same as tiles with register marks (C1-7)."""

import math
import tempfile
from dataclasses import dataclass
from pathlib import Path

from legation.extras import needs_extra
from legation.render.picture.svg import number, svg_size

INCH = 25.4
POSTER = (45 * INCH, 22 * INCH)
"""In millimetres."""
SQUARE = (30 * INCH, 30 * INCH)
"""The sheet of a board that is about as high as it is wide."""
EDGE = 9.0
"""The white edge of the poster, in millimetres: room for the fold marks."""
PANEL = (POSTER[0] / 8, POSTER[1] / 2)
"""A panel of the folded poster."""
SPARE = 60.0
"""The millimetres of blank paper that a poster may have beside the drawing."""
Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A paper for tiles, in millimetres."""

    name: str
    short: float
    long: float


PAPER_SIZES = {"a4": PaperSize("A4", 210.0, 297.0), "letter": PaperSize("Letter", 215.9, 279.4)}
BORDER = 10.0
"""The unprintable edge of a sheet, in millimetres."""
OVERLAP = 10.0
"""The strip shown on both of two neighbouring tiles, for gluing, in millimetres."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """The division of a poster into tiles."""

    poster: Size
    page: Size
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """The number of sheets."""
        return self.columns * self.rows

    @property
    def step(self) -> Size:
        """The distance from one tile to the next."""
        return self.page[0] - 2 * BORDER - OVERLAP, self.page[1] - 2 * BORDER - OVERLAP


def plan_tiles(sheet: PaperSize, size: Size = POSTER) -> Tiling:
    """Portrait or landscape sheets, whichever needs fewer."""
    tilings = []
    for page in ((sheet.long, sheet.short), (sheet.short, sheet.long)):
        across, down = (side - 2 * BORDER - OVERLAP for side in page)
        tilings.append(
            Tiling(size, page, math.ceil((size[0] - OVERLAP) / across), math.ceil((size[1] - OVERLAP) / down))
        )
    return min(tilings, key=lambda tiling: tiling.count)


def make_page(svg: str, *, fonts: Path | None = None, width_mm: float = 420.0) -> bytes:
    """A PDF of one page in the shape of the drawing."""
    width, height = svg_size(svg)
    tall = width_mm * height / width
    source = (
        f'#set page(width: {width_mm:.2f}mm, height: {tall:.2f}mm, margin: 0pt)\n#image("board.svg", width: 100%)\n'
    )
    return compile_typst(source, {"board.svg": svg.encode()}, fonts)


def poster_size(svg: str) -> Size:
    """The size of the sheet: 45 by 22 inches or 30 by 30, or less if a flat board would leave much of it blank."""
    scale, sheet = _fit_sheet(svg)
    needed = [side * scale + 2 * EDGE for side in svg_size(svg)]
    width, height = (side if full - side > SPARE else full for side, full in zip(needed, sheet, strict=True))
    return width, height


def _fit_sheet(svg: str) -> tuple[float, Size]:
    """Millimetres per px on the sheet on which the drawing is larger, and that sheet."""
    width, height = svg_size(svg)
    return max(
        (min((wide - 2 * EDGE) / width, (high - 2 * EDGE) / height), (wide, high)) for wide, high in (POSTER, SQUARE)
    )


def make_poster(svg: str, *, paper: str, fonts: Path | None = None) -> bytes:
    """The poster: the drawing as large as possible, and fold marks in the edge."""
    (width, height), (wide, high) = svg_size(svg), poster_size(svg)
    scale, _ = _fit_sheet(svg)
    left, top = (wide - width * scale) / 2, (high - height * scale) / 2
    lines = [
        f'#set page(width: {wide:.3f}mm, height: {high:.3f}mm, margin: 0pt, fill: rgb("{paper}"))',
        f'#place(top + left, dx: {left:.3f}mm, dy: {top:.3f}mm, image("board.svg", width: {width * scale:.3f}mm))',
        *_fold_marks((wide, high)),
    ]
    return compile_typst("\n".join(lines) + "\n", {"board.svg": svg.encode()}, fonts)


def _fold_marks(size: Size) -> list[str]:
    """Short dashes at the edge where the poster is folded, into panels of about 5.6 by 11 inches."""
    marks = []
    style = 'stroke: (paint: luma(90), thickness: 0.6pt, dash: "dashed")'
    across, down = (max(1, round(side / panel)) for side, panel in zip(size, PANEL, strict=True))
    for fold in range(1, across):
        x = size[0] * fold / across
        for y in (1.0, size[1] - EDGE + 2):
            line = f"line(angle: 90deg, length: {EDGE - 3}mm, {style})"
            marks.append(f"#place(top + left, dx: {x:.3f}mm, dy: {y:.3f}mm, {line})")
    for fold in range(1, down):
        y = size[1] * fold / down
        for x in (1.0, size[0] - EDGE + 2):
            marks.append(f"#place(top + left, dx: {x:.3f}mm, dy: {y:.3f}mm, line(length: {EDGE - 3}mm, {style}))")
    return marks


def make_tiles(
    poster: bytes, sheet: PaperSize, *, size: Size = POSTER, title: str = "", fonts: Path | None = None
) -> bytes:
    """The poster on ordinary paper: each sheet shows its part, crosses for alignment, and its position."""
    tiling = plan_tiles(sheet, size)
    wide, high = tiling.page
    lines = [
        f"#set page(width: {wide}mm, height: {high}mm, margin: 0pt)",
        '#set text(font: ("Source Sans 3", "Libertinus Serif"), size: 8pt)',
    ]
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            if row or column:
                lines.append("#pagebreak()")
            lines += _draw_tile(tiling, row, column, title)
    return compile_typst("\n".join(lines) + "\n", {"poster.pdf": poster}, fonts)


def _draw_tile(tiling: Tiling, row: int, column: int, title: str) -> list[str]:
    (wide, high), (across, down) = tiling.page, tiling.step
    inner = f"width: {wide - 2 * BORDER:.3f}mm, height: {high - 2 * BORDER:.3f}mm"
    shift = f"dx: {-across * column:.3f}mm, dy: {-down * row:.3f}mm"
    size = f"width: {tiling.poster[0]:.3f}mm, height: {tiling.poster[1]:.3f}mm"
    picture = f'place(top + left, {shift}, image("poster.pdf", {size}))'
    lines = [f"#place(top + left, dx: {BORDER}mm, dy: {BORDER}mm, box({inner}, clip: true, {picture}))"]
    # Crosses in the middle of the overlap: two sheets are aligned when their crosses meet.
    half = OVERLAP / 2
    xs = [BORDER + half, wide - BORDER - half]
    ys = [BORDER + half, high - BORDER - half]
    lines += [_cross(x, y) for x in xs for y in ys]
    name = f"{chr(ord('A') + row)}{column + 1}"
    last = f"{chr(ord('A') + tiling.rows - 1)}{tiling.columns}"
    note = f"{title}  {name} of {last}: glue over {number(OVERLAP)} mm, crosses on crosses"
    lines.append(f'#place(top + left, dx: {BORDER}mm, dy: {high - BORDER + 2.5:.3f}mm, text("{_quote(note.strip())}"))')
    return lines


def _cross(x: float, y: float) -> str:
    style = "stroke: 0.5pt + luma(40)"
    reach = 3.0
    return (
        f"#place(top + left, dx: {x - reach:.3f}mm, dy: {y:.3f}mm, line(length: {2 * reach}mm, {style}))"
        f"#place(top + left, dx: {x:.3f}mm, dy: {y - reach:.3f}mm, line(angle: 90deg, length: {2 * reach}mm, {style}))"
    )


def _quote(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def compile_typst(source: str, files: dict[str, bytes], fonts: Path | None) -> bytes:
    """Run typst in a temporary folder. There is no time stamp: the same drawing gives the same bytes."""
    with needs_extra("print"):
        import typst  # noqa: PLC0415 - an extra

    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        main = Path(folder) / "main.typ"
        main.write_text("#set document(date: none)\n" + source, encoding="utf-8")
        made = typst.compile(str(main), font_paths=[str(fonts)] if fonts else [])
    if not isinstance(made, bytes):
        raise TypeError("typst made no single file")
    return made
