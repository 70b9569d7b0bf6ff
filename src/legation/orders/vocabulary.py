"""The words of orders (``docs/reference/notation.md`` lists them), and codes for lines that are not orders."""

import re
from collections.abc import Mapping
from enum import StrEnum

from legation.board import UnitKind

KINDS: Mapping[str, UnitKind] = {
    "a": UnitKind.ARMY, "army": UnitKind.ARMY, "f": UnitKind.FLEET, "fleet": UnitKind.FLEET,
    "tf": UnitKind.TRANSPORT, "transport": UnitKind.TRANSPORT,
}  # fmt: skip
WRITTEN_OUT = frozenset({"army", "fleet", "transport", "unit"})
"""Kinds that may have an article: ``a fleet``, where ``a`` does not mean an army."""

ARTICLES = frozenset({"the", "an", "my", "our", "own"})
"""Words that may stand before a unit: ``S own A PAR``. Whose it is does not matter, right or wrong."""
ONE_BUILD = frozenset({"a", "one", "1", "the"})
"""Words that may precede ``build`` when one is waived: ``waive a build``."""
IDLE = re.compile(
    r"(pass|passes|skip|wait|nothing|none)( (an?|the|my|this|all|both)?( ?builds?))?"
    r"|((do|does|will) )?not? (\w+ )?(build|builds|building|unit|units|order|orders)( \w+)?"
    r"|builds? (nothing|none|no (army|fleet|units?))"
)
"""Lines that explicitly order nothing: ``pass``, ``no build``, ``build nothing``. It is unclear for which unit."""
PLACE_WORDS = frozenset({"in", "at", "on", "from"})
"""Words that may come between a unit and its place: ``army in Liverpool``."""
AIMING = frozenset({"in", "at", "on", "against", "for", "towards"})
"""Words that may come between a verb and its goal: ``lands in``, ``attack on``."""
GOINGS = frozenset({"move", "moves", "attack", "advance", "landing", "march", "movement"})
"""Actions in which a unit can be supported: ``supports the move of A PAR to BUR``."""
CROSSING = frozenset({"by", "over", "across", "through"})
"""Words for a convoy that mean nothing without the convoy or the seas: ``by convoy``, ``across the Coral Sea``."""
AUXILIARIES = frozenset({"will", "shall", "must", "is"})
"""Words that may precede the verb: ``will hold``, ``is to move``. Not ``may`` or ``should``: those are no orders."""
GIVING = frozenset({"give", "gives", "giving", "lend", "lends", "lending", "provide", "provides", "providing"})
"""Words that may precede ``support``."""
STAYING = re.compile(r"(in )?((its|their) )?(place|position|ground)|put|fast|firm|still|there|where it is")
"""What may follow an order to hold."""
OFF_BOARD = frozenset({"otb", "off board", "off the board"})
"""Where a unit goes that disbands."""
CONDITIONS = frozenset(
    {
        "assuming", "but", "contingent", "depending", "else", "except", "if", "instead", "lest", "only", "or",
        "otherwise", "provided", "providing", "should", "suppose", "supposing", "unless", "until", "when", "whenever",
    }
)  # fmt: skip
"""Words with which a condition begins. No order has one."""
CONDITION_PHRASE = r"(?:in\s+case|(?:as|so)\s+long\s+as)\b"
"""The same in several words."""
CONDITION = rf"(?:(?:{'|'.join(sorted(CONDITIONS))})\b|{CONDITION_PHRASE})"
SEASON = r"(?:spring|summer|fall|autumn|winter)"
DATE = rf"(?:{SEASON}\s*,?\s+(?:of\s+)?['\u2019]?\d{{1,4}}|[sfw]['\u2019]?\d{{2,4}}[mrab]?)"
"""``Fall 1901``, ``F01``, ``F1901M``."""
QUANTITIES = frozenset({
    "all", "any", "armies", "both", "each", "every", "everybody", "everything", "five", "fleets", "four", "other",
    "others", "remaining", "rest", "three", "two", "units",
})  # fmt: skip
"""Words for several units, each of which needs its own order."""
CANCELLING = re.compile(
    r"cancel(s|led|ed|ling|ing)?|withdraw(n|s)?|delete[ds]?|revoke[ds]?|rescind(ed|s)?|scrap(ped|s)?"
)
"""Words that take back an order; lines are kept or left out as a whole, so no line can do that."""
DIRECTIONS = frozenset({"north", "south", "east", "west"})
"""Words that may also mean a direction: ``moves north to BUR`` does not go over the North Sea."""
BOMB_WORDS = frozenset({"bomb", "bombs"})
"""What is launched, or carried."""
NUMBERS: Mapping[str, int] = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class Action(StrEnum):
    """The action of an order, or a word that only continues one."""

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
    Action.HOLD: "h hold holds holding stand stands standing stay stays staying remain remains remaining",
    Action.SUPPORT: "s support supports supporting supp sup",
    Action.CONVOY: "c convoy convoys convoying convoyed conv transports",
    Action.EMBARK: "e emb embark embarks embarking board boards boarding",
    Action.MOVE: (
        "- to into m move moves moving attack attacks attacking go goes going march marches marching sail sails sailing"
        " advance advances advancing enter enters entering invade invades invading head heads heading land lands"
        " landing disembark disembarks disembarking"
    ),
    Action.RETREAT: "r retreat retreats retreating",
    Action.DISBAND: "d disband disbands disbanded remove removes removed destroy destroys destroyed otb",
    Action.BUILD: "b build builds built",
    Action.WAIVE: "waive waives waived wve decline declines declined",
    Action.BOMB: "bomb bombs launch launches",
    Action.VIA: "via by over across through",
    Action.CARRY: "carry carries carrying",
}
ACTIONS: Mapping[str, Action] = {word: action for action, words in WORDS.items() for word in words.split()}

