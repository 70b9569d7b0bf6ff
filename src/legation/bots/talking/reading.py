"""Reading people's letters to bots: sketches exactly, plain words with a small grammar (``docs/reference/talking.md``).

Each sentence is read by itself. A bot understands peace, a draw, yes and no, orders in any notation, and requests and
offers of support; it does not guess at anything else.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from legation.board import PowerId
from legation.bots.survey import Survey
from legation.bots.talking.diplomat import list_helpers
from legation.bots.talking.messages import (
    Answer,
    Ask,
    Draw,
    Intent,
    Letter,
    Meaning,
    Noted,
    NoUnit,
    Offer,
    Peace,
    Puzzled,
    Thanks,
    Topic,
)
from legation.orders import (
    Hold,
    Move,
    MovementOrder,
    Order,
    SupportHold,
    SupportMove,
    list_pieces,
    list_readings,
)

LONGEST: Final = 2000
"""The most characters that are read of a letter."""
MOST_SENTENCES: Final = 12
SENTENCE: Final = re.compile(r"[^.!?;\n\r]+")
YES: Final = re.compile(
    r"\s*(yes|yep|yeah|ok|okay|agreed?|i agree|deal(?!\s+with)|sure|fine|accepted|i accept"
    r"|no (problem|worries|objections?))\b",
    re.IGNORECASE,
)
NO: Final = re.compile(r"\s*(no|nope|never|not now|i refuse|refused)\b", re.IGNORECASE)
SORRY: Final = re.compile(r"\s*((i am|i['\u2019]m|we are)\s+)?sorry\b[\s,:]*(but\b[\s,]*)?", re.IGNORECASE)
"""An apology: by itself a no, otherwise what follows counts."""
PEACE: Final = re.compile(r"\b(peace|truce|alliance|ally|allies|non-?aggression)\b", re.IGNORECASE)
DRAW: Final = re.compile(
    r"\bdraw\b(?!\s+(back|in|out|up|near|off|lots?|first|the|a|an|your|my|our|his|her|their)\b)", re.IGNORECASE
)
DENIAL: Final = re.compile(
    r"\b(no|not|never|neither|nor|cannot|refuse|without|over|ends?|ended|breaks?|broke|broken|breaking)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
"""Words that deny a sentence about peace or a draw."""
SCORN: Final = re.compile(
    r"\b(cowards?|fools?|idiots?|liars?|traitors?|stab|spit|rest in peace"
    r"|war|crush|destroy|kill|die|surrender|or else)\b",
    re.IGNORECASE,
)
"""Words that make a sentence a threat or an insult; whoever shouts *Peace is for cowards* offers none."""
HEDGE: Final = re.compile(r"\b(if|unless|why|when|who|whose|until\s+you|provided|except)\b", re.IGNORECASE)
"""Words that make a sentence conditional or a question; a guess binds no power."""
GREETING: Final = re.compile(
    r"\s*(hello|hi|hey|dear|greetings|good (morning|day|evening)|thanks?|thank you|cheers|bye|best wishes|regards)\b",
    re.IGNORECASE,
)
HELP: Final = re.compile(r"\b(support|help)\b", re.IGNORECASE)
I_SUPPORT: Final = re.compile(
    r"\s*(i|we)('ll|\s+will|\s+can|\s+could)?\s+support\s+(your\s+|you\s+(in|with)\s+)?", re.IGNORECASE
)
YOU_SUPPORT: Final = re.compile(
    r"\s*((can|could|will|would|do)\s+you\s+(please\s+)?|i\s+(want|need|ask)\s+(your\s+|for\s+(your\s+)?)?)?"
    r"support\s+(for\s+)?(my\s+|me\s+(in|with)\s+)?",
    re.IGNORECASE,
)
OPENING: Final = re.compile(
    r"\s*((i|we)('ll|\s+will|\s+shall|\s+am going to|\s+intend to|\s+plan)?\s+(order\s+|move\s+)?"
    r"|(can|could|will|would)\s+you\s+(order\s+|move\s+)?|(you\s+)?order\s+|my\s+|your\s+)",
    re.IGNORECASE,
)
"""Words that may precede an order."""
PLEASE: Final = re.compile(r"[\s,]*\bplease\b[\s,]*", re.IGNORECASE)

Sketch = Mapping[PowerId, Sequence[Order]]


class Talk(NamedTuple):
    """The writer, the reader and the board, and the reader's last proposal without an answer."""

    survey: Survey
    writer: PowerId
    reader: PowerId
    proposal: Peace | Ask | Draw | None = None


