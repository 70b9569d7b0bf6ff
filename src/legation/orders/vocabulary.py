"""The words of orders (``docs/reference/notation.md`` lists them), and the sentences about lines that are none."""

from collections.abc import Mapping
from enum import StrEnum

from legation.board import UnitKind

KINDS: Mapping[str, UnitKind] = {
    "a": UnitKind.ARMY, "army": UnitKind.ARMY, "f": UnitKind.FLEET, "fleet": UnitKind.FLEET,
    "tf": UnitKind.TRANSPORT, "transport": UnitKind.TRANSPORT,
}  # fmt: skip
WRITTEN_OUT = frozenset({"army", "fleet", "transport"})
"""Kinds that may have an article: ``a fleet``, where ``a`` is no army."""

ARTICLES = frozenset({"the", "an"})
PLACE_WORDS = frozenset({"in", "at", "on", "from"})
"""What may stand between a unit and its place: ``army in Liverpool``."""


class Action(StrEnum):
    """What an order does, or a word that only continues one."""

    HOLD = "hold"
    SUPPORT = "support"
    CONVOY = "convoy"
    EMBARK = "embark"
    MOVE = "move"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    WAIVE = "waive"
    BOMB = "bomb"
    VIA = "via"
    CARRY = "carry"


WORDS: Mapping[Action, str] = {
    Action.HOLD: "h hold holds stand stands",
    Action.SUPPORT: "s support supports supporting supp",
    Action.CONVOY: "c convoy convoys convoying convoyed conv transports",
    Action.EMBARK: "e embark embarks",
    Action.MOVE: "- to into m move moves moving attack attacks attacking",
    Action.RETREAT: "r retreat retreats retreating",
    Action.DISBAND: "d disband disbands disbanded remove removes removed",
    Action.BUILD: "b build builds",
    Action.WAIVE: "waive waives waived",
    Action.BOMB: "bomb bombs",
    Action.VIA: "via by",
    Action.CARRY: "carry",
}
ACTIONS: Mapping[str, Action] = {word: action for action, words in WORDS.items() for word in words.split()}

LEADING: Mapping[str, Action] = {
    word: ACTIONS[word]
    for word in "hold holds move moves retreat retreats build builds b disband disbands d remove removes".split()
}
"""Words that may stand before the unit: ``move PAR to BUR``. A lone letter may where no space is called so."""
HELPERS = frozenset({Action.SUPPORT, Action.CONVOY, Action.EMBARK})
"""What one unit does for another: both must be named."""


class Misreading(StrEnum):
    """Why a line is no order; the value is the sentence, with what it quotes in braces."""

    TOO_LONG = "an order has at most {most} characters"
    STRUCK_OUT = "the line is struck out"
    STRANGE_SIGN = "the sign {quoted} has no meaning in an order"
    STRANGE_WORD = "{quoted} is not understood; only the name of a power may stand before an order"
    NAME_MISSING = "the name of a space is missing"
    ACTION_MISSING = "what should {unit} do? Write {unit} H, or {unit} - and a space"
    NO_ACTION = "{quoted} is no action; write {unit} H, or {unit} - and a space"
    UNIT_MISSING = "a unit is expected after {quoted}"
    HELPER_MISSING = "which unit should {action}? Name it first"
    TARGET_MISSING = "'-' and a target are expected"
    TARGET_BEFORE = "'-' and a target are expected before {quoted}"
    COAST_MISSING = "after {quoted} a coast is expected"
    NO_FERRY = "{quoted} carries nobody; name a sea or a fleet"
    NO_UNIT = "{quoted} is no unit; write it as A PAR or F STP/SC"
    NUMBER_MISSING = "after CARRY a number of bombs is expected"
    TOO_MUCH = "nothing is expected after the order, but there is {quoted}"
