"""What happened to an order, in a sentence."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import attrgetter

from legation.board import Board, LocationId, UnitKind, coast_of, space_of
from legation.judge import Fate, Outcome, Reason, Strengths
from legation.orders import (
    Bomb,
    Convoy,
    Embark,
    Hold,
    Move,
    Piece,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
)
from legation.render.words.language import ENGLISH, Language, capitalize, compile_text, uncapitalize
from legation.render.words.phrases import Phrases, phrases_of
from legation.render.words.refusals import cite_in

Filler = Callable[[Phrases, Outcome], str]
"""Makes a sentence, or the text for one of its placeholders."""


def word_outcome(board: Board, outcome: Outcome, language: Language = ENGLISH) -> str:
    """A sentence on the result of an order, with the clause that decided it; a second if its unit was dislodged."""
    return word_outcomes(board, (outcome,), language)[0]


def word_outcomes(board: Board, outcomes: Iterable[Outcome], language: Language = ENGLISH) -> list[str]:
    """The same for each of several outcomes."""
    phrases, sentences = _words_of(board, language)
    return [
        sentences[outcome.finding.reason](phrases, outcome)
        if outcome.harm is None and not outcome.by_sheet
        else _word_at_length(phrases, outcome, sentences[outcome.finding.reason](phrases, outcome))
        for outcome in outcomes
    ]


def _word_at_length(phrases: Phrases, outcome: Outcome, sentence: str) -> str:
    """The sentence on an order with the clause that decided it and what happened to its unit."""
    language, harm = phrases.language, outcome.harm
    has_fate = harm is not None and harm.by is not None and outcome.finding.reason not in ENDS_WITH_THE_UNIT
    is_struck = harm is not None and isinstance(harm.by, Bomb)  # then the clause is about what happened to the unit
    if outcome.by_sheet and not (harm and harm.refusal) and not (has_fate and is_struck):
        sentence = cite_in(sentence, outcome.clause, language)
    if not has_fate:
        return sentence
    fate = language.fill("fates.sentence", fate=_fate(phrases, outcome))
    return f"{sentence} {cite_in(fate, outcome.clause, language) if outcome.by_sheet and is_struck else fate}"


ENDS_WITH_THE_UNIT = frozenset({Reason.DISLODGED, Reason.WENT_DOWN})
"""Reasons whose own sentence says what happened to the unit."""


# The values of a sentence's placeholders. Each assumes that its sentence fits the order: one on a waived build names
# no unit, and one on a bomb no target. A check would cost more than the look-up, for every order of every phase.


def _unit(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.standing[outcome.order.unit]  # type: ignore[union-attr]


def _unit_first(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.standing_first[outcome.order.unit]  # type: ignore[union-attr]


def _carried(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.aboard[outcome.order.unit]  # type: ignore[union-attr]


def _target(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.places[outcome.order.target]  # type: ignore[union-attr, index]


def _standing(phrases: Phrases, outcome: Outcome) -> str:
    """The units whose orders decided it, by their spaces."""
    return _join_causes(phrases, phrases.standing, outcome)


def _movers(phrases: Phrases, outcome: Outcome) -> str:
    """The units whose orders decided it, by where they came from."""
    return _join_causes(phrases, phrases.moving, outcome)


def _join_causes(phrases: Phrases, names: Mapping[Piece, str], outcome: Outcome) -> str:
    found = [names[order.unit] for order in outcome.finding.because_of if type(order) is not Bomb]  # type: ignore[union-attr]
    return found[0] if len(found) == 1 else phrases.language.join_and(found)


def _first(phrases: Phrases, outcome: Outcome) -> str:
    """The unit whose order counted most."""
    return phrases.standing[outcome.finding.because_of[0].unit]  # type: ignore[union-attr]


def _meanwhile(_: Phrases, outcome: Outcome) -> str:
    """What that unit was ordered to do."""
    return format_order(outcome.finding.because_of[0])


AGAINST: Mapping[Reason, Callable[[Strengths], int]] = {
    Reason.MET_HEAD_ON: attrgetter("defend"),
    Reason.BOUNCED: attrgetter("prevent"),
    Reason.OUTMATCHED: attrgetter("prevent"),
}
"""The strength that a move failed to beat; otherwise it was that of the unit that held the space."""
HOLD: Callable[[Strengths], int] = attrgetter("hold")


def _strength(phrases: Phrases, outcome: Outcome) -> str:
    numbers = outcome.strengths
    assert numbers is not None
    return phrases.compared[numbers.attack, AGAINST.get(outcome.finding.reason, HOLD)(numbers)]


def _action(phrases: Phrases, outcome: Outcome) -> str:
    """The action that a support or a convoy was for."""
    order = outcome.order
    match order:
        case SupportHold():
            return phrases.held[order.supported]
        case SupportMove():
            return phrases.led[order.supported, order.target]
        case Convoy():
            helped, target = phrases.standing[order.army], phrases.places[order.target]
            return phrases.language.fill("actions.convoy", helped=helped, target=target)
        case Embark():
            return phrases.language.fill("actions.embark", helped=phrases.standing[order.army])
        case _:
            return _unit(phrases, outcome)


def _fate(phrases: Phrases, outcome: Outcome) -> str:
    """``was dislodged by the army from Munich``."""
    harm, order, language = outcome.harm, outcome.order, phrases.language
    assert harm is not None
    if isinstance(harm.by, Bomb):
        return language.fill("fates.bombed", origin=phrases.places[LocationId(harm.by.origin)])
    if harm.refusal:
        by = phrases.moving[harm.by.unit]  # type: ignore[union-attr]
        return language.fill(f"no_retreat.{harm.refusal.fault.value}", by=by, clause=harm.refusal.clause)
    key = "fates.destroyed"
    if harm.fate is Fate.DISLODGED:
        key = "fates.dislodged"
    elif not isinstance(order, Waive | Bomb) and order.unit.kind is UnitKind.TRANSPORT:
        key = "fates.destroyed_at_once"  # it never retreats, even if there is a free space
    return language.fill(key, by=phrases.moving[harm.by.unit])  # type: ignore[union-attr]


def _origin(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.places[LocationId(outcome.order.origin)]  # type: ignore[union-attr]


def _struck(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.places[LocationId(outcome.order.target)]  # type: ignore[union-attr]


def _elsewhere(phrases: Phrases, outcome: Outcome) -> str:
    """Where the others retreated to, which may be other coasts of the same space."""
    targets = [order.target for order in outcome.finding.because_of if isinstance(order, Retreat)]
    return phrases.language.join_and([phrases.places[target] for target in dict.fromkeys(targets)])


def _sea(phrases: Phrases, outcome: Outcome) -> str:
    return phrases.places[LocationId(outcome.order.via)]  # type: ignore[union-attr, arg-type]


def _ferry(_: Phrases, outcome: Outcome) -> str:
    return f"{UnitKind.FLEET.value} {outcome.order.via}"  # type: ignore[union-attr]


PLACEHOLDERS: Mapping[str, Filler] = {
    "unit": _unit,
    "carried": _carried,
    "target": _target,
    "standing": _standing,
    "movers": _movers,
    "first": _first,
    "meanwhile": _meanwhile,
    "strength": _strength,
    "action": _action,
    "fate": _fate,
    "origin": _origin,
    "struck": _struck,
    "elsewhere": _elsewhere,
    "sea": _sea,
    "ferry": _ferry,
}
"""Every placeholder that a sentence on an outcome may use."""


# Choices among several forms of a sentence.


def _choose_by_helpers(outcome: Outcome) -> str:
    return "supported" if outcome.finding.because_of else "alone"


def _choose_by_ship(outcome: Outcome) -> str:
    """A ship that held may have had no order at all: only that it had none to take the army is certain."""
    causes = outcome.finding.because_of
    if not causes:
        return "alone"
    return "idle" if isinstance(causes[0], Hold) else "ordered"


def _choose_by_ferry(outcome: Outcome) -> str:
    return "ferried" if isinstance(outcome.order, Retreat) and outcome.order.via else "alone"


def _choose_by_rivals(outcome: Outcome) -> str:
    return "wanted" if outcome.finding.because_of else "alone"


def _choose_by_attacker(outcome: Outcome) -> str:
    return "attacked" if outcome.dislodged_by is not None else "alone"


def _choose_by_order(outcome: Outcome) -> str:
    match outcome.order:
        case Convoy():
            return "convoy"
        case Embark():
            return "embark"
        case Hold():
            return "hold"
        case SupportHold() | SupportMove():
            return "support"
        case _:
            return "move"


def _choose_by_lost_ship(outcome: Outcome) -> str:
    """An army that changes ships may fail because the ship that it was to leave, which held, is lost."""
    causes = outcome.finding.because_of
    if isinstance(outcome.order, Embark) and causes and isinstance(causes[0], Hold):
        return "let_off"
    return _choose_by_order(outcome)


def _choose_by_receiver(outcome: Outcome) -> str:
    return "embark" if isinstance(outcome.order, Embark) else "move"


def _choose_by_attack(outcome: Outcome) -> str:
    """A supported army that was ordered to that very space may have boarded a ship there, or failed to land.

    By switches of the rulebook a support may have to name the coast, and some units that hold get none.
    """
    order, cause = outcome.order, outcome.finding.because_of[0]
    if isinstance(order, SupportMove) and isinstance(cause, Move):
        if order.target == cause.target:
            return "no_attack"
        is_there = space_of(order.target) == space_of(cause.target)
        return "no_coast" if is_there and not coast_of(order.target) else "other"
    if isinstance(order, SupportHold) and not isinstance(cause, Move):
        return "denied"
    return "held" if isinstance(cause, Hold) else "other"  # it may have had no order at all


def _choose_by_path(outcome: Outcome) -> str:
    """By a switch of the rulebook only the fleets whose seas an army's order names convoy it."""
    order, cause = outcome.order, outcome.finding.because_of[0]
    if isinstance(cause, Hold):
        return "held"  # it may have had no order at all
    is_ordered = isinstance(order, Convoy) and isinstance(cause, Move) and order.target == cause.target
    return "path" if is_ordered else "other"


