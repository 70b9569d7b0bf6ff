"""Messages that bots can write and understand, as values. Sentences are made elsewhere, and they are stored as JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from legation.board import Names, PowerId, SpaceId
from legation.game import Phase
from legation.orders import Order, format_order, parse_order


class Topic(StrEnum):
    """The subject of a yes or a no."""

    PEACE = "peace"
    ORDER = "order"
    DRAW = "draw"


class Why(StrEnum):
    """The reason for a no to a proposal."""

    DISTRUST = "distrust"
    """You broke your word."""
    PLANS = "plans"
    """It does not fit my plans."""
    NEEDED = "needed"
    """The unit is needed elsewhere."""
    UNABLE = "unable"
    """None of my units could do that."""
    CLOSE = "close"
    """It would bring your unit too close to a centre of mine."""
    FRIEND = "friend"
    """It would be against a power with which I have peace, or to which I offered it."""
    OWN = "own"
    """It would be against me."""
    LEADER = "leader"
    """You are about to win."""
    PLAY_ON = "play_on"
    """There is still something to play for."""
    NO_VOTE = "no_vote"
    """Bots do not vote in this game."""


@dataclass(frozen=True, slots=True)
class Peace:
    """Neither of us moves against the other until Winter."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Please give one of these orders to your unit."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """I will give this order, which helps you."""

    order: Order


@dataclass(frozen=True, slots=True)
class Intent:
    """I intend to order this. This is information, not a promise."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Warn:
    """You could enter one of my centres."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Declare:
    """I attack you in this turn."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Let us end the game in a draw."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no."""

    topic: Topic
    is_yes: bool
    order: Order | None = None
    """The order that is promised or, with a no to an offer, the order that is not wanted."""
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Thanks:
    """You kept your word."""


@dataclass(frozen=True, slots=True)
class Reproach:
    """You broke your word."""


@dataclass(frozen=True, slots=True)
class Noted:
    """I have noted your plans."""


@dataclass(frozen=True, slots=True)
class Puzzled:
    """I did not understand that."""


@dataclass(frozen=True, slots=True)
class NoUnit:
    """I understood, but neither of us has a unit for that."""


Meaning = (
    Peace | Ask | Offer | Intent | Warn | Declare | Draw | Answer | Thanks | Reproach | Noted | Puzzled | NoUnit
)  # fmt: skip
Proposal = Peace | Ask | Draw
"""Messages that ask for a yes or a no."""


class Letter(NamedTuple):
    """A message from one power to another in a phase."""

    phase: Phase
    sender: PowerId
    to: PowerId
    meaning: Meaning


_PLAIN: dict[str, Meaning] = {
    "peace": Peace(),
    "declare": Declare(),
    "draw": Draw(),
    "thanks": Thanks(),
    "reproach": Reproach(),
    "noted": Noted(),
    "puzzled": Puzzled(),
    "no_unit": NoUnit(),
}
_KINDS = {meaning: kind for kind, meaning in _PLAIN.items()}


def name_kind(meaning: Meaning) -> str:
    """The word for the kind of message: ``peace``, ``ask``, ``answer``."""
    return _KINDS.get(meaning) or type(meaning).__name__.lower()


def write_meaning(meaning: Meaning) -> str:
    """A meaning as JSON."""
    data: dict[str, Any] = {"kind": name_kind(meaning)}
    match meaning:
        case Ask(orders) | Intent(orders):
            data["orders"] = [format_order(order) for order in orders]
        case Offer(order):
            data["order"] = format_order(order)
        case Warn(space):
            data["space"] = space
        case Answer():
            data |= {"topic": meaning.topic, "is_yes": meaning.is_yes, "why": meaning.why}
            data["order"] = format_order(meaning.order) if meaning.order else None
    return json.dumps(data, separators=(",", ":"))


def read_meaning(text: str, names: Names) -> Meaning:
    """Read a meaning written by ``write_meaning``."""
    data = json.loads(text)
    kind = data["kind"]
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in ("ask", "intent"):
        orders = _read_orders(data["orders"], names)
        return Ask(orders) if kind == "ask" else Intent(orders)
    if kind == "offer":
        return Offer(parse_order(data["order"], names))
    if kind == "warn":
        return Warn(SpaceId(data["space"]))
    order = parse_order(data["order"], names) if data["order"] else None
    return Answer(Topic(data["topic"]), data["is_yes"], order, Why(data["why"]) if data["why"] else None)


def _read_orders(texts: Sequence[str], names: Names) -> tuple[Order, ...]:
    return tuple(parse_order(text, names) for text in texts)
