"""Why an order was refused: typed, with what would be right. The sentences are made in ``render``."""

from dataclasses import dataclass
from enum import StrEnum

from legation.board import PowerId
from legation.orders.order import Order


class Fault(StrEnum):
    """What is wrong with an order that cannot be followed."""

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
    SUPPORT_SELF = "support_self"
    SUPPORT_UNREACHABLE = "support_unreachable"
    SUPPORT_IMPOSSIBLE_MOVE = "support_impossible_move"
    SUPPORT_NOT_ALLOWED = "support_not_allowed"
    NO_UNIT_TO_SUPPORT = "no_unit_to_support"
    NOT_A_CONVOYER = "not_a_convoyer"
    CONVOY_OFF_ROUTE = "convoy_off_route"
    NO_ARMY_TO_CONVOY = "no_army_to_convoy"
    NOT_A_SHIP = "not_a_ship"
    NO_ROOM_ABOARD = "no_room_aboard"
    ABOARD = "aboard"
    NO_BOMB_THERE = "no_bomb_there"
    ORDERED_ALREADY = "ordered_already"
    ORDERED_TWICE = "ordered_twice"
    NOT_DISLODGED = "not_dislodged"
    ATTACKER_CAME_FROM_THERE = "attacker_came_from_there"
    SPACE_CONTESTED = "space_contested"
    SPACE_OCCUPIED = "space_occupied"
    NOT_A_BUILD_SITE = "not_a_build_site"
    SITE_NOT_OWNED = "site_not_owned"
    SITE_OCCUPIED = "site_occupied"
    KIND_NEEDED = "kind_needed"
    NO_BUILDS_LEFT = "no_builds_left"
    NO_REMOVALS_LEFT = "no_removals_left"
    BARRED_BY_RULE = "barred_by_rule"


@dataclass(frozen=True, slots=True)
class Rejection:
    """An order that is not followed."""

    power: PowerId
    text: str
    """The order as it was written."""
    fault: Fault
    order: Order | None = None
    """The order, where it could be read at all."""
    choices: tuple[str, ...] = ()
    """What would have been possible instead, as far as it can be said in short."""
    detail: str = ""
