"""Every clause has a test and a mutation. ``make clauses`` shows that the mutation makes a test fail."""

import ast
from pathlib import Path

import pytest

from legation.variants import load_variant
from legation.variants.rules import island_retreats
from tests.clauses.registry import clause_of, collect_mutations, read_clauses

TESTS = Path(__file__).parents[1]
OURS = ("C1-", "C3-", "C7-", "N9-")


def find_marks() -> set[str]:
    """The clauses that tests are marked with, read from the source of all tests."""
    found: set[str] = set()
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                found |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_clauses_are_listed_once() -> None:
    clauses = [clause.id for clause in read_clauses()]
    assert len(clauses) == len(set(clauses))
    assert sum(clause.source == "list" for clause in read_clauses()) == 100


def test_every_clause_of_these_sheets_has_a_test() -> None:
    ours = {clause.id for clause in read_clauses() if clause.id.startswith(OURS)}
    assert not ours - find_marks()


def test_every_clause_of_these_sheets_has_a_mutation() -> None:
    ours = {clause.id for clause in read_clauses() if clause.id.startswith(OURS)}
    assert not ours - {clause_of(name) for name in collect_mutations()}


def test_tests_are_marked_with_clauses_that_there_are() -> None:
    assert not find_marks() - {clause.id for clause in read_clauses()}


def test_mutations_are_of_clauses() -> None:
    assert not {clause_of(name) for name in collect_mutations()} - {clause.id for clause in read_clauses()}


@pytest.mark.parametrize("name", ["C3-1", "C3-4b", "C3-8", "C3-4d"])
def test_a_mutation_leaves_no_trace(name: str) -> None:
    """One of each way of taking a rule out."""
    before = (
        load_variant("colonia-iii").rulebook,
        load_variant("colonia-iii").board.borders,
        island_retreats.can_ferry,
    )
    with collect_mutations()[name]():
        loaded = load_variant("colonia-iii")
        assert (loaded.rulebook, loaded.board.borders, island_retreats.can_ferry) != before
    after = (load_variant("colonia-iii").rulebook, load_variant("colonia-iii").board.borders, island_retreats.can_ferry)
    assert after == before
