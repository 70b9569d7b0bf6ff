"""How to take out each rule of the Colonia and Cline sheets, one small change for each clause.

A key is a clause, or a clause and something after a colon where one change is not enough to guard all of it.
"""

import importlib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from legation.board import Board, CentreKind, LocationId, Position, PowerId, Space, SpaceId, Terrain, Unit, UnitKind
from legation.game import Ending, Phase, Tally, placings, proposals, votes
from legation.game.state import list_armed
from legation.judge import Rulebook, RuleModule, count_centres
from legation.orders import NO_CLAUSE, ClauseId
from legation.render.files import pdf
from legation.variants import LeftOut, Subject, Variant, VoteScheme, When
from legation.variants.rules import (
    BuildOnlyCentres,
    ClosedToArmies,
    Colonies,
    IslandRetreats,
    SpecialCentres,
    island_retreats,
)
from tests.clauses.altering import (
    altered,
    by_profile,
    patched,
    with_border,
    with_centre,
    with_module,
    with_rules,
    with_spaces,
    with_start,
    with_victory,
    without_border,
    without_module,
    without_owner,
    without_space,
    without_unit,
)
from tests.clauses.registry import Mutation

ADVANCE = importlib.import_module("legation.game.advance")  # the package has a function of this name
ONE, THREE, SEVEN, CLINE = "colonia-i", "colonia-iii", "colonia-vii", "cline-9-man-vii"


def close_islands(variant: str, *spaces: str) -> Mutation:
    """Keep armies off islands."""
    return with_module(variant, ClosedToArmies(spaces))


def choose_first_carried(variant: Variant, position: Position, tallies: tuple[Tally, ...]) -> Tally | None:
    """Of several carried proposals the one made first, however many voted for it."""
    return next((tally for tally in tallies if tally.is_carried), None)


def list_only_armed(board: Board, position: Position) -> frozenset[PowerId]:
    """A power without units as one that is out of the game."""
    return list_armed(position)


def find_first_to_fifty(variant: Variant, position: Position, phase: Phase, rulebook: Rulebook) -> Ending | None:
    """Victory for the first power in the list with enough centres, however many others have."""
    for power in variant.powers:
        if count_centres(variant.board, position, power, rulebook) >= variant.victory_centres:
            return Ending("victory", (power,), phase)
    return None


def carry_any_distance(module: IslandRetreats, board: Board, position: Position, army: Unit) -> frozenset[LocationId]:
    """Ferries that hand an army on to each other."""
    reached: set[SpaceId] = set()
    frontier = set(module.list_ferries(board, position, army))
    while frontier:
        reached |= frontier
        near = {space for sea in frontier for space in board.in_mask(board.convoy_links[board.index[LocationId(sea)]])}
        frontier = {sea for sea in near if island_retreats.can_ferry(position.units.get(sea), army)} - reached
    return frozenset(shore for sea in reached for shore in island_retreats.list_shores(board, sea))


def can_any_fleet_ferry(fleet: Unit | None, army: Unit) -> bool:
    """A ferry of whatever power."""
    return fleet is not None and fleet.kind is UnitKind.FLEET


def build_before_occupying(
    module: SpecialCentres, board: Board, position: Position, power: PowerId
) -> Mapping[SpaceId, ClauseId]:
    """Special centres that build for the powers named, whoever owns them."""
    sites = [space for space in board.spaces.values() if space.centre is CentreKind.SPECIAL and power in space.powers]
    return {space.id: NO_CLAUSE for space in sites}


def build_for_anybody(
    module: SpecialCentres, board: Board, position: Position, power: PowerId
) -> Mapping[SpaceId, ClauseId]:
    """Special centres that build like colonies."""
    sites = [space for space in position.centres_of(power) if board.spaces[space].centre is CentreKind.SPECIAL]
    return dict.fromkeys(sites, NO_CLAUSE)


