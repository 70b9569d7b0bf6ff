"""The words of a variant's rule sheet, clause by clause, and playable examples: ``sheet.toml``."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from legation.errors import DataError

FILE = "sheet.toml"
HERE = files("legation.variants") / "data"
OrderTexts = Mapping[str, Sequence[str]]
"""Orders, units or centres by power, as people write them."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleStep:
    """The orders of one phase, what they show, and the results that the judge must find."""

    orders: OrderTexts = field(default_factory=dict)
    text: str
    """What the step shows."""
    results: Mapping[str, str] = field(default_factory=dict)
    """The results of some orders, in their standard form; for a refused line ``illegal``."""
    units: OrderTexts | None = None
    """All units of some powers afterwards."""
    centres: OrderTexts | None = None
    """All centres of some powers afterwards."""
    dislodged: Mapping[str, Sequence[str]] | None = None
    """The possible retreats of some dislodged units."""
    ended: str | None = None
    """``victory`` or ``draw``, if the game is over."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A position, and orders for one phase or for several in a row."""

    id: str
    title: str
    clauses: Sequence[str] = ()
    """The clauses that it shows."""
    variant: str = ""
    """The variant that it is played on; that of the sheet by default."""
    phase: str
    starts: bool = False
    """True if the position is the variant's first one; then units and centres are not given."""
    units: OrderTexts = field(default_factory=dict)
    centres: OrderTexts = field(default_factory=dict)
    memory: Mapping[str, object] = field(default_factory=dict)
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    modules: Sequence[str] = ()
    look: Sequence[str] = ()
    """The spaces on the small board; if empty, those of the units and orders."""
    steps: Sequence[ExampleStep]


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The facts about a rule sheet that its clauses do not decide."""

    words: Mapping[str, str] = field(default_factory=dict)
    """The sheet's own words by clause; our own reading has none."""
    unplayed: Mapping[str, str] = field(default_factory=dict)
    """Clauses that no position can show, each with the reason."""
    examples: Sequence[Example] = ()

    def examples_of(self, clause: str) -> tuple[Example, ...]:
        """The examples that show a clause."""
        return tuple(example for example in self.examples if clause in example.clauses)


@cache
def load_sheet(name: str) -> Sheet:
    """The sheet of a variant or of a rule module; an empty one if there is none."""
    folder = HERE / name.replace("-", "_")
    if not (folder / FILE).is_file():
        return Sheet()
    try:
        found = TypeAdapter(Sheet).validate_python(tomllib.loads((folder / FILE).read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise DataError(f"not a sheet: {error}", file=f"{folder.name}/{FILE}") from None
    return replace(found, examples=[replace(one, variant=one.variant or name) for one in found.examples])


def list_sheets() -> tuple[str, ...]:
    """The names of all variants and rule modules that have a sheet."""
    return tuple(sorted(folder.name.replace("_", "-") for folder in HERE.iterdir() if (folder / FILE).is_file()))


@cache
def list_examples() -> Mapping[str, Example]:
    """Every example by its id."""
    found: dict[str, Example] = {}
    for name in list_sheets():
        for example in load_sheet(name).examples:
            if example.id in found:
                raise DataError(f"example {example.id} is given twice", file=f"{name}/{FILE}")
            found[example.id] = example
    return found
