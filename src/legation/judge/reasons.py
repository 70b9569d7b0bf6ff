"""What happened to an order, and why, as codes. The sentences are made in ``render``."""

from enum import StrEnum


class Result(StrEnum):
    """What happened to an order."""

    __hash__ = str.__hash__  # that of Enum is a detour through Python

    SUCCEEDS = "succeeds"
    FAILS = "fails"
    CUT = "cut"
    DISRUPTED = "disrupted"
    VOID = "void"


class Fate(StrEnum):
    """What happened to the unit that had the order."""

    __hash__ = str.__hash__  # that of Enum is a detour through Python

    STANDS = "stands"
    DISLODGED = "dislodged"
    DESTROYED = "destroyed"


class Reason(StrEnum):
    """Why an order succeeded or failed. Each is a past fact."""

    __hash__ = str.__hash__  # that of Enum is a detour through Python

    MOVED = "moved"
    HELD = "held"
    DISLODGED = "dislodged"
    SUPPORT_GIVEN = "support_given"
    SUPPORT_NOT_COUNTED = "support_not_counted"
    CONVOY_AVAILABLE = "convoy_available"
    NO_CONVOY_ORDERED = "no_convoy_ordered"
    CONVOY_DISRUPTED = "convoy_disrupted"
    OWN_UNIT_IN_WAY = "own_unit_in_way"
    MET_HEAD_ON = "met_head_on"
    REPELLED = "repelled"
    OUTMATCHED = "outmatched"
    BOUNCED = "bounced"
    SUPPORT_UNMATCHED = "support_unmatched"
    SUPPORT_CUT = "support_cut"
    SUPPORT_DISLODGED = "support_dislodged"
    CONVOY_UNMATCHED = "convoy_unmatched"
    CARRIER_DISLODGED = "carrier_dislodged"
    CONVOY_PARADOX = "convoy_paradox"
    TOOK_ABOARD = "took_aboard"
    EMBARK_UNMATCHED = "embark_unmatched"
    EMBARKED = "embarked"
    NOT_TAKEN_ABOARD = "not_taken_aboard"
    STAYED_ABOARD = "stayed_aboard"
    CARRIER_DID_NOT_HOLD = "carrier_did_not_hold"
    CARRIER_NOT_ORDERED = "carrier_not_ordered"
    WENT_DOWN = "went_down"
    BOMB_STRUCK = "bomb_struck"
    RETREATED = "retreated"
    RETREATS_COLLIDED = "retreats_collided"
    RETREAT_STOPPED = "retreat_stopped"
    DISBANDED = "disbanded"
    DISBANDED_WITHOUT_ORDER = "disbanded_without_order"
    BUILT = "built"
    REMOVED = "removed"
    REMOVED_BY_RULE = "removed_by_rule"
    BUILD_WAIVED = "build_waived"
