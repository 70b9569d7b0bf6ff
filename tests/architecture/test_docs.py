"""The documentation says everything there is, and what it shows is true."""

import fnmatch
import inspect
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from pathlib import Path

import pytest
import typer.core
import typer.main

from legation import list_variants, load_variant
from legation.cli.main import app
from legation.contract import FIELDS
from legation.judge import SWITCHES, Fate, Reason, Result, RuleModule
from legation.orders import Fault, format_order, parse_order
from legation.render.words import ENGLISH
from legation.variants import list_rulebooks, load_rulebook
from legation.variants.rules import MODULES
from tests.commands import run_line
from tests.contract.kit import judge_json

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"]
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SWITCH_HEADING = "## 4. Switches"
SPELLINGS = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the file it stands for, and its text."""

    language: str
    title: str
    text: str


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def read_blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in FENCE.findall(page.read_text(encoding="utf-8"))]


def has_blocks(page: Path, language: str) -> bool:
    return any(block.language == language for block in read_blocks(page))


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def sections(page: str, heading: str) -> dict[str, str]:
    """The parts of a page under headings that begin so."""
    parts = re.split(rf"^{heading}", read(page), flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0].strip("` "): part for part in parts}


def rows(page: str, heading: str = "") -> Iterator[list[str]]:
    """The rows of all tables of a page, or of those after a heading."""
    for line in read(page).partition(heading)[2].splitlines() if heading else read(page).splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def first_cells(page: str) -> set[str]:
    return {spelling for cells in rows(page) for spelling in SPELLINGS.findall(cells[0])}


def is_like(shown: str, real: str) -> bool:
    """Whether a text is as shown, where ``...`` stands for anything."""
    pattern = re.sub(r"([\[*?])", r"[\1]", shown.strip()).replace("...", "*")
    return fnmatch.fnmatchcase(real.strip(), pattern)


def write_titled(blocks: list[Block], folder: Path) -> None:
    """A block with a title is a file that the page's examples use."""
    for block in blocks:
        if block.title:
            file = folder / block.title
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, encoding="utf-8")


def list_commands() -> dict[str, typer.core.TyperCommand]:
    """Every command by its words: ``judge``, ``game new``."""

    def walk(command: object, words: str) -> Iterator[tuple[str, typer.core.TyperCommand]]:
        if isinstance(command, typer.core.TyperCommand):
            yield words, command
        for name, inner in getattr(command, "commands", {}).items():
            yield from walk(inner, f"{words} {name}".strip())

    return dict(walk(typer.main.get_command(app), ""))


def test_every_command_argument_and_option_is_documented() -> None:
    commands = list_commands()
    documented = sections("reference/cli.md", "## ")
    assert set(documented) == {f"legation {command}" for command in commands}
    for command, details in commands.items():
        text = documented[f"legation {command}"]
        for parameter in details.params:
            for option in parameter.opts if parameter.param_type_name == "option" else [str(parameter.name).upper()]:
                assert f"`{option}`" in text, f"legation {command}: {option}"
        assert "`--help`" in text
        assert f"$ legation {command}" in text or f"| legation {command}" in text


def test_no_option_is_documented_that_there_is_not() -> None:
    commands = list_commands()
    known = {option for details in commands.values() for parameter in details.params for option in parameter.opts}
    assert set(re.findall(r"`(--[a-z-]+)`", read("reference/cli.md"))) <= known | {"--help"}


@pytest.mark.parametrize("words", [Reason, Fault, Result, Fate])
def test_every_reason_fault_result_and_fate_is_documented(words: type[StrEnum]) -> None:
    assert {word.value for word in words} <= first_cells("reference/reasons.md")