def _choose_by_kind(outcome: Outcome) -> str:
    """The sheet decides between moves to one space only if a transport fleet yields (Colonial Variant, rule 13)."""
    order = outcome.order
    is_transport = isinstance(order, Move) and order.unit.kind is UnitKind.TRANSPORT
    return "yielded" if outcome.by_sheet and is_transport else "stronger"


def _choose_by_port(outcome: Outcome) -> str:
    """An army that marches to a ship in a port attacks it, if that ship may not take it aboard."""
    order, cause = outcome.order, outcome.finding.because_of[0]
    if isinstance(cause, Hold):
        return "idle"  # it may have had no order at all
    is_coming = isinstance(order, Embark) and isinstance(cause, Move) and space_of(cause.target) == order.unit.space
    return "port" if is_coming else "other"


CASES: Mapping[Reason, tuple[Callable[[Outcome], str], tuple[str, ...]]] = {
    Reason.MOVED: (_choose_by_helpers, ("alone", "supported")),
    Reason.DISLODGED: (_choose_by_attacker, ("alone", "attacked")),
    Reason.OUTMATCHED: (_choose_by_kind, ("stronger", "yielded")),
    Reason.NOT_TAKEN_ABOARD: (_choose_by_ship, ("alone", "idle", "ordered")),
    Reason.RETREATED: (_choose_by_ferry, ("alone", "ferried")),
    Reason.RETREAT_STOPPED: (_choose_by_rivals, ("alone", "wanted")),
    Reason.SUPPORT_UNMATCHED: (_choose_by_attack, ("denied", "held", "no_attack", "no_coast", "other")),
    Reason.CONVOY_UNMATCHED: (_choose_by_path, ("held", "other", "path")),
    Reason.EMBARK_UNMATCHED: (_choose_by_port, ("idle", "other", "port")),
    Reason.CARRIER_DID_NOT_HOLD: (_choose_by_receiver, ("embark", "move")),
    Reason.CARRIER_NOT_ORDERED: (_choose_by_receiver, ("embark", "move")),
    Reason.CARRIER_DISLODGED: (_choose_by_lost_ship, ("convoy", "embark", "let_off", "move")),
    Reason.CONVOY_PARADOX: (_choose_by_order, ("convoy", "embark", "hold", "move", "support")),
}
"""Reasons whose sentence has several forms: how one is chosen, and which forms exist."""


