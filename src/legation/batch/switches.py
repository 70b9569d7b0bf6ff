"""The rulebook as an array of numbers, and the rules that the arrays do not cover."""

from typing import Final

import numpy as np

from legation.batch.compiling import Longs
from legation.board import STANDARD_TRAITS, Board, PowerId, UnitKind, UnitTraits
from legation.judge import Rulebook, RuleModule
from legation.orders import Embark
from legation.variants.rules import (
    BuildOnlyCentres,
    ClosedToArmies,
    ColonialCentres,
    Colonies,
    IslandRetreats,
    SpecialCentres,
    TransportFleets,
)

COUNT: Final = 23
(
    MULTI_ROUTE, PARADOX_RULE, PARADOX_BACKUP, ADJACENT_CONVOY, LAND_FALLBACK, DISLODGED_EFFECT, DECKS, CONVOY_ORIGIN,
    SUPPORT_COAST, COASTAL_CRAWL, DIFFICULT, DECLINE_BUILDS, REMOVAL_TARGET, REMOVAL_STEPS, BUILD_IN, COLONIES,
    SPECIALS, BUILD_ONLY, FERRIES, ONE_ARMY_PER_FLEET, FERRY_AFTER_CONVOY, VICTORY_CENTRES,
    UNPLAYED,
) = range(COUNT)  # fmt: skip
"""The solver's switches come first: a block of a GPU has only the first columns of the field.

``DECKS``: the number of spaces where ships carry armies, otherwise 0. An army aboard has its ship's number plus that.
"""
CARRIAGE_COUNT: Final = 3
CENTRES_EACH, USE_UP_CENTRES, OWN_IN_PORT = range(COUNT, COUNT + CARRIAGE_COUNT)
"""Used only in phases with transport fleets: how many centres give one of them, whether it replaces another unit, and
whether a ship in a port takes aboard only armies of its own power that could march in.
"""

# Values of the switches with more than two. A switch with two is 1 where the second is chosen.
NO_PARADOX_RULE: Final = 0
R1971: Final = 1
R1982: Final = 2
R2000: Final = 3
OWN_OR_TAG: Final = 0
INTENT_1982: Final = 1
AS_1971: Final = 2
STRICT: Final = 3
EXPLICIT: Final = 4
NEVER: Final = 0
NO_ROUTE_ONLY: Final = 1
ALWAYS: Final = 2
MATCH_IF_GIVEN: Final = 0
IGNORE: Final = 1
REQUIRED: Final = 2
OWNED: Final = 1
ANY_HOME: Final = 2
OWNED_WITH_HOME: Final = 3
AS_HOME: Final = 2
"""For colonies and special centres: removals count the distance to them too (1: they only build)."""
VACANT: Final = 2
"""For build-only centres: a vacant one is enough to build (1: the power must own it)."""

WORDS: Final = {
    MULTI_ROUTE: ("multi_route", ("all", "any")),
    PARADOX_RULE: ("paradox_rule", ("none", "r1971", "r1982", "r2000")),
    PARADOX_BACKUP: ("paradox_backup", ("szykman", "all_hold")),
    ADJACENT_CONVOY: ("adjacent_convoy", ("own_or_tag", "intent1982", "r1971", "r1971_strict", "explicit")),
    LAND_FALLBACK: ("land_fallback", ("never", "no_route_only", "always")),
    DISLODGED_EFFECT: ("dislodged_effect", ("head_to_head_only", "never_any_effect")),
    CONVOY_ORIGIN: ("retreat_to_convoy_origin", (False, True)),
    SUPPORT_COAST: ("support_coast", ("match_if_given", "ignore", "required")),
    COASTAL_CRAWL: ("coastal_crawl", (False, True)),
    DECLINE_BUILDS: ("decline_builds", (False, True)),
    REMOVAL_TARGET: ("removal_target", ("home", "owned")),
    REMOVAL_STEPS: ("removal_steps", ("army_any_fleet_legal", "plain")),
    BUILD_IN: ("build_in", ("home", "owned", "any_home", "owned_with_home")),
}
COVERED: Final = (BuildOnlyCentres, ClosedToArmies, Colonies, IslandRetreats, SpecialCentres)
COLONIAL: Final = (ColonialCentres, TransportFleets)
"""The rules of the Colonial Variant, which are covered only together."""


