"""Reports in the forms that mail, forums and pages take. The Markdown is ours, so a few rules read all of it."""

import html
import re
from collections.abc import Iterator

HEADING = re.compile(r"(#{1,3}) (.*)")
CODE = re.compile(r"`([^`]*)`")
BOLD = re.compile(r"\*\*(.+?)\*\*")


def format_concerns(text: str) -> str:
    """What ``write_concerns`` says, as Markdown: titles, and the lines under them as lists."""
    lines: list[str] = []
    for number, line in enumerate(text.splitlines()):
        if line.startswith("  "):
            lines.append(_format_item(line.strip()))
            continue
        is_title = number == 0 or line.startswith("What others did")
        lines += ["", f"## {line}", ""] if is_title else ["", line]
    return "\n".join(lines).strip() + "\n"


def _format_item(line: str) -> str:
    """The order, which ends where two blanks or more stand, in code marks, and then its sentence."""
    order, blank, sentence = line.partition("  ")
    return f"- `{order.replace('`', '')}` {sentence.strip()}" if blank else f"- {line}"


def format_html(markdown: str) -> str:
    """A report as HTML without a page around it. Everything that a person wrote is escaped."""
    return "\n".join(_write_html(markdown.splitlines())) + "\n"


def _write_html(lines: list[str]) -> Iterator[str]:
    for kind, block in _split_blocks(lines):
        if kind == "list":
            yield "<ul>"
            yield from (f"<li>{_mark_html(item.removeprefix('- '))}</li>" for item in block)
            yield "</ul>"
        elif kind == "table":
            yield "<table>"
            yield from _write_rows(block)
            yield "</table>"
        elif kind == "heading":
            found = HEADING.fullmatch(block[0])
            assert found is not None
            level = len(found[1])
            yield f"<h{level}>{_mark_html(found[2])}</h{level}>"
        else:
            yield f"<p>{'<br>'.join(_mark_html(line) for line in block)}</p>"


def _write_rows(block: list[str]) -> Iterator[str]:
    for number, row in enumerate(_list_rows(block)):
        tag = "th" if number == 0 else "td"
        cells = "".join(f"<{tag}>{_mark_html(cell)}</{tag}>" for cell in row)
        yield f"<tr>{cells}</tr>"


def _mark_html(text: str) -> str:
    escaped = html.escape(text)
    return BOLD.sub(r"<strong>\1</strong>", CODE.sub(r"<code>\1</code>", escaped))


def format_bbcode(markdown: str) -> str:
    """A report in the code of forums. Brackets that a person wrote become round: they can open no tag."""
    return "\n".join(_write_bbcode(markdown.splitlines())) + "\n"


def _write_bbcode(lines: list[str]) -> Iterator[str]:
    for kind, block in _split_blocks(lines):
        if kind == "list":
            yield "[list]"
            yield from (f"[*]{_mark_bbcode(item.removeprefix('- '))}" for item in block)
            yield "[/list]"
        elif kind == "table":
            yield from (" | ".join(_mark_bbcode(cell) for cell in row) for row in _list_rows(block))
        elif kind == "heading":
            found = HEADING.fullmatch(block[0])
            assert found is not None
            yield f"[b]{_mark_bbcode(found[2])}[/b]"
        else:
            yield from (_mark_bbcode(line) for line in block)


def _mark_bbcode(text: str) -> str:
    plain = text.replace("[", "(").replace("]", ")")
    return BOLD.sub(r"[b]\1[/b]", CODE.sub(r"[b]\1[/b]", plain))


def _split_blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Headings, lists, tables and paragraphs, in turn."""
    block: list[str] = []
    kind = ""
    for line in [*lines, ""]:
        now = _kind_of(line)
        if block and (now != kind or kind == "heading"):
            yield kind, block
            block = []
        kind = now
        if now:
            block.append(line)


def _kind_of(line: str) -> str:
    if not line.strip():
        return ""
    if HEADING.fullmatch(line):
        return "heading"
    if line.startswith("- "):
        return "list"
    return "table" if line.startswith("| ") else "text"


def _list_rows(block: list[str]) -> list[list[str]]:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    return [row for row in rows if not all(set(cell) <= {"-"} and cell for cell in row)]
