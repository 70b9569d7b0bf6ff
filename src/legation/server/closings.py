"""Choices that are closed in Winter and to retreats: the judge's facts, in render's words, with the sheet's clause."""

from collections.abc import Iterator
from typing import Any

from legation.board import DislodgedUnit, Position, PowerId, SpaceId, UnitKind
from legation.game import GameState
from legation.judge import Rulebook, find_kind_bar, list_closed_retreats, list_closed_sites
from legation.render.words import word_closed_retreat, word_closed_site, word_ferry_rule, word_kind_bar
from legation.variants import Clause, Point, Variant, cite_bar, find_sources
from legation.variants.rules import IslandRetreats

Wire = dict[str, Any]


class Closings:
    """What is closed in one state of a game."""

    def __init__(self, variant: Variant, rulebook: Rulebook, state: GameState) -> None:
        self.variant = variant
        self.rulebook = rulebook
        self.position: Position = state.position
        self.year = state.phase.year
        self.clauses = find_sources(variant, rulebook).clauses

    def list_sites(self, power: PowerId, open_sites: set[SpaceId]) -> Iterator[Wire]:
        """Centres where a power cannot build, with the reason."""
        for site in list_closed_sites(self.variant.board, self.position, power, self.rulebook):
            if site.space not in open_sites:
                clause = cite_bar(self.clauses, site.bar, power, site.space) if site.bar else None
                reason = word_closed_site(self.variant, site, self.year, clause.id if clause else None)
                yield {"space": site.space, "reason": reason, "clause": self._describe(clause)}

    def tell_kinds(self, power: PowerId, space: SpaceId) -> str:
        """Why armies or fleets cannot be built in a site that is open; nothing where both can."""
        for kind in (UnitKind.ARMY, UnitKind.FLEET):
            bar = find_kind_bar(self.variant.board, self.position, kind, space, self.rulebook)
            if bar:
                clause = cite_bar(self.clauses, bar, power, space)
                return word_kind_bar(bar, clause.id if clause else None)
        return ""

    def list_retreats(self, found: DislodgedUnit) -> Iterator[Wire]:
        """Spaces where a dislodged unit cannot go, with the reason."""
        for place in list_closed_retreats(self.variant.board, self.position, found, self.rulebook):
            clause = cite_bar(self.clauses, place.bar, found.unit.space)
            reason = word_closed_retreat(self.variant, place, clause.id if clause else None)
            yield {"to": place.space, "reason": reason, "clause": self._describe(clause)}

    def find_ferry_rule(self) -> Wire | None:
        """Why a fleet that carries one army is closed to others, where armies are carried at all."""
        if not any(
            isinstance(module, IslandRetreats) and module.one_army_per_fleet for module in self.rulebook.modules
        ):
            return None
        clause = self.clauses.find(Point.FERRY_TAKES_ONE)
        return {"reason": word_ferry_rule(clause.id if clause else None), "clause": self._describe(clause)}

    def _describe(self, clause: Clause | None) -> Wire | None:
        return {"id": clause.id, "link": f"/variants/{self.variant.id}#{clause.id}"} if clause else None