def is_colonial(rulebook: Rulebook) -> bool:
    """True if ships carry armies and centres age exactly as in the Colonial Variant."""
    kinds = [type(module) for module in rulebook.modules if isinstance(module, COLONIAL)]
    traits = rulebook.traits
    return (
        Embark in rulebook.extra_kinds
        and sorted(kinds, key=COLONIAL.index) == list(COLONIAL)
        and set(traits) == set(UnitKind)
        and traits[UnitKind.ARMY] == UnitTraits(sails=False)
        and traits[UnitKind.FLEET] == UnitTraits(sails=True)
        and traits[UnitKind.TRANSPORT].sails
        and not traits[UnitKind.TRANSPORT].survives_dislodgement
        and get_colonial_centres(rulebook).transports == (UnitKind.TRANSPORT.value,)
    )


def get_colonial_centres(rulebook: Rulebook) -> ColonialCentres:
    """The rule module of the Colonial Variant's centres."""
    return next(module for module in rulebook.modules if isinstance(module, ColonialCentres))


def list_uncovered(board: Board, rulebook: Rulebook) -> tuple[str, ...]:
    """The features of a board and its rules that only the reference judge covers; empty where a batch can be judged."""
    colonial = is_colonial(rulebook)
    covered = COLONIAL if colonial else COVERED
    found = [f"rules.{module.name}" for module in rulebook.modules if not isinstance(module, covered)]
    if not colonial and rulebook.traits is not STANDARD_TRAITS and dict(rulebook.traits) != STANDARD_TRAITS:
        found.append("traits")
    kinds = rulebook.extra_kinds - {Embark} if colonial else rulebook.extra_kinds
    found += sorted(f"orders.{kind.__name__.lower()}" for kind in kinds)
    if board.conditional:
        found.append("conditional borders")
    usual = (("convoy_path_in_order", "ignore"), ("impossible_order", "ignored"), ("foreign_fleets", "offered"))
    if rulebook.unplayed and rulebook.disorder_support == "fails":
        found.append("disorder_support")
    for switch, value in usual:
        if str(getattr(rulebook, switch)) != value:
            found.append(switch)
    return tuple(found)


def make_switches(board: Board, rulebook: Rulebook, powers: tuple[PowerId, ...], victory_centres: int) -> Longs:
    """The switches as numbers; powers without a player are one bit each."""
    switches = np.zeros(COUNT + CARRIAGE_COUNT, np.int64)
    for place, (name, values) in WORDS.items():
        switches[place] = values.index(getattr(rulebook, name))
    switches[DIFFICULT] = bool(board.difficult)
    switches[VICTORY_CENTRES] = victory_centres
    switches[UNPLAYED] = sum(1 << number for number, power in enumerate(powers) if power in rulebook.unplayed)
    switches[DECKS] = len(board.order) if is_colonial(rulebook) else 0
    switches[OWN_IN_PORT] = rulebook.port_embarkation == "own"
    for module in rulebook.modules:
        _enter_module(switches, module)
    return switches


def _enter_module(switches: Longs, module: RuleModule) -> None:
    if isinstance(module, Colonies):
        switches[COLONIES] = AS_HOME if module.as_home else 1
    elif isinstance(module, SpecialCentres):
        switches[SPECIALS] = AS_HOME if module.as_home else 1
    elif isinstance(module, BuildOnlyCentres):
        switches[BUILD_ONLY] = VACANT if module.vacant_is_enough else 1
    elif isinstance(module, IslandRetreats):
        switches[FERRIES] = 1
        switches[ONE_ARMY_PER_FLEET] = module.one_army_per_fleet
        switches[FERRY_AFTER_CONVOY] = module.ferry_after_convoy
    elif isinstance(module, TransportFleets):
        switches[CENTRES_EACH] = module.centres_each
        switches[USE_UP_CENTRES] = module.use_up_centres
