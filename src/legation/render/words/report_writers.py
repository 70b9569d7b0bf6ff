"""A report in the formats of terminals, mail, forums and pages. Text written by people cannot contain markup."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Protocol

from legation.render.words.language import ENGLISH, Language
from legation.render.words.report import PowerRow, PrintedLetter, Report, Row, Section, Standing

WIDTH = 26
"""The columns for an order, which align the sentences."""
BLOCK_START = re.compile(r"^(\d*)([-+=]|(?<=\d)[.)])")
"""Text that would begin a list, a rule or an underlined heading in Markdown."""
ZERO_WIDTH = "\u200b"
"""Between an at sign and a name, it prevents a mention."""
COLUMNS = ("power", "player", "centres", "units")
"""The columns of the board as a table."""
STANDING_COLUMNS = ("power", "player", "centres", "change", "units", "due", "moves")
"""The columns of the standings."""


def write_text(report: Report, language: Language = ENGLISH, *, is_titled: bool = True) -> str:
    """A report for a terminal or a plain mail."""
    lines = [*_list_titles(report), ""] if is_titled else []
    for section in report.sections:
        if section.title and section.level == 2 and lines and lines[-1]:
            lines.append("")
        if section.title:
            lines.append(section.title)
        lines += [_write_row(row, language) for row in section.rows]
        lines += _write_board(section, language)
        lines += _write_standings(section, language)
        lines += section.lines
        lines += [f"  {item}" for item in section.items]
        for letter in section.letters:
            head = head_letter(letter)
            lines += ["", f"  {head}"] if head else []
            lines += [f"    {line}" for line in list_paragraphs(letter)]
    return "\n".join(lines) + "\n"


def _list_titles(report: Report) -> list[str]:
    return [report.title, report.subtitle] if report.subtitle else [report.title]


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


def _write_standings(section: Section, language: Language) -> Iterator[str]:
    """A table with columns as wide as their contents."""
    if not section.standings:
        return
    table = [head_standings(language), *(list_standing(row) for row in section.standings)]
    used = [place for place in range(len(STANDING_COLUMNS)) if any(cells[place] for cells in table[1:])]
    widths = {place: max(len(cells[place]) for cells in table) for place in used}
    for cells in table:
        yield (
            "  "
            + "  ".join(
                f"{cells[place]:<{widths[place]}}" if place in (0, 1, 6) else f"{cells[place]:>{widths[place]}}"
                for place in used
            ).rstrip()
        )


def head_standings(language: Language) -> list[str]:
    """The names of the columns of the standings."""
    return [language.texts[f"turn.columns.{name}"] for name in STANDING_COLUMNS]


def list_standing(row: Standing) -> list[str]:
    """A row of the standings as text."""
    change = f"{row.change:+d}" if row.change else ""
    return [row.power, row.player, str(row.centres), change, str(row.units), row.due, row.moves]


def head_letter(letter: PrintedLetter) -> str:
    """The writer and the date of a letter."""
    return f"{letter.sender}, {letter.at}" if letter.sender and letter.at else letter.sender or letter.at


def list_paragraphs(letter: PrintedLetter) -> list[str]:
    """The lines of a letter, without empty ones."""
    return [line for line in letter.text.splitlines() if line.strip()]


def _name_power(row: PowerRow) -> str:
    return f"{row.power} ({row.player})" if row.player else row.power


def write_markdown(report: Report, language: Language = ENGLISH) -> str:
    """A report in Markdown."""
    blocks = [f"# {_mark_down(report.title)}"]
    blocks += [_mark_down(report.subtitle)] if report.subtitle else []
    for section in report.sections:
        if section.title:
            blocks.append(f"{'#' * section.level} {_mark_down(section.title)}")
        items = [f"- {_code(row, language)} {_mark_down(row.sentence)}" for row in section.rows]
        items += [f"- {_mark_down(item)}" for item in section.items]
        if section.board:
            blocks.append("\n".join(_write_table(section, language)))
        if section.standings:
            table = [head_standings(language), *(list_standing(row) for row in section.standings)]
            blocks.append("\n".join(_write_cells(table)))
        blocks += ["\n".join(items)] if items else []
        blocks += [_mark_down(line) for line in section.lines]
        for letter in section.letters:
            head = _mark_down_cell(head_letter(letter))
            blocks += [f"**{head}**"] if head else []
            blocks += [f"> {_mark_down(line)}" for line in list_paragraphs(letter)]
    return "\n\n".join(blocks) + "\n"


def _code(row: Row, language: Language) -> str:
    order = " ".join(f"{row.mark} {_name_order(row, language)}".replace("`", "'").split())
    return f"`{order}`"


def _mark_down(text: str) -> str:
    """Text on one line without any markup, not even at its beginning: ``- x`` would be a list."""
    return BLOCK_START.sub(r"\1\\\2", _mark_down_cell(text))


def _mark_down_cell(text: str) -> str:
    """Text within a line, where no block can begin."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    return "".join(f"\\{letter}" if letter in "\\`*_[]|#~" else letter for letter in escaped)


def _write_table(section: Section, language: Language) -> Iterator[str]:
    head = [language.texts[f"board.{name}"] for name in COLUMNS]
    yield from _write_cells([head, *(_list_cells(row, language) for row in section.board)])


def _write_cells(table: list[list[str]]) -> Iterator[str]:
    """A table in Markdown; its first row is the header."""
    for number, cells in enumerate(table):
        yield f"| {' | '.join(_mark_down_cell(cell) for cell in cells)} |"
        if number == 0:
            yield f"| {' | '.join('---' for _ in cells)} |"


def _list_cells(row: PowerRow, language: Language) -> list[str]:
    centres = language.fill("board.counted", number=row.number, centres=row.centres)
    return [row.power, row.player, centres if row.centres != "-" else str(row.number), row.units]


def write_discord(report: Report, language: Language = ENGLISH) -> str:
    """A report for Discord: its own kind of Markdown, without tables and without mentions."""
    blocks = [f"**{_plain(title)}**" for title in _list_titles(report)]
    for section in report.sections:
        if section.title:
            blocks.append(f"{'#' * section.level} {_plain(section.title)}")
        blocks += [f"- {_code(row, language)} {_plain(row.sentence)}" for row in section.rows]
        blocks += [f"- {_plain(item)}" for item in section.items]
        blocks += [f"- {_plain(', '.join(filter(None, _list_cells(row, language))))}" for row in section.board]
        blocks += [f"- {_plain(', '.join(filter(None, list_standing(row))))}" for row in section.standings]
        blocks += [_plain(line) for line in section.lines]
        for letter in section.letters:
            blocks += [f"**{_plain(head_letter(letter))}**"] if head_letter(letter) else []
            blocks += [f"> {_plain(line)}" for line in list_paragraphs(letter)]
    return "\n".join(blocks) + "\n"


def _plain(text: str) -> str:
    """Text on one line without Discord markup or mentions."""
    escaped = "".join(f"\\{letter}" if letter in "\\`*_[]|#~<>:" else letter for letter in " ".join(text.split()))
    return BLOCK_START.sub(r"\1\\\2", escaped).replace("@", f"@{ZERO_WIDTH}")


