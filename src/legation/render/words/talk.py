"""Sentences of bots: their letters to players, in the tone of their character."""

from legation.board import Board
from legation.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from legation.render.words.language import ENGLISH, Language
from legation.render.words.phrases import phrases_of


def word_talk(key: str, tone: str, lot: int, **values: object) -> str:
    """One of the wordings of a sentence in a tone, chosen at random."""
    prefix = f"tones.{tone}.{key}."
    wordings = sorted(known for known in ENGLISH.texts if known.startswith(prefix))
    return ENGLISH.fill(wordings[lot % len(wordings)], **values)


def word_supporter(board: Board, order: SupportHold | SupportMove, language: Language = ENGLISH) -> tuple[str, str]:
    """The supporter, and what it supports: ``the army in Munich``, ``the army in Paris to Burgundy``."""
    phrases = phrases_of(board, language)
    helper = phrases.standing[order.unit]
    if isinstance(order, SupportHold):
        return helper, phrases.held[order.supported]
    return helper, phrases.led[order.supported, order.target]


def word_intention(board: Board, order: Order, language: Language = ENGLISH) -> str:
    """What a unit is going to do: ``the army in Munich will support the army in Paris to Burgundy``."""
    phrases = phrases_of(board, language)
    match order:
        case SupportHold() | SupportMove():
            helper, helped = word_supporter(board, order, language)
            return language.fill("talk.support", helper=helper, helped=helped)
        case Move(unit, target):
            return language.fill("talk.move", unit=phrases.standing[unit], place=phrases.places[target])
        case Hold(unit):
            return language.fill("talk.hold", unit=phrases.standing[unit])
        case Convoy(unit, army, target):
            ship, cargo = phrases.standing[unit], phrases.standing[army]
            return language.fill("talk.convoy", helper=ship, unit=cargo, place=phrases.places[target])
        case _:
            return language.texts["talk.other"]