@lru_cache(maxsize=64)
def _words_of(board: Board, language: Language) -> tuple[Phrases, Mapping[Reason, Filler]]:
    """The phrases of a board, and the sentences that use them."""
    return phrases_of(board, language), _sentences_of(language)


@lru_cache(maxsize=16)
def _sentences_of(language: Language) -> Mapping[Reason, Filler]:
    """The sentences of a language, ready to be filled."""
    return {reason: _compile_reason(language, reason) for reason in Reason}


def _compile_reason(language: Language, reason: Reason) -> Filler:
    key = f"outcomes.{reason.value}"
    if reason not in CASES:
        return _compile(language.texts[key])
    choose, cases = CASES[reason]
    forms = {case: _compile(language.texts[f"{key}.{case}"]) for case in cases}
    return lambda phrases, outcome: forms[choose(outcome)](phrases, outcome)


def _compile(text: str) -> Filler:
    """A sentence as a function. This runs for every order of every phase, so texts are parsed only once."""
    pattern, names = compile_text(text)
    fillers = [_get_filler(name) for name in names]
    match fillers:
        case []:
            return lambda phrases, outcome: text
        case [one]:
            return lambda phrases, outcome: pattern % one(phrases, outcome)
        case [one, other]:
            return lambda phrases, outcome: pattern % (one(phrases, outcome), other(phrases, outcome))
        case [one, other, third]:
            return lambda phrases, outcome: (
                pattern % (one(phrases, outcome), other(phrases, outcome), third(phrases, outcome))
            )
        case [one, other, third, last]:
            return lambda phrases, outcome: (
                pattern
                % (one(phrases, outcome), other(phrases, outcome), third(phrases, outcome), last(phrases, outcome))
            )
        case _:
            return lambda phrases, outcome: pattern % tuple([fill(phrases, outcome) for fill in fillers])


def _get_filler(name: str) -> Filler:
    if name == "Unit":
        return _unit_first
    if name in PLACEHOLDERS:
        return PLACEHOLDERS[name]
    plain = PLACEHOLDERS[uncapitalize(name)]
    return lambda phrases, outcome: capitalize(plain(phrases, outcome))
