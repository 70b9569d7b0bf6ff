"""Why an order was refused, or a choice is closed: a code, the clause behind it, and what would be right.

The sentences are made in ``render``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from legation.board import CentreKind, PowerId, Unit
from legation.orders.clauses import NO_CLAUSE, ClauseId
from legation.orders.order import Order


class Fault(StrEnum):
    """The reason why an order cannot be followed, or why a choice is closed."""

    UNREADABLE = "unreadable"
    IS_A_VOTE = "is_a_vote"
    AMBIGUOUS_NAME = "ambiguous_name"
    IMPASSABLE = "impassable"
    NO_SUCH_UNIT = "no_such_unit"
    NOT_YOUR_UNIT = "not_your_unit"
    WRONG_PHASE = "wrong_phase"
    NOT_IN_THIS_VARIANT = "not_in_this_variant"
    SAME_SPACE = "same_space"
    UNSUITABLE_SPACE = "unsuitable_space"
    NOT_ADJACENT = "not_adjacent"
    COAST_NEEDED = "coast_needed"
    COAST_UNREACHABLE = "coast_unreachable"
    NO_CONVOY_POSSIBLE = "no_convoy_possible"
    NOT_A_ROUTE = "not_a_route"
    CLOSED_TO_ARMIES = "closed_to_armies"
    RUINED = "ruined"
    SUPPORT_SELF = "support_self"
    SUPPORT_UNREACHABLE = "support_unreachable"
    SUPPORT_IMPOSSIBLE_MOVE = "support_impossible_move"
    SUPPORT_NOT_ALLOWED = "support_not_allowed"
    NO_UNIT_TO_SUPPORT = "no_unit_to_support"
    NOT_A_CONVOYER = "not_a_convoyer"
    NO_CONVOYS_HERE = "no_convoys_here"
    CONVOY_OFF_ROUTE = "convoy_off_route"
    NO_ARMY_TO_CONVOY = "no_army_to_convoy"
    NOT_A_SHIP = "not_a_ship"
    NO_ROOM_ABOARD = "no_room_aboard"
    ARMY_OUT_OF_REACH = "army_out_of_reach"
    ABOARD = "aboard"
    SHIP_OR_ARMY = "ship_or_army"
    RETREATS_WITH_SHIP = "retreats_with_ship"
    SHIP_MUST_HOLD = "ship_must_hold"
    SUPPORT_THE_SHIP = "support_the_ship"
    BOARDING_IS_NO_ATTACK = "boarding_is_no_attack"
    PERMANENT_CENTRE = "permanent_centre"
    NO_BOMB_THERE = "no_bomb_there"
    ORDERED_ALREADY = "ordered_already"
    ORDERED_TWICE = "ordered_twice"
    NOT_DISLODGED = "not_dislodged"
    IN_DISORDER = "in_disorder"
    ATTACKER_CAME_FROM_THERE = "attacker_came_from_there"
    SPACE_CONTESTED = "space_contested"
    SPACE_OCCUPIED = "space_occupied"
    WAS_CLOSED = "was_closed"
    NO_FERRY = "no_ferry"
    FERRY_HAS_CONVOYED = "ferry_has_convoyed"
    FERRY_TAKES_ONE = "ferry_takes_one"
    TWO_SEAS_AWAY = "two_seas_away"
    NOT_FROM_AN_ISLAND = "not_from_an_island"
    NOT_A_BUILD_SITE = "not_a_build_site"
    SPECIAL_FOR_OTHERS = "special_for_others"
    SPECIAL_NOT_OWNED = "special_not_owned"
    COLONY_TOO_YOUNG = "colony_too_young"
    BUILD_ONLY_FOR_OTHERS = "build_only_for_others"
    BUILD_ONLY_NOT_OWNED = "build_only_not_owned"
    SITE_NOT_OWNED = "site_not_owned"
    NO_HOME_LEFT = "no_home_left"
    SITE_OCCUPIED = "site_occupied"
    KIND_NEEDED = "kind_needed"
    NO_BUILDS_LEFT = "no_builds_left"
    NO_REMOVALS_LEFT = "no_removals_left"
    NO_BUILD_OF_KIND = "no_build_of_kind"
    NO_REMOVAL_OF_KIND = "no_removal_of_kind"
    CARRIES_A_BOMB = "carries_a_bomb"
    BUILDS_ARE_DUE = "builds_are_due"
    BARRED_BY_RULE = "barred_by_rule"


class Misread(NamedTuple):
    """Why a line cannot be read: the code of the sentence, and what it quotes."""

    code: str
    values: Mapping[str, str]
    meanings: tuple[str, ...] = ()
    """The possible meanings of a name: ``Manila (MNL)``."""


class Refusal(NamedTuple):
    """Why something cannot be ordered: the fault, its clause, and what would have been possible."""

    fault: Fault
    choices: tuple[str, ...] = ()
    """The possible alternatives, as far as a short list can give them."""
    clause: ClauseId = NO_CLAUSE
    """Set where a clause of the sheet decided and not the rulebook."""
    powers: tuple[PowerId, ...] = ()
    """The powers that may build there, or its owner."""
    unit: Unit | None = None
    """The unit that is in the way, or that cannot stand there."""
    centre: CentreKind = CentreKind.NONE
    """The kind of centre at a closed site."""
    years: int = 0
    """The number of Winters after which this may change, if known."""
    detail: str = ""
    """The sentence about an unreadable line, in records of earlier versions; now there is ``misread``."""
    misread: Misread | None = None
    """Why the line cannot be read."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """An order that is not followed."""

    power: PowerId
    text: str
    """The order as it was written."""
    refusal: Refusal
    order: Order | None = None
    """The order, if it could be read at all."""

    @property
    def fault(self) -> Fault:
        """The problem."""
        return self.refusal.fault

    @property
    def choices(self) -> tuple[str, ...]:
        """What would have been possible instead."""
        return self.refusal.choices

    @property
    def clause(self) -> ClauseId:
        """The clause behind the refusal, if any."""
        return self.refusal.clause
