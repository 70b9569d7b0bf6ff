"""Situations that every door must answer alike (``situations*.toml``), and lines that are tried on every board."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from legation import Game, list_variants

FILES = sorted(Path(__file__).parent.glob("situations*.toml"))
Letters = dict[str, list[str]]
"""The lines of each power."""


@dataclass(frozen=True)
class Situation:
    """How a position comes about, who sends what there, and what must come of it where a sheet or rulebook says so."""

    name: str
    variant: str
    power: str
    lines: list[str]
    modules: list[str] = field(default_factory=list)
    rules: str = ""
    """Another edition of the rulebook than the variant's own."""
    options: dict[str, Any] = field(default_factory=dict)
    """Switches of a game: ``landing = "held"``."""
    take: list[str] = field(default_factory=list)
    put: list[str] = field(default_factory=list)
    centres: list[str] = field(default_factory=list)
    disorder: list[str] = field(default_factory=list)
    """Powers in civil disorder from the start."""
    before: list[Letters] = field(default_factory=list)
    others: Letters = field(default_factory=dict)
    codes: list[str] | None = None
    clauses: list[str] | None = None
    stands: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    waiting: dict[str, list[str]] | None = None
    owners: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    next: str = ""

    @property
    def letters(self) -> Letters:
        """What everybody sends in the phase that is looked at."""
        mine = {self.power: self.lines} if self.lines else {}
        return {**self.others, **mine}


@cache
def list_situations() -> tuple[Situation, ...]:
    """The written ones, then the same kinds of line on every board."""
    written = [entry for file in FILES for entry in tomllib.loads(file.read_text(encoding="utf-8"))["situation"]]
    return (*(Situation(**entry) for entry in written), *_vary())


def _vary() -> Iterator[Situation]:
    """The first units of each variant's first and last power with lines of the same kinds."""
    for variant in list_variants():
        game = Game.new(variant)
        powers = list(game.variant.powers)
        for power, other in ((powers[0], powers[-1]), (powers[-1], powers[0])):
            unit, second = game.units[power][:2]
            foreign = game.units[other][0]
            kinds = {
                "holds": [f"{unit} H", f"{second} H"],
                "a foreign unit": [f"{foreign} H", f"{unit} H"],
                "out of reach": [f"{unit} - {foreign.split()[1]}"],
                "a space nobody knows": [f"{unit} - XYZZY", f"{second} H"],
                "support for a foreign hold": [f"{unit} S {foreign}"],
                "support for one's own hold": [f"{unit} S {second}", f"{second} H"],
                "the order of a Winter": [f"{unit} B", f"{second} D"],
                "a retreat in the moves": [f"{unit} R {second.split()[1]}"],
                "words in front": [f"please {unit} H", f"{power.title()} {second} H"],
            }
            for kind, lines in kinds.items():
                yield Situation(f"{variant}, {power}: {kind}", variant, power, lines)