RETREATS: dict[str, object] = {
    "phase": "S1901R",
    "units": {"ITALY": ["A SER", "A GRE"]},
    "dislodged": [{"power": "TURKEY", "unit": "A SER"}, {"power": "AUSTRIA", "unit": "A GRE"}],
}
WINTER: dict[str, object] = {
    "phase": "W1901A",
    "units": {"TURKEY": ["A SER"]},
    "centres": {"FRANCE": ["PAR"]},
}
ABOARD: dict[str, object] = {
    "variant": "colonial-variant",
    "phase": "S1M",
    "units": {"OCEANIA": ["F PO7", "A NA7"], "KHOUFAX": ["F PO6", "F PO9"]},
}
CARGO = {"memory": {"cargo": {"PO7": {"power": "OCEANIA", "unit": "A PO7"}}}}
EXAMPLES: list[dict[str, object]] = [
    {"modules": ["gigaton-bomb"], "units": {}, "orders": {"FRANCE": ["BOMB PAR - MOS"]}},
    {**ABOARD, "orders": {"OCEANIA": ["F PO7 E A NA7", "A NA7 - PO7"]}},
    {**ABOARD, "orders": {"OCEANIA": ["F PO7 E A NA7", "A NA7 H"]}},
    {**ABOARD, "orders": {"OCEANIA": ["F PO7 H", "A NA7 - PO7"]}},
    {**ABOARD, **CARGO, "units": {"OCEANIA": ["F PO7"]}, "orders": {"OCEANIA": ["F PO7 - PO6"]}},
    {**ABOARD, **CARGO, "units": {"OCEANIA": ["F PO7"]}, "orders": {"OCEANIA": ["F PO7 - PO6", "A PO7 - NA7"]}},
    {**ABOARD, **CARGO, "units": {"OCEANIA": ["F PO7"]}, "orders": {"OCEANIA": ["A PO7 - NA7"]}},
    {
        **ABOARD,
        **CARGO,
        "units": {"OCEANIA": ["TF PO7"], "KHOUFAX": ["F PO6", "F PO9"]},
        "orders": {"KHOUFAX": ["F PO6 - PO7", "F PO9 S F PO6 - PO7"]},
    },
    {"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}},
    {"orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}},
    {"orders": {"FRANCE": ["A PAR - BUR"], "ITALY": ["A ROM H"]}},
    {"orders": {"FRANCE": ["A PAR - BUR", "A BUR H"]}},
    {"orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR"]}},
    {"orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H"]}},
    {"orders": {"FRANCE": ["A PAR H", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]}},
    {"orders": {"FRANCE": ["A PAR H"]}},
    {"orders": {"ENGLAND": ["A SIL - MUN"], "GERMANY": ["A MUN H", "A BER S A SIL - MUN"]}},
    {"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A PIE - MAR"]}},
    {"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A BUR - MAR", "A GAS S A BUR - MAR"]}},
    {"orders": {"ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY"]}},
    {"orders": {"ENGLAND": ["A LON - NWY", "F NTH H"]}},
    {"orders": {"ENGLAND": ["A LON H", "F NTH C A LON - NWY"]}},
    {
        "orders": {
            "ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY"],
            "GERMANY": ["F SKA - NTH", "F HEL S F SKA - NTH"],
        }
    },
    {
        "orders": {
            "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
            "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
        }
    },
    {**RETREATS, "orders": {"TURKEY": ["A SER R ALB"], "AUSTRIA": ["A GRE R ALB"]}},
    {**RETREATS, "orders": {"TURKEY": ["A SER R ALB"]}},
    {**RETREATS, "orders": {"TURKEY": ["A SER D"]}},
    {**RETREATS, "orders": {}},
    {**WINTER, "orders": {"FRANCE": ["A PAR B"], "TURKEY": ["A SER D"]}},
    {**WINTER, "orders": {"FRANCE": ["WAIVE"]}},
]
"""Between them they have every reason, with the units that the sentences of the page speak of."""


def judge_example(example: dict[str, object]) -> dict[str, set[str]]:
    """What is said of each reason that an example has. Its units are those ordered, where none are given."""
    orders = example["orders"]
    assert isinstance(orders, dict)
    units = {power: [" ".join(line.split()[:2]) for line in lines] for power, lines in orders.items()}
    said: dict[str, set[str]] = {}
    for outcome in judge_json({"phase": "S1901M", "units": units, **example})["outcomes"]:
        said.setdefault(outcome["reason"], set()).add(outcome["text"])
    return said


def test_reasons_are_documented_with_their_sentences() -> None:
    shown = {
        SPELLINGS.findall(cells[0])[0]: cells[-1]
        for cells in rows("reference/reasons.md", "## Reasons")
        if "`" in cells[0]
    }
    said: dict[str, set[str]] = {}
    for example in EXAMPLES:
        for reason, texts in judge_example(example).items():
            said.setdefault(reason, set()).update(texts)
    by_module = {Reason.RETREAT_STOPPED.value}  # needs a variant's rule
    assert set(said) == {reason.value for reason in Reason} - by_module
    for reason, texts in said.items():
        sentence = re.sub(r"[{}]", "", shown[reason]).split('"')[1]
        assert any(text.startswith(sentence) for text in texts), f"{reason}: {sorted(texts)}"


def test_faults_are_documented_with_their_sentences() -> None:
    sentences = {SPELLINGS.findall(cells[0])[0]: cells[1] for cells in rows("reference/reasons.md") if "`" in cells[0]}
    for fault in Fault:
        key = f"refusals.{fault.value}"
        forms = [text for found, text in ENGLISH.texts.items() if found == key or found.startswith(f"{key}.")]
        assert any(sentences[fault.value].startswith(text) for text in forms), fault