def find_open_proposal(letters: Sequence[Letter], reader: PowerId, writer: PowerId) -> Peace | Ask | Draw | None:
    """The last proposal of a bot that the other has not answered, among the letters of a phase."""
    for letter in reversed(letters):
        if (letter.sender, letter.to) == (writer, reader) and isinstance(letter.meaning, Answer):
            return None
        if (letter.sender, letter.to) == (reader, writer) and isinstance(letter.meaning, Peace | Ask | Draw):
            return letter.meaning
    return None


def read_letter(talk: Talk, text: str, sketch: Sketch | None = None) -> list[Meaning]:
    """The meaning of a person's letter to a bot; ``Puzzled`` alone if it has none, and nothing for a greeting."""
    found: list[Meaning] = _read_sketch(talk, sketch, text) if sketch else []
    is_polite = False
    for sentence in [match.group() for match in SENTENCE.finditer(text[:LONGEST])][:MOST_SENTENCES]:
        plain = PLEASE.sub(" ", sentence).strip(" ,:")
        is_polite = is_polite or GREETING.match(plain) is not None
        meaning = _read_sentence(talk, plain) if plain else None
        if meaning is not None and meaning not in found:
            found.append(meaning)
    found = _drop_contradictions(found)
    found = [one for one in found if not isinstance(one, NoUnit)] or found
    if found or sketch or is_polite or not text.strip():
        return found
    return [Puzzled()]


def _drop_contradictions(found: list[Meaning]) -> list[Meaning]:
    """Drop answers that say both yes and no."""
    answers = [one for one in found if isinstance(one, Answer)]
    if len({one.is_yes for one in answers}) < 2:
        return found
    return [one for one in found if not isinstance(one, Answer)]


def _read_sketch(talk: Talk, sketch: Sketch, text: str) -> list[Meaning]:
    """Orders of the reader are requests; those of the writer are offers, requests for support, or announcements."""
    wishes: list[Meaning] = [Ask((order,)) for order in sketch.get(talk.reader, ())]
    own = list(sketch.get(talk.writer, ()))
    offers: list[Meaning] = [Offer(order) for order in own if _helps(talk, order)]
    if wishes or offers:
        return [*wishes, *offers]
    if HELP.search(text):
        return [Ask(list_helpers(talk.survey, talk.reader, order)) for order in own]
    return [Intent(tuple(own))] if own else []


def _helps(talk: Talk, order: Order) -> bool:
    """True if an order of the writer helps a unit of the reader."""
    if not isinstance(order, SupportHold | SupportMove):
        return False
    unit = talk.survey.position.find_unit(order.supported.kind, order.supported.space)
    return unit is not None and unit.power == talk.reader


def _read_sentence(talk: Talk, text: str) -> Meaning | None:
    sorry = SORRY.match(text)
    if sorry:
        rest = text[sorry.end() :]
        return _read_sentence(talk, rest) if rest and not DENIAL.search(rest) else _answer(talk, is_yes=False)
    if NO.match(text) and not YES.match(text):
        return _answer(talk, is_yes=False)
    if PEACE.search(text):
        return _read_wish(talk, text, Peace())
    if DRAW.search(text):
        return _read_wish(talk, text, Draw())
    agreed = YES.match(text)
    if agreed:
        rest = text[agreed.end() :]
        return None if any(words.search(rest) for words in (DENIAL, HEDGE, SCORN)) else _answer(talk, is_yes=True)
    offered = I_SUPPORT.match(text)
    if offered:
        rest = text[offered.end() :]
        return _read_offer(talk, rest) or _miss_unit(talk, rest)
    asked = YOU_SUPPORT.match(text)
    if asked:
        rest = text[asked.end() :]
        order = _read_order(talk, rest, talk.writer)
        if order is None:
            return _miss_unit(talk, rest)
        return Ask(list_helpers(talk.survey, talk.reader, order))
    return _read_plain_order(talk, text) or _miss_unit(talk, OPENING.sub("", text, count=1))