def write_html(report: Report, language: Language = ENGLISH) -> str:
    """A report as an HTML fragment."""
    return "\n".join([f"<h1>{html.escape(report.title)}</h1>", *list_html(report, language)]) + "\n"


def list_html(report: Report, language: Language = ENGLISH) -> Iterator[str]:
    """Everything below the title of a report, as HTML, each section in its own element."""
    if report.subtitle:
        yield f"<p>{html.escape(report.subtitle)}</p>"
    for section in report.sections:
        yield "<section>"
        yield from _list_section(section, language)
        yield "</section>"


def _list_section(section: Section, language: Language) -> Iterator[str]:
    if section.title:
        yield f"<h{section.level}>{html.escape(section.title)}</h{section.level}>"
    if section.board:
        head = [language.texts[f"board.{name}"] for name in COLUMNS]
        yield from _list_table([head, *(_list_cells(row, language) for row in section.board)])
    if section.standings:
        yield from _list_table([head_standings(language), *(list_standing(row) for row in section.standings)])
    if section.rows or section.items:
        yield "<ul>"
        for row in section.rows:
            order = html.escape(f"{row.mark} {_name_order(row, language)}")
            yield f"<li><code>{order}</code> {html.escape(row.sentence)}</li>"
        yield from (f"<li>{html.escape(item)}</li>" for item in section.items)
        yield "</ul>"
    yield from (f"<p>{html.escape(line)}</p>" for line in section.lines)
    for letter in section.letters:
        if head_letter(letter):
            yield f"<h4>{html.escape(head_letter(letter))}</h4>"
        paragraphs = "".join(f"<p>{html.escape(line)}</p>" for line in list_paragraphs(letter))
        yield f"<blockquote>{paragraphs}</blockquote>"


def _list_table(table: list[list[str]]) -> Iterator[str]:
    yield "<table>"
    for number, cells in enumerate(table):
        kind = "td" if number else "th"
        row = "".join(f"<{kind}>{html.escape(cell)}</{kind}>" for cell in cells)
        yield f"<tr>{row}</tr>"
    yield "</table>"


def write_bbcode(report: Report, language: Language = ENGLISH) -> str:
    """A report in the BBCode of forums."""
    titles = [f"[b]{_bracket(title)}[/b]" for title in _list_titles(report)]
    return "\n".join([*titles, *_list_bbcode(report, language)]) + "\n"


def _list_bbcode(report: Report, language: Language) -> Iterator[str]:
    for section in report.sections:
        if section.title:
            yield f"[b]{_bracket(section.title)}[/b]"
        for cells in (_list_cells(row, language) for row in section.board):
            yield " | ".join(_bracket(cell) for cell in cells)
        for cells in (list_standing(row) for row in section.standings):
            yield " | ".join(_bracket(cell) for cell in cells if cell)
        if section.rows or section.items:
            yield "[list]"
            for row in section.rows:
                order = _bracket(f"{row.mark} {_name_order(row, language)}")
                yield f"[*][b]{order}[/b] {_bracket(row.sentence)}"
            yield from (f"[*]{_bracket(item)}" for item in section.items)
            yield "[/list]"
        yield from (_bracket(line) for line in section.lines)
        for letter in section.letters:
            head = _bracket(head_letter(letter))
            yield from [f"[b]{head}[/b]"] if head else []
            yield "[quote]"
            yield from (_bracket(line) for line in list_paragraphs(letter))
            yield "[/quote]"


def _bracket(text: str) -> str:
    """Text without square brackets: round ones cannot open tags."""
    return text.replace("[", "(").replace("]", ")")


class Writer(Protocol):
    """Formats a report."""

    def __call__(self, report: Report, language: Language = ENGLISH) -> str:
        """The report as text."""
        ...


WRITERS: Mapping[str, Writer] = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "bbcode": write_bbcode,
    "discord": write_discord,
}
"""Every format of a report, by name."""
