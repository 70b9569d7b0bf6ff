"""Writes the rule pages that the server shows, from ``docs/variants``: safe HTML, and the clauses as a list."""

import json
import re
from pathlib import Path

from markdown_it import MarkdownIt
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.anchors import anchors_plugin

from legation import list_variants
from legation.server.variants.catalogue import MODULES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "variants"
PAGES = ROOT / "src" / "legation" / "server" / "variants" / "rule_pages"
CLAUSE = re.compile(r"^\| ([A-Z0-9]+-[A-Z0-9]+[a-z]?) \| (.+?) \| (?:(.*?) )?\|$", re.MULTILINE)
IMAGE = re.compile(r"^!\[.*\]\(.*\)\n", re.MULTILINE)
VARIANT_LINK = re.compile(r"\]\(([a-z0-9-]+)\.md(#[a-z0-9-]+)?\)")
TABLE = re.compile(r"^## The sheet, .*\n\n(?:The ids .*\n\n)?\| clause \|.*\n(?:\|.*\n)+", re.MULTILINE)
"""The table of clauses, which the page shows in its own way, with the sheet's words and examples."""
FOR_HOSTS = re.compile(r"^## (?:What a GM may set|Switches|In the judge's JSON|Source)\n(?:(?!## ).*\n)*", re.MULTILINE)
"""Sections for those who set up games and programs, not for those who play."""
CODE = re.compile(r"^```python\n.*?^```\n\n```text\n.*?^```\n\nIn the judge's JSON.*?\n\n", re.MULTILINE | re.DOTALL)
IDS = re.compile(r"\s?Its id is\s`[a-z0-9-]+`(?:, its version \d+)?\.")
TO_LEARN = re.compile(r"^The server's page `/learn` .*\n", re.MULTILINE)
"""The page says so itself."""
OTHER_LINK = re.compile(r"\[([^\]]+)\]\((?!/|#)[^)]*\)")


def make_page(variant: str) -> str:
    """One page as JSON: ``html`` and ``clauses``."""
    text = (DOCS / f"{variant}.md").read_text(encoding="utf-8")
    clauses = [{"id": name, "text": says, "played": played} for name, says, played in CLAUSE.findall(_plain(text))]
    return json.dumps({"html": _make_html(text), "clauses": clauses}, ensure_ascii=False, indent=1) + "\n"


def _make_html(text: str) -> str:
    body = IMAGE.sub("", text.partition("\n")[2])
    for left_out in (TABLE, FOR_HOSTS, CODE, IDS, TO_LEARN):
        body = left_out.sub("", body)
    body = VARIANT_LINK.sub(_link_variant, body)
    body = OTHER_LINK.sub(r"\1", body)
    return write_html(body).replace("<th></th>", "<td></td>")  # an empty corner is not a heading


def write_html(text: str) -> str:
    """Markdown as HTML. Tags in the text stay text, and links lead nowhere but to pages."""
    reader = (
        MarkdownIt("commonmark", {"html": False}).enable("table").use(admon_plugin).use(anchors_plugin, max_level=6)
    )
    return str(reader.render(text))


def _link_variant(found: re.Match[str]) -> str:
    return f"](/variants/{found[1]})" if found[1] in list_variants() else "](elsewhere)"


def _plain(text: str) -> str:
    """Without links and code marks."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text).replace("`", "")


def write_pages() -> None:
    """All pages."""
    for variant in (*list_variants(), *MODULES):
        (PAGES / f"{variant}.json").write_text(make_page(variant), encoding="utf-8")


if __name__ == "__main__":
    write_pages()
