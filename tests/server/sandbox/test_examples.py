"""The examples of rules: what each claims is what the judge answers, and every clause has one or says why not."""

import re
from pathlib import Path

import pytest

from legation.server.sandbox.examples import JudgedStep, describe_example
from legation.server.variants.sheets import Example, ExampleStep, list_examples, list_sheets, load_sheet
from legation.variants import load_module_clauses, load_variant
from tests.clauses.registry import read_clauses
from tests.server.kit import Server

ROOT = Path(__file__).parents[3]
LESSONS = ROOT / "web" / "src" / "learn" / "lessons.ts"
MODULES = {"gigaton-bomb"}


def clauses_of(sheet: str) -> set[str]:
    """The clauses of a sheet, as the judge cites them."""
    found = load_module_clauses(sheet) if sheet in MODULES else load_variant(sheet).clauses
    return {str(clause) for clause in found.listed}


@pytest.mark.parametrize("example", list_examples().values(), ids=lambda example: example.id)
def test_the_judge_answers_as_the_example_claims(example: Example) -> None:
    page = describe_example(example.id)
    assert len(page.steps) == len(example.steps)
    for claimed, judged in zip(example.steps, page.steps, strict=True):
        check_results(claimed, judged)
        check_position(claimed, judged)
        assert {None: False, "victory": True, "draw": True}[claimed.ended] == (judged.verdict.ended is not None)
        assert (claimed.ended == "draw") == ("draw" in (judged.verdict.ended or ""))
    assert any(step.results or step.units is not None or step.ended for step in example.steps), "it claims nothing"


def check_results(claimed: ExampleStep, judged: JudgedStep) -> None:
    lines = judged.verdict.results.orders
    results = {line.order: "illegal" if line.rejected else line.result for line in lines}
    assert {order: results.get(order) for order in claimed.results} == claimed.results
    refused = {line.order for line in lines if line.rejected}
    assert refused <= {order for order, result in claimed.results.items() if result == "illegal"}


def check_position(claimed: ExampleStep, judged: JudgedStep) -> None:
    after = judged.verdict.next
    for power, units in (claimed.units or {}).items():
        assert sorted(after["units"].get(power, [])) == sorted(units)
    for power, centres in (claimed.centres or {}).items():
        assert sorted(after["centres"].get(power, [])) == sorted(centres)
    retreats = {found["unit"]: found["retreats"] for found in after["dislodged"]}
    for unit, places in (claimed.dislodged or {}).items():
        assert sorted(retreats[unit]) == sorted(places)


@pytest.mark.parametrize("sheet", [sheet for sheet in list_sheets() if sheet != "standard"])
def test_every_clause_has_an_example_or_says_why_none_can_show_it(sheet: str) -> None:
    found = load_sheet(sheet)
    shown = {clause for example in found.examples for clause in example.clauses}
    assert not shown & set(found.unplayed), "shown after all"
    assert shown | set(found.unplayed) == clauses_of(sheet)


@pytest.mark.parametrize("sheet", [sheet for sheet in list_sheets() if sheet != "standard"])
def test_every_clause_of_the_sheet_has_the_sheets_words(sheet: str) -> None:
    words = load_sheet(sheet).words
    printed = {clause.id for clause in read_clauses() if clause.source == "list"} & clauses_of(sheet)
    assert printed <= set(words) <= clauses_of(sheet)


def test_all_seven_rule_sets_have_examples() -> None:
    assert list_sheets() == (
        "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii", "colonial-variant", "gigaton-bomb", "standard"
    )  # fmt: skip


def test_the_examples_of_how_to_play_exist() -> None:
    named = re.findall(r'example: "([^"]+)"', LESSONS.read_text(encoding="utf-8"))
    assert named
    assert not [example for example in named if example not in list_examples()]


def test_the_documentation_counts_the_examples_rightly() -> None:
    page = (ROOT / "docs" / "reference" / "examples.md").read_text(encoding="utf-8")
    rows = []
    for sheet in list_sheets():
        found = load_sheet(sheet)
        shown = {clause for example in found.examples for clause in example.clauses}
        counts = (len(shown) + len(found.unplayed), len(shown), len(found.unplayed), len(found.examples))
        rows.append(f"| `{sheet}` | {' | '.join(map(str, counts))} |")
    assert [row for row in rows if row not in page] == []


def test_an_example_is_asked_for_and_judged(server: Server) -> None:
    page = server.client().get("/api/v1/examples/stand-off").json()
    assert page["title"] == "A stand-off"
    [step] = page["steps"]
    assert [line["result"] for line in step["verdict"]["results"]["orders"]] == ["fails", "fails"]
    assert step["request"]["orders"] == {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    missing = server.client().get("/api/v1/examples/nothing")
    assert (missing.status_code, missing.json()["error"]["message"]) == (404, "No such example.")


def test_a_clause_on_the_page_of_its_variant_has_words_and_examples(server: Server) -> None:
    page = server.client().get("/api/v1/variants/colonia-vii").json()
    clauses = {clause["id"]: clause for clause in page["clauses"]}
    assert "via fleet convoy" in clauses["C7-4b"]["words"]
    assert {"id": "C7-4b", "title": "A retreat over the sea"} in clauses["C7-4b"]["examples"]
    assert clauses["C7-9b"]["unplayed"].startswith("A vote")
    bombs = {clause["id"]: clause for clause in page["module_clauses"]["gigaton-bomb"]}
    assert bombs["GB-2"]["examples"] == [{"id": "GB-2", "title": "From Paris to Moscow"}]
    assert bombs["GB-2"]["played"] == "BOMB PAR - MOS"