def _miss_unit(talk: Talk, text: str) -> NoUnit | None:
    """The answer to an order for which neither has the unit; None if the text is no order that goes somewhere."""
    readings = list_readings(text.strip(" ,"), talk.survey.board.names)
    return NoUnit() if any(isinstance(order, Move | SupportMove) for order in readings) else None


def _read_wish(talk: Talk, text: str, wish: Peace | Draw) -> Meaning | None:
    """A sentence about peace or a draw: for it, against it, or neither: conditions, threats, and peace of others."""
    if DENIAL.search(text):
        return _answer(talk, is_yes=False) if talk.proposal == wish else Noted()
    if HEDGE.search(text) or SCORN.search(text) or _is_about_others(talk, text):
        return None
    return _answer(talk, is_yes=True) if talk.proposal == wish == Peace() else wish


def _is_about_others(talk: Talk, text: str) -> bool:
    """True if a sentence names a power that is neither the writer nor the reader."""
    powers = talk.survey.variant.powers
    names = [power.name for key, power in powers.items() if key not in (talk.writer, talk.reader)]
    return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names)


def _answer(talk: Talk, *, is_yes: bool) -> Meaning | None:
    """A yes or no to the bot's proposal; without a proposal it is only noted."""
    match talk.proposal:
        case Peace():
            return Answer(Topic.PEACE, is_yes)
        case Ask(orders):
            return Answer(Topic.ORDER, is_yes, orders[0] if is_yes else None)
        case Draw():
            return Answer(Topic.DRAW, is_yes)
        case None:
            return Thanks()


def _read_offer(talk: Talk, text: str) -> Meaning | None:
    """``I support your A PAR - BUR``: with any unit of the writer that can."""
    order = _read_order(talk, text, talk.reader)
    helpers = list_helpers(talk.survey, talk.writer, order) if order is not None else ()
    return Offer(helpers[0]) if helpers else None


def _read_plain_order(talk: Talk, text: str) -> Meaning | None:
    """An order by itself: the writer's is announced or offered, the reader's is requested."""
    bare = OPENING.sub("", text, count=1) if OPENING.match(text) else text
    order = _find_order(talk, bare) or _find_order(talk, text)
    if order is None:
        return None
    unit = talk.survey.position.find_unit(order.unit.kind, order.unit.space)
    if unit is None:
        return None
    if unit.power == talk.reader:
        return Ask((order,))
    if unit.power == talk.writer:
        return Offer(order) if _helps(talk, order) else Intent((order,))
    return Noted()


def _read_order(talk: Talk, text: str, power: PowerId) -> MovementOrder | None:
    """A move of a power's unit; a unit alone means that it stays."""
    order = _find_order(talk, text)
    if order is not None:
        unit = talk.survey.position.find_unit(order.unit.kind, order.unit.space)
        return order if unit is not None and unit.power == power else None
    for piece in list_pieces(text.strip(" ,"), talk.survey.board.names):
        unit = talk.survey.position.find_unit(piece.kind, piece.space)
        if unit is not None and unit.power == power:
            return Hold(piece)
    return None


def _find_order(talk: Talk, text: str) -> MovementOrder | None:
    """The order in a text, if it is for an existing unit."""
    for order in list_readings(text.strip(" ,"), talk.survey.board.names):
        if isinstance(order, MovementOrder):
            unit = talk.survey.position.find_unit(order.unit.kind, order.unit.space)
            if unit is not None and unit.power in (talk.writer, talk.reader):
                return _complete(talk, order)
    return None


def _complete(talk: Talk, order: MovementOrder) -> MovementOrder:
    """The order with the kinds of its units, as in the lists of legal orders."""
    unit = talk.survey.position.find_unit(order.unit.kind, order.unit.space)
    assert unit is not None, "the caller has found it"
    for known in talk.survey.tables[unit.key].orders():
        if _means(order, known):
            return known
    return order


def _means(order: MovementOrder, known: MovementOrder) -> bool:
    match order, known:
        case Move(), Move():
            return order.target == known.target and order.via_convoy == known.via_convoy
        case SupportHold(), SupportHold():
            return order.supported.space == known.supported.space
        case SupportMove(), SupportMove():
            return (order.supported.space, order.target) == (known.supported.space, known.target)
        case Hold(), Hold():
            return True
        case _:
            return False
