"""The list of clauses, and what takes each rule out."""

import csv
import importlib
import importlib.util
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

CLAUSES = Path(__file__).parent / "clauses.csv"
MUTATORS = ("mutations", "mutations_colonial")
"""Modules of this folder that export ``MUTATIONS``; those that are not there are passed over."""

Mutation = Callable[[], AbstractContextManager[None]]
"""While it is entered, the rule of a clause does not hold."""


class Clause(NamedTuple):
    """One clause of a sheet; ``source`` is ``list``, or ``ours`` where the list of clauses missed it."""

    id: str
    sheet: str
    text: str
    source: str


def read_clauses() -> tuple[Clause, ...]:
    """All clauses, in the order of the sheets."""
    with CLAUSES.open(encoding="utf-8", newline="") as file:
        return tuple(Clause(row["id"], row["sheet"], row["clause"], row["source"]) for row in csv.DictReader(file))


def collect_mutations() -> Mapping[str, Mutation]:
    """Every mutation. A second one for the same clause has something after a colon: ``N9-5a:counted``."""
    found: dict[str, Mutation] = {}
    for name in MUTATORS:
        if importlib.util.find_spec(f"tests.clauses.{name}"):
            found.update(importlib.import_module(f"tests.clauses.{name}").MUTATIONS)
    return found


def clause_of(mutation: str) -> str:
    """The clause that a mutation takes out."""
    return mutation.partition(":")[0]