def with_votes(variant: str, **changes: object) -> Mutation:
    """Another voting scheme."""

    def change(loaded: Variant) -> Variant:
        assert loaded.votes is not None
        return replace(loaded, votes=replace(loaded.votes, **changes))  # type: ignore[arg-type] # any field

    return altered(variant, change)


def without_right(variant: str, centre: str, power: str) -> Mutation:
    """A special centre that does not name a power."""

    def change(space: Space) -> Space:
        return replace(space, powers=tuple(p for p in space.powers if p != power)) if space.id == centre else space

    return with_spaces(variant, change)


def open_arctic(variant: str) -> Mutation:
    """The Arctic Ocean as a sea like any other."""

    def change(space: Space) -> Space:
        return replace(space, terrain=Terrain.SEA, carries_convoys=True) if space.id == "ARC" else space

    return with_spaces(variant, change)


def let_convoy(variant: str, space: str, *, carries: bool) -> Mutation:
    """Let fleets in a space convoy, or not."""

    def change(found: Space) -> Space:
        return replace(found, carries_convoys=carries) if found.id == space else found

    return with_spaces(variant, change)


def rename(variant: str, space: str, name: str) -> Mutation:
    """A space under another name."""

    def change(found: Space) -> Space:
        return replace(found, name=name, aliases=()) if found.id == space else found

    return with_spaces(variant, change)


def start_elsewhere(variant: str, old: str, new: str) -> Mutation:
    """One of the first units in another place."""

    def change(start: Position) -> Position:
        units = dict(start.units)
        unit = units.pop(SpaceId(old))
        units[SpaceId(new)] = Unit(unit.power, unit.kind, LocationId(new))
        return start._replace(units=units)

    return with_start(variant, change)


def let_convoy_through_the_canal() -> Mutation:
    """Fleets in the canal's spaces that convoy."""

    def change(found: Space) -> Space:
        return replace(found, carries_convoys=True) if found.id in ("SEV", "GEO") else found

    return with_spaces(CLINE, change)


def drop_homes(module: RuleModule) -> RuleModule:
    """Colonies and special centres that build and are no homes."""
    return replace(module, as_home=False) if isinstance(module, Colonies | SpecialCentres) else module


