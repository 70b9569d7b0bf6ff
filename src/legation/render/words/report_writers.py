"""A report in the forms that terminals, mail, forums and pages take. Whatever a person wrote can open no tag."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from legation.render.words.language import ENGLISH, Language
from legation.render.words.report import PowerRow, Report, Row, Section

WIDTH = 26
"""Columns for an order, so that the sentences stand below each other."""
BLOCK_START = re.compile(r"^(\d*)([-+=]|(?<=\d)[.)])")
"""What would begin a list, a rule or an underlined heading in Markdown."""
COLUMNS = ("power", "player", "centres", "units")
"""The columns of the board as a table."""


def write_text(report: Report, language: Language = ENGLISH, *, is_titled: bool = True) -> str:
    """A report for a terminal or a plain mail."""
    lines = [report.title, ""] if is_titled else []
    for section in report.sections:
        if section.title and section.level == 2 and lines and lines[-1]:
            lines.append("")
        if section.title:
            lines.append(section.title)
        lines += [_write_row(row, language) for row in section.rows]
        lines += _write_board(section, language)
        lines += section.lines
        lines += [f"  {item}" for item in section.items]
    return "\n".join(lines) + "\n"


def _write_row(row: Row, language: Language) -> str:
    return f"  {row.mark} {_name_order(row, language):<{WIDTH}} {row.sentence}"


def _name_order(row: Row, language: Language) -> str:
    return language.fill("reports.row_of", power=row.power, order=row.order) if row.power else row.order


def _write_board(section: Section, language: Language) -> Iterator[str]:
    """Two lines for each power: its units, and below them its centres."""
    if not section.board:
        return
    named = [(_name_power(row), language.count("board.count", row.number), row) for row in section.board]
    width = max(len(name) for name, _, _ in named)
    counts = max(len(count) for _, count, _ in named)
    for name, count, row in named:
        yield f"  {name:<{width}}  {count:>{counts}}  {row.units or row.centres}"
        if row.units:
            yield f"  {'':<{width}}  {'':<{counts}}  {row.centres}"


def _name_power(row: PowerRow) -> str:
    return f"{row.power} ({row.player})" if row.player else row.power


def write_markdown(report: Report, language: Language = ENGLISH) -> str:
    """A report in Markdown."""
    blocks = [f"# {_mark_down(report.title)}"]
    for section in report.sections:
        if section.title:
            blocks.append(f"{'#' * section.level} {_mark_down(section.title)}")
        items = [f"- {_code(row, language)} {_mark_down(row.sentence)}" for row in section.rows]
        items += [f"- {_mark_down(item)}" for item in section.items]
        if section.board:
            blocks.append("\n".join(_write_table(section, language)))
        blocks += ["\n".join(items)] if items else []
        blocks += [_mark_down(line) for line in section.lines]
    return "\n\n".join(blocks) + "\n"


def _code(row: Row, language: Language) -> str:
    order = " ".join(f"{row.mark} {_name_order(row, language)}".replace("`", "'").split())
    return f"`{order}`"


def _mark_down(text: str) -> str:
    """Text on one line in which nothing reads as markup, at its beginning neither: ``- x`` would be a list."""
    return BLOCK_START.sub(r"\1\\\2", _mark_down_cell(text))


def _mark_down_cell(text: str) -> str:
    """Text within a line, where nothing begins."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    return "".join(f"\\{letter}" if letter in "\\`*_[]|#~" else letter for letter in escaped)


def _write_table(section: Section, language: Language) -> Iterator[str]:
    head = [language.texts[f"board.{name}"] for name in COLUMNS]
    yield f"| {' | '.join(head)} |"
    yield "| --- | --- | --- | --- |"
    for row in section.board:
        yield f"| {' | '.join(_mark_down_cell(cell) for cell in _list_cells(row, language))} |"


def _list_cells(row: PowerRow, language: Language) -> list[str]:
    centres = language.fill("board.counted", number=row.number, centres=row.centres)
    return [row.power, row.player, centres if row.centres != "-" else str(row.number), row.units]


def write_html(report: Report, language: Language = ENGLISH) -> str:
    """A report as HTML without a page around it."""
    return "\n".join([f"<h1>{html.escape(report.title)}</h1>", *_list_html(report, language)]) + "\n"


def _list_html(report: Report, language: Language) -> Iterator[str]:
    for section in report.sections:
        if section.title:
            yield f"<h{section.level}>{html.escape(section.title)}</h{section.level}>"
        if section.board:
            yield from _list_table(section, language)
        if section.rows or section.items:
            yield "<ul>"
            for row in section.rows:
                order = html.escape(f"{row.mark} {_name_order(row, language)}")
                yield f"<li><code>{order}</code> {html.escape(row.sentence)}</li>"
            yield from (f"<li>{html.escape(item)}</li>" for item in section.items)
            yield "</ul>"
        yield from (f"<p>{html.escape(line)}</p>" for line in section.lines)


def _list_table(section: Section, language: Language) -> Iterator[str]:
    head = "".join(f"<th>{html.escape(language.texts[f'board.{name}'])}</th>" for name in COLUMNS)
    yield "<table>"
    yield f"<tr>{head}</tr>"
    for row in section.board:
        cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in _list_cells(row, language))
        yield f"<tr>{cells}</tr>"
    yield "</table>"


def write_bbcode(report: Report, language: Language = ENGLISH) -> str:
    """A report in the code of forums."""
    return "\n".join([f"[b]{_bracket(report.title)}[/b]", *_list_bbcode(report, language)]) + "\n"


def _list_bbcode(report: Report, language: Language) -> Iterator[str]:
    for section in report.sections:
        if section.title:
            yield f"[b]{_bracket(section.title)}[/b]"
        for cells in (_list_cells(row, language) for row in section.board):
            yield " | ".join(_bracket(cell) for cell in cells)
        if section.rows or section.items:
            yield "[list]"
            for row in section.rows:
                order = _bracket(f"{row.mark} {_name_order(row, language)}")
                yield f"[*][b]{order}[/b] {_bracket(row.sentence)}"
            yield from (f"[*]{_bracket(item)}" for item in section.items)
            yield "[/list]"
        yield from (_bracket(line) for line in section.lines)


def _bracket(text: str) -> str:
    """Text without square brackets: round ones can open no tag."""
    return text.replace("[", "(").replace("]", ")")


class Writer(Protocol):
    """Gives a report a form."""

    def __call__(self, report: Report, language: Language = ENGLISH) -> str:
        """The report as text."""
        ...


WRITERS: Mapping[str, Writer] = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "bbcode": write_bbcode,
}
"""Every form of a report, by its name."""
