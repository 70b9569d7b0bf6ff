"""Random games of the Colonial Variant beside a ledger of colonies that is kept by the sheet's words alone.

The ledger sees who stood where, what was ordered, and who moved; it asks the rule module nothing (rules 5, 6, 11, 19).
"""

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from legation.board import CentreKind, Position, PowerId, SpaceId, Unit, UnitKey, UnitKind, space_of
from legation.game import PhaseKind, PhaseRecord, Season
from legation.judge import Fate, Outcome, Reason
from legation.library import Game
from legation.orders import Embark, Hold, Move, Order, UnitOptions, write_submissions
from tests.properties import test_armies_aboard as by_lot

YEARS = 7


@dataclass
class Colony:
    """One colonial centre: its owner, and the years of that owner and of all who followed each other peacefully."""

    owner: PowerId | None
    held: int = 1
    age: int = 1

    def take(self, power: PowerId) -> None:
        if self.owner is None:
            self.owner, self.held, self.age = power, 0, 0
        elif self.owner != power:
            self.owner, self.held, self.age = power, 0, min(3, self.age + 1)
        else:
            self.keep()

    def keep(self) -> None:
        if self.owner is not None:
            self.held, self.age = self.held + 1, min(3, self.age + 1)


class Ledger:
    """The colonies of a game, phase by phase."""

    def __init__(self, game: Game) -> None:
        owners = game.state.position.owners
        spaces = game.variant.board.spaces.values()
        colonial = [space.id for space in spaces if space.centre is CentreKind.COLONIAL]
        self.colonies = {space: Colony(owners.get(space)) for space in colonial}
        self.seen: Counter[str] = Counter()

    def enter(self, record: PhaseRecord) -> None:
        before, after = record.before, record.after
        if before.phase.kind is PhaseKind.MOVES:
            told = dict(zip(before.position.units, record.outcomes, strict=False))
            for space, colony in self.colonies.items():
                if colony.owner and colony.age < 3 and is_fought_over(before.position, told, space):
                    colony.owner = None
                    self.seen["disrupted"] += 1
        if before.phase.season is Season.FALL and after.phase.season is not Season.FALL:
            for space, colony in self.colonies.items():
                self.end_year(colony, after.position.units.get(space))

    def end_year(self, colony: Colony, unit: Unit | None) -> None:
        """Rule 11: a transport fleet takes no centre that is permanent, and after the third Fall it is."""
        is_foreign = unit is not None and colony.owner not in (None, unit.power)
        is_barred = is_foreign and unit is not None and unit.kind is UnitKind.TRANSPORT and colony.age >= 2
        self.seen["barred" if is_barred else "handed over" if is_foreign else "kept"] += 1
        if unit is None or is_barred:
            colony.keep()
        else:
            colony.take(unit.power)


def is_fought_over(before: Position, told: dict[UnitKey, Outcome], space: SpaceId) -> bool:
    """Rule 6: a stand-off left it empty, or somebody moved in whom a unit other than a transport fleet opposed."""
    comers = [key for key in told if comes_to(before, told, key, space)]
    entered = [key for key in comers if told[key].reason is Reason.MOVED]
    if entered:
        rivals = [key for key in comers if key not in entered and not was_beaten_by_leaver(told[key], space)]
        driven_out = [space] if space in told and told[space].fate is not Fate.STANDS else []
        return any(before.units[key].kind is not UnitKind.TRANSPORT for key in [*rivals, *driven_out])
    has_left = space not in told or told[space].reason in (Reason.MOVED, Reason.EMBARKED)
    return has_left and len(comers) > 1


def was_beaten_by_leaver(outcome: Outcome, space: SpaceId) -> bool:
    """Whether the unit that left the space dislodged this one head on, which then has no effect there (1971, IX.7)."""
    by = outcome.dislodged_by
    return outcome.reason is Reason.MET_HEAD_ON and isinstance(by, Move) and by.unit.space == space


def comes_to(before: Position, told: dict[UnitKey, Outcome], key: UnitKey, space: SpaceId) -> bool:
    """Whether a unit attacks a space: going aboard is no attack, nor is a landing that the ship spoils (rule 8)."""
    unit, order = before.units[key], told[key].order
    if not isinstance(order, Move) or space_of(order.target) != space:
        return False
    host = told.get(space)
    if host is not None and isinstance(host.order, Embark) and host.order.army.space == unit.space:
        return False
    if not unit.is_aboard:
        return True
    ship = told[unit.space]
    return isinstance(ship.order, Hold) and ship.fate is Fate.STANDS


def crowd_colonies(options: UnitOptions, chance: random.Random) -> Order:
    """Any order, but rather one that goes to a colony."""
    spaces = options.scene.board.spaces
    moves = [order for order in options.orders() if isinstance(order, Move)]
    crowding = [order for order in moves if spaces[space_of(order.target)].centre is CentreKind.COLONIAL]
    return chance.choice(crowding) if crowding and chance.random() < 0.6 else PICK(options, chance)


PICK = by_lot.pick


def test_colonies_age_and_are_disrupted_as_the_sheet_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_lot, "pick", crowd_colonies)
    seen: Counter[str] = Counter()
    for seed in range(60):
        chance, game = random.Random(seed), Game.new("colonial-variant")
        ledger = Ledger(game)
        while game.state.ending is None and game.state.phase.year <= YEARS:
            game.enter(write_submissions(by_lot.choose(game, chance)))  # type: ignore[arg-type]
            ledger.enter(game.advance())
            owners = game.state.position.owners
            assert {space: found.owner for space, found in ledger.colonies.items()} == {
                space: owners.get(space) for space in ledger.colonies
            }
            clocks = game.state.position.memory.get("colonial_centres", {})
            assert isinstance(clocks, dict)
            for space, years in clocks.items():
                found = ledger.colonies[space]
                assert (found.held, found.age) == (years["held"], years["age"]), (seed, game.phase, space)
        seen += ledger.seen
    assert min(seen[kind] for kind in ("disrupted", "handed over", "barred")) > 0