def read_switches() -> dict[str, list[str]]:
    """The rows of the table of switches."""
    found = ((cells[0].strip("`"), cells) for cells in rows("rulebooks.md", SWITCH_HEADING))
    return {switch: cells for switch, cells in found if switch in SWITCHES}


def test_every_switch_is_documented_with_its_values_and_profiles() -> None:
    table = read_switches()
    assert set(table) == set(SWITCHES)
    for switch, kind in SWITCHES.items():
        values = {choice.value for choice in kind} if issubclass(kind, StrEnum) else {"yes", "no"}
        assert values <= set(SPELLINGS.findall(table[switch][1])), switch
        assert set(table[switch][2:]) <= set(SPELLINGS.findall(table[switch][1])), switch


def test_every_value_of_a_switch_is_explained() -> None:
    text = read("rulebooks.md").partition("### What each value does")[2]
    for switch, kind in SWITCHES.items():
        assert f"`{switch}`" in text
        if issubclass(kind, StrEnum) and switch not in ("paradox_rule",):
            assert all(f"`{choice.value}`" in text for choice in kind), switch


@pytest.mark.parametrize("rulebook", list_rulebooks())
def test_the_profiles_are_documented_as_they_are(rulebook: str) -> None:
    column = next(rows("rulebooks.md", SWITCH_HEADING)).index(rulebook)
    for switch, cells in read_switches().items():
        value = getattr(load_rulebook(rulebook), switch)
        assert cells[column] == ({True: "yes", False: "no"}[value] if isinstance(value, bool) else value), switch


def list_table_names(text: str) -> set[str]:
    """What stands in backquotes in the first column of its tables."""
    cells = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)}


def test_every_hook_of_a_rule_module_and_every_module_is_in_the_tables() -> None:
    text = sections("concepts/how-the-judge-works.md", "## ")["Rule modules"]
    hooks = {name for name, value in vars(RuleModule).items() if inspect.isfunction(value) and name[0] != "_"}
    assert list_table_names(text) == (hooks - {"cite"}) | set(MODULES)
    for variant in map(load_variant, list_variants()):
        for module in variant.rulebook.modules:
            row = next(line for line in text.splitlines() if line.startswith("| `") and f"`{module.name}`" in line)
            assert variant.name.removeprefix("Colonia ") in row, (variant.name, row)


def test_the_layout_page_lists_every_package_and_the_layers_that_are_checked() -> None:
    text = read("concepts/layout.md")
    packages = {path.parent.name for path in (ROOT / "src" / "legation").glob("*/__init__.py")}
    listed = list_table_names(sections("concepts/layout.md", "## ")["Packages"])
    assert listed == packages | {"errors", "extras", "library"}
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
    assert "\n".join(layers).replace("legation.", "") in text
    for folder in ("web", "tests", "scripts", "examples", "benchmarks", "changelog", "docs", "gazetteer"):
        assert f"\n{folder}/ " in text
        assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("variant", list_variants())
def test_every_variant_has_a_page(variant: str) -> None:
    text = read(f"variants/{variant}.md")
    loaded = load_variant(variant)
    assert f"`{variant}`" in text
    assert all(power in text for power in loaded.powers)
    assert f"rulebook of {loaded.rulebook_id}" in text
    assert "## Departures" in text


def test_every_page_is_in_the_nav() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    missing = [page for page in DOCS.rglob("*.md") if f": {page.relative_to(DOCS).as_posix()}\n" not in nav]
    assert not missing


def list_pictures(page: Path) -> list[tuple[str, Path]]:
    """Each picture that a page shows: what it says to those who do not see it, and its file."""
    found = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    return [(words, (page.parent / address).resolve()) for words, address in found]


def test_every_picture_exists_says_what_it_shows_and_is_used() -> None:
    shown = {file for page in PAGES for words, file in list_pictures(page) if words.strip()}
    assert shown == {file for page in PAGES for _, file in list_pictures(page)}, "a picture without words"
    kept = {path for path in (DOCS / "images").rglob("*") if path.is_file()}
    assert shown == kept


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_table_begins_with_its_head(page: Path) -> None:
    """A blank line in a table cuts it in two: the rows below it are shown as plain text."""
    lines = ["", *FENCE.sub("", page.read_text(encoding="utf-8")).splitlines(), ""]
    for before, row, after in zip(lines, lines[1:], lines[2:], strict=False):
        if row.startswith("|") and not before.startswith("|"):
            assert re.fullmatch(r"\|( *:?-+:? *\|)+", after), row