LEADING: Mapping[str, Action] = {
    word: ACTIONS[word]
    for word in (
        "hold holds move moves retreat retreats build builds b disband disbands d remove removes destroy destroys"
        " bomb bombs launch launches"
    ).split()
}
"""Words that may precede the unit: ``move PAR to BUR``. A single letter may if no space has that name."""
RESERVED = frozenset({
    *ACTIONS, *KINDS, *WRITTEN_OUT, *ARTICLES, *ONE_BUILD, *PLACE_WORDS, *AIMING, *GOINGS, *AUXILIARIES, *GIVING,
    *CONDITIONS, *QUANTITIES, *BOMB_WORDS, *NUMBERS, "and", "coast", "fast", "firm", "gigaton",
    "ground", "nothing", "order", "orders", "pass", "place", "please", "position", "skip", "still", "thanks", "then",
    "wait", "with",
})  # fmt: skip
"""Words that are never the beginning of a name that was cut short."""
VERBS = frozenset(Action) - {Action.VIA, Action.CARRY, Action.WAIVE}
HELPERS = frozenset({Action.SUPPORT, Action.CONVOY, Action.EMBARK})
"""Actions that help another unit: both must be named."""


class Misreading(StrEnum):
    """Why a line is not an order. The sentences are made in ``render``."""

    TOO_LONG = "too_long"
    STRUCK_OUT = "struck_out"
    QUOTED = "quoted"
    IN_BRACKETS = "in_brackets"
    STRANGE_SIGN = "strange_sign"
    STRANGE_WORD = "strange_word"
    NAME_MISSING = "name_missing"
    NAME_BEFORE = "name_before"
    ACTION_MISSING = "action_missing"
    NO_ACTION = "no_action"
    UNIT_MISSING = "unit_missing"
    HELPER_MISSING = "helper_missing"
    TARGET_MISSING = "target_missing"
    TARGET_BEFORE = "target_before"
    COAST_MISSING = "coast_missing"
    NO_FERRY = "no_ferry"
    NO_UNIT = "no_unit"
    NUMBER_MISSING = "number_missing"
    TOO_MUCH = "too_much"
    DIRECTION = "direction"
    CONDITION = "condition"
    DATED = "dated"
    CANCELLED = "cancelled"
    UNDER_HEADING = "under_heading"
    NOT_ONE_UNIT = "not_one_unit"
    NO_ORDER = "no_order"
    IDLE = "idle"
    WAIVED_TOGETHER = "waived_together"