ONLY_ARMED = patched(votes, "list_survivors", list_only_armed)
NEVER_LAPSES = patched(votes, "has_lapsed", lambda *given: False)
COLONIA_I: Mapping[str, Mutation] = {
    "C1-1": by_profile(ONE, "2000"),
    "C1-2": without_unit(ONE, "LPL"),
    "C1-3": without_border(ONE, "GIL", "SPC"),
    "C1-4": without_module(ONE, "closed_to_armies"),
    "C1-4:fiji": close_islands(ONE, "TAR", "TAH", "SAM"),
    "C1-5a": without_module(ONE, "colonies"),
    "C1-5a:home": with_rules(ONE, lambda rules: replace(rules, modules=tuple(map(drop_homes, rules.modules)))),
    "C1-5b": without_owner(ONE, "MNL"),
    "C1-6a": without_module(ONE, "special_centres"),
    "C1-6a:amur": without_right(ONE, "AMU", "RUSSIA"),
    "C1-6b": without_right(ONE, "CRI", "OTTOMAN"),
    "C1-6c": patched(SpecialCentres, "build_sites", build_for_anybody),
    "C1-7": patched(pdf, "POSTER", (44 * pdf.INCH, 22 * pdf.INCH)),
    "C1-9": with_victory(ONE, 49),
    "C1-9b": patched(ADVANCE, "find_ending", find_first_to_fifty),
    "C1-9c": ONLY_ARMED,
    "C1-L": with_centre(ONE, "BTL", CentreKind.NONE),
    "C1-L:space": without_space(ONE, "WAL"),
    "C1-N": with_module(ONE, IslandRetreats()),
    "C1-N:siberia": with_border(ONE, "SIB", "URA", fleet=True),
    "C1-N:votes": altered(ONE, lambda loaded: replace(loaded, votes=VoteScheme(Fraction(2, 3)))),
}
COLONIA_III: Mapping[str, Mutation] = {
    "C3-1": by_profile(THREE, "2000"),
    "C3-2": without_unit(THREE, "HAW"),
    "C3-3": without_border(THREE, "BIS", "SPC"),
    "C3-4a": close_islands(THREE, "FIJ", "WAK", "ICE"),
    "C3-4a:colonies": close_islands(THREE, "JAV", "MNL", "HAW"),
    "C3-4b": without_module(THREE, "island_retreats"),
    "C3-4b:named": patched(IslandRetreats, "complete_retreat", lambda *given: given[-1]),
    "C3-4c": patched(IslandRetreats, "retreat_options", carry_any_distance),
    "C3-4d": patched(island_retreats, "can_ferry", can_any_fleet_ferry),
    "C3-4e": with_module(THREE, IslandRetreats(also_islands=("AUS", "ARN", "WDT"))),
    "C3-4e:mainland": with_module(THREE, IslandRetreats(also_islands=("LIS",))),
    "C3-4f": with_module(THREE, IslandRetreats(one_army_per_fleet=False)),
    "C3-4g": with_module(THREE, IslandRetreats()),
    "C3-4h": with_module(THREE, IslandRetreats(ferry_after_convoy=True)),
    "C3-5a": with_centre(THREE, "IFN", CentreKind.NEUTRAL),
    "C3-5b": without_module(THREE, "colonies"),
    "C3-5c": without_owner(THREE, "JAV"),
    "C3-6a": without_module(THREE, "special_centres"),
    "C3-6a:others": patched(SpecialCentres, "build_sites", build_for_anybody),
    "C3-6b": patched(SpecialCentres, "build_sites", build_before_occupying),
    "C3-7a": with_victory(THREE, 49),
    "C3-7b": with_votes(THREE, threshold=Fraction(3, 4)),
    "C3-7b:neutral": with_votes(THREE, left_out=frozenset()),
    "C3-7c": with_votes(THREE, counted=When.ANY),
    "C3-7d": patched(ADVANCE, "find_ending", find_first_to_fifty),
    "C3-7e": patched(votes, "is_full_board", lambda *given: False),
    "C3-7f": with_votes(THREE, draw_by_all=False),
    "C3-7f:asked": ONLY_ARMED,
    "C3-7g": NEVER_LAPSES,
    "C3-7h": patched(votes, "choose_carried", choose_first_carried),
    "C3-7i": patched(proposals, "MOST_OPEN", 1000),
    "C3-8": without_border(THREE, "SIB", "URA", for_fleets_only=True),
    "C3-L": with_centre(THREE, "UTA", CentreKind.NONE),
    "C3-L:space": without_space(THREE, "JUN"),
    "C3-L:arctic": open_arctic(THREE),
}
COLONIA_VII: Mapping[str, Mutation] = {
    "C7-1": by_profile(SEVEN, "1971"),
    "C7-1:support": by_profile(SEVEN, "2000"),
    "C7-2": start_elsewhere(SEVEN, "PEK", "KOR"),
    "C7-3": without_border(SEVEN, "SPO", "CPO"),
    "C7-4a": close_islands(SEVEN, "GLD", "NWZ"),
    "C7-4a:colonies": close_islands(SEVEN, "GLD", "HAW", "TAH", "MNL"),
    "C7-4b": without_module(SEVEN, "island_retreats"),
    "C7-4b:power": patched(island_retreats, "can_ferry", can_any_fleet_ferry),
    "C7-4b:seas": patched(IslandRetreats, "retreat_options", carry_any_distance),
    "C7-4c": with_module(SEVEN, IslandRetreats(also_islands=("MEL", "LON", "EDI"))),
    "C7-4d": without_module(SEVEN, "closed_to_armies"),
    "C7-4e": with_module(SEVEN, IslandRetreats(one_army_per_fleet=False)),
    "C7-4f": with_module(SEVEN, IslandRetreats(ferry_after_convoy=True)),
    "C7-5a": without_module(SEVEN, "colonies"),
    "C7-5b": without_owner(SEVEN, "TAH"),
    "C7-6a": without_module(SEVEN, "special_centres"),
    "C7-6a:occupied": patched(SpecialCentres, "build_sites", build_before_occupying),
    "C7-6b": patched(SpecialCentres, "build_sites", build_for_anybody),
    "C7-7": open_arctic(SEVEN),
    "C7-8": without_border(SEVEN, "SIB", "URA", for_fleets_only=True),
    "C7-9a": with_victory(SEVEN, 49),
    "C7-9b": with_votes(SEVEN, threshold=Fraction(2, 3)),
    "C7-9b:disorder": with_votes(SEVEN, left_out=frozenset({LeftOut.NEUTRAL})),
    "C7-9c": with_votes(SEVEN, subjects=frozenset({Subject.WIN, Subject.DRAW})),
    "C7-9d": patched(ADVANCE, "find_ending", find_first_to_fifty),
    "C7-9e": patched(votes, "is_full_board", lambda *given: False),
    "C7-9f": with_votes(SEVEN, draw_by_all=False),
    "C7-9f:asked": ONLY_ARMED,
    "C7-9g": NEVER_LAPSES,
    "C7-9h": patched(votes, "choose_carried", choose_first_carried),
    "C7-9i": patched(proposals, "MOST_OPEN", 1000),
    "C7-9j": patched(placings, "list_survivors", lambda *given: frozenset()),
    "C7-L": with_centre(SEVEN, "VIE", CentreKind.NONE),
    "C7-L:space": without_space(SEVEN, "QLD"),
}
CLINE_9: Mapping[str, Mutation] = {
    "N9-1": by_profile(CLINE, "2000"),
    "N9-2": without_border(CLINE, "PAR", "BUR"),
    "N9-3": without_unit(CLINE, "MEC"),
    "N9-4": start_elsewhere(CLINE, "MIL", "VEN"),
    "N9-5a": without_module(CLINE, "build_only_centres"),
    "N9-5a:counted": with_centre(CLINE, "ARK", CentreKind.HOME, "RUSSIA"),
    "N9-5a:control": with_module(CLINE, BuildOnlyCentres(vacant_is_enough=True)),
    "N9-5b": without_unit(CLINE, "ARK"),
    "N9-6": with_centre(CLINE, "JOR", CentreKind.NONE),
    "N9-6:canaries": close_islands(CLINE, "CAI"),
    "N9-7": with_victory(CLINE, 22),
    "N9-8": without_border(CLINE, "IRE", "CLY"),
    "N9-8:sea": without_border(CLINE, "TYS", "ION"),
    "N9-9": with_border(CLINE, "JOR", "RED", fleet=True),
    "N9-9:mecca": with_border(CLINE, "EGY", "MEC", army=True),
    "N9-10a": without_border(CLINE, "KIE", "HEL"),
    "N9-10a:denmark": without_border(CLINE, "DEN", "SWE"),
    "N9-10b": without_border(CLINE, "EGY", "RED"),
    "N9-10c": without_border(CLINE, "SEV", "GEO", for_fleets_only=True),
    "N9-10c:convoy": let_convoy_through_the_canal(),
    "N9-10d": let_convoy(CLINE, "CSP", carries=False),
    "N9-11": without_border(CLINE, "ANT", "IND"),
    "N9-11:convoy": let_convoy(CLINE, "ANT", carries=True),
    "N9-10e": without_border(CLINE, "GEO", "MOS"),
    "N9-12b": with_centre(CLINE, "CRE", CentreKind.NONE),
    "N9-12": rename(CLINE, "WHR", "Byelorussia"),
}
MUTATIONS: Mapping[str, Mutation] = {**COLONIA_I, **COLONIA_III, **COLONIA_VII, **CLINE_9}