def test_pictures_of_pages_are_light() -> None:
    pictures = list((DOCS / "images" / "pages").iterdir())
    assert len(pictures) >= 12
    assert sum(path.stat().st_size for path in pictures) < 1_500_000


@pytest.mark.parametrize(
    "guide", ["playing", "game-master", "first-week", "hosting", "learn-diplomacy"], ids=lambda guide: guide
)
def test_every_guide_about_pages_shows_one(guide: str) -> None:
    assert any(file.parent.name == "pages" for _, file in list_pictures(DOCS / "guides" / f"{guide}.md"))


def test_decisions_are_numbered_and_say_context_decision_and_consequences() -> None:
    pages = sorted((DOCS / "decisions").glob("*.md"))
    for number, page in enumerate(pages, start=1):
        text = page.read_text(encoding="utf-8")
        assert page.name.startswith(f"{number:04}-")
        assert text.startswith(f"# {number}. ")
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]


@pytest.mark.parametrize("page", [page for page in PAGES if has_blocks(page, "python")], ids=name)
def test_examples_in_python_run_and_print_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a page run one after the other; a plain text block right after one is what it prints."""
    blocks = read_blocks(page)
    write_titled(blocks, tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__example__"}
    for block, after in zip(blocks, [*blocks[1:], Block("", "", "")], strict=True):
        if block.language != "python":
            continue
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(block.text, name(page), "exec"), names)
        if after.language == "text" and not after.title:
            assert is_like(after.text, printed.getvalue())


PLAIN = re.compile(
    r"""(?:echo[ ](?P<text>'[^']*'|"[^"$`]*"|\w+)[ ]\|[ ])?  # what it reads
    legation[ ](?!serve)(?P<words>[^|<>;&$`*]+?)(?P<quiet>[ ]2>/dev/null)?""",
    re.VERBOSE,
)
"""A command that needs no shell: these run here, since a process for each takes longer than all of them."""


def run_here(command: re.Match[str], folder: Path) -> str:
    """What a command prints."""
    text = "".join(f"{word}\n" for word in shlex.split(command["text"] or ""))
    return run_line(command["words"], stdin=text, folder=folder, joined=not command["quiet"]).stdout


def run_in_shell(command: str, folder: Path) -> str:
    """What a line of a shell prints."""
    tools = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("page", [page for page in PAGES if has_blocks(page, "console")], ids=name)
def test_examples_in_the_shell_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = read_blocks(page)
    write_titled(blocks, tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for block in blocks:
        if block.language != "console":
            continue
        for example in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, shown = example.partition("\n")
            command = command.replace(".venv/bin/", "")
            plain = PLAIN.fullmatch(command)
            printed = run_here(plain, tmp_path) if plain else run_in_shell(command, tmp_path)
            assert is_like(shown, printed), f"{command}\n{printed}"


def test_requests_in_the_judge_reference_are_answered_as_shown() -> None:
    """Each object is a request, or some or all fields of the answer to the request before it."""
    request: dict[str, object] = {}
    requests = answers = 0
    for block in read_blocks(DOCS / "reference/judge.md"):
        if block.language != "json":
            continue
        data = json.loads(block.text)
        if "phase" in data and "outcomes" not in data:
            request = data
            requests += 1
            assert "error" not in judge_json(request)
            continue
        answers += 1
        answer = judge_json(request)
        assert data == {field: answer[field] for field in data}
    assert requests >= 3
    assert answers >= 3


def test_the_judge_reference_names_every_field() -> None:
    known = first_cells("reference/judge.md")
    assert set(FIELDS) <= known
    request = {"phase": "S1901M", "detail": True, "units": {"ITALY": ["A ROM"]}, "orders": {"ITALY": ["A TUS H"]}}
    answer = judge_json(request)
    assert set(answer) <= known
    assert set(answer["outcomes"][0]) <= known
    assert set(answer["rejected"][0]) <= known
    assert set(judge_json({})["error"]) <= known


def test_orders_are_read_and_written_as_the_notation_page_says() -> None:
    names = load_variant("standard").board.names
    checked = 0
    is_spelling = False
    for cells in rows("reference/notation.md"):
        if not cells[0].startswith("`"):
            is_spelling = cells[:2] == ["read", "written"] or (is_spelling and cells[0].startswith("-"))
        elif is_spelling:
            (written,) = SPELLINGS.findall(cells[1])
            for spelling in SPELLINGS.findall(cells[0]):
                assert format_order(parse_order(spelling, names)) == written, spelling
                checked += 1
    assert checked > 50
