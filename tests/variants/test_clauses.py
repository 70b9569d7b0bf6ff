"""The tables of clauses: what they hold, and what is refused."""

import csv
import json
from pathlib import Path

import pytest

from legation.errors import DataError
from legation.orders import Clauses, Topic
from legation.variants import list_variants, load_module_clauses, load_variant, load_variant_folder
from legation.variants.rules import MODULES
from tests.clauses.registry import read_clauses
from tests.variants.test_load import write_variant

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src" / "legation" / "server" / "variants" / "rule_pages"
DATA = ROOT / "src" / "legation" / "variants" / "data"
SHEETS = {
    "C1": "colonia-i",
    "C3": "colonia-iii",
    "C7": "colonia-vii",
    "CV": "colonial-variant",
    "N9": "cline-9-man-vii",
}


def clauses_of(sheet: str) -> Clauses:
    return load_module_clauses("gigaton-bomb") if sheet == "GB" else load_variant(SHEETS[sheet]).clauses


@pytest.mark.parametrize("sheet", [*SHEETS, "GB"])
def test_every_clause_of_the_sheet_is_there_in_the_words_of_the_list(sheet: str) -> None:
    listed = {clause.id: clause.text for clause in read_clauses() if clause.id.startswith(f"{sheet}-")}
    assert {clause.id: clause.text for clause in clauses_of(sheet).listed.values()} == listed


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_clause_that_is_cited_stands_on_the_page_of_the_rules(sheet: str) -> None:
    page = json.loads((PAGES / f"{SHEETS[sheet]}.json").read_text(encoding="utf-8"))
    shown = {clause["id"] for clause in page["clauses"]}
    assert set(clauses_of(sheet).decides.values()) <= shown


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_says_which_rulebook_it_takes_over(sheet: str) -> None:
    variant = load_variant(SHEETS[sheet])
    found = variant.clauses.cite(Topic.RULEBOOK)
    assert found == variant.rulebook.edition.clause
    assert variant.rulebook_id in variant.clauses.listed[found].text


def test_the_regular_board_has_no_sheet() -> None:
    assert load_variant("standard").clauses == Clauses()


def test_every_topic_is_decided_by_some_sheet() -> None:
    decided = {topic for sheet in (*SHEETS, "GB") for topic, _ in clauses_of(sheet).decides}
    assert decided == set(Topic)


def test_a_module_of_one_variant_brings_no_clauses_of_its_own() -> None:
    assert [name for name in MODULES if load_module_clauses(name).listed] == ["gigaton-bomb"]
    assert not load_module_clauses("colonia-vii").listed


@pytest.mark.parametrize("variant", list_variants())
def test_borders_that_the_forge_made_for_a_clause_are_cited_by_it(variant: str) -> None:
    clauses = load_variant(variant).clauses
    with (DATA / variant.replace("-", "_") / "borders.csv").open(encoding="utf-8", newline="") as file:
        noted = [row for row in csv.DictReader(file) if row["note"].partition(":")[0] in clauses.listed]
    for row in noted:
        ends = [row[end].partition("/")[0] for end in ("from", "to")]
        found = {
            clauses.cite_exactly(topic, "-".join(sorted(ends)), *ends) for topic in (Topic.CROSSING, Topic.PASSAGE)
        }
        assert row["note"].partition(":")[0] in found
    assert bool(noted) is (variant in ("cline-9-man-vii", "colonial-variant"))


def test_some_clauses_decide_a_topic_for_certain_powers_or_places() -> None:
    clauses = load_variant("colonia-i").clauses
    found = {power: clauses.cite(Topic.SPECIAL_BUILDS, power) for power in ("RUSSIA", "OTTOMAN", "SPAIN")}
    assert found == {"RUSSIA": "C1-6a", "OTTOMAN": "C1-6b", "SPAIN": ""}


def test_every_topic_is_documented() -> None:
    page = (ROOT / "docs" / "guides" / "your-own-board.md").read_text(encoding="utf-8")
    assert [topic.value for topic in Topic if f"`{topic.value}`" not in page] == []


HEAD = "clause,text,decides,of\n"
BROKEN = {
    "C9,all,rulebook,": "'C9' is not an id of a clause; expected one like C7-4b",
    "C9-1,,rulebook,": "text is empty",
    "C9-1,all,rulebok,": "C9-1 decides 'rulebok', which is not a topic",
    "C9-1,all,passage,PAR-XYZ": "C9-1 is of 'PAR-XYZ', which is not a space, border or power",
    "C9-1,all,passage,PAR-MAD": "C9-1 is of PAR-MAD: there is no such border",
    "C9-1,all,gap,PAR-BUR": "C9-1 is of PAR-BUR: these touch",
    "C9-1,all,,PAR": "C9-1 names 'PAR' and decides nothing of it",
    "C9-1,all,rulebook,\nC9-1,all,,": "clause C9-1 is given twice",
    "C9-1,all,rulebook,\nC8-2,more,,": "C8-2 is not a clause of this sheet, which has C9-1",
    "C9-1,all,rulebook,\nC9-2,more,rulebook,": "rulebook is decided by C9-1 already",
}


@pytest.mark.parametrize(("rows", "problem"), BROKEN.items())
def test_a_broken_table_is_refused_with_its_line(tmp_path: Path, rows: str, problem: str) -> None:
    write_variant(tmp_path)
    (tmp_path / "clauses.csv").write_text(f"{HEAD}{rows}\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_variant_folder(tmp_path)
    assert problem in str(caught.value)
    assert caught.value.line == rows.count("\n") + 2
    assert caught.value.file.endswith("clauses.csv")


def test_a_table_of_ones_own_is_read(tmp_path: Path) -> None:
    write_variant(tmp_path)
    rows = "C9-1,Play by the book,rulebook,\nC9-2,France builds,special_builds,FRANCE\nC9-3,A ford,crossing,BUR-PAR\n"
    (tmp_path / "clauses.csv").write_text(HEAD + rows, encoding="utf-8")
    clauses = load_variant_folder(tmp_path).clauses
    assert [clause.id for clause in clauses.listed.values()] == ["C9-1", "C9-2", "C9-3"]
    assert clauses.cite(Topic.SPECIAL_BUILDS, "SPAIN") == ""
    assert clauses.cite_exactly(Topic.CROSSING, "BUR-PAR") == "C9-3"
