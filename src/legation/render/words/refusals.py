"""Why an order is not followed, in a sentence, and what would be right."""

from legation.errors import AmbiguousNameError, LegationError, MalformedOrderError, UnknownNameError
from legation.orders import Rejection
from legation.render.words.language import ENGLISH, Language


def word_rejection(rejection: Rejection, language: Language = ENGLISH) -> str:
    """What was wrong with an order, and what would be right."""
    if rejection.detail:
        return language.fill("unreadable.malformed", problem=rejection.detail.rstrip(".?"))
    sentence = language.texts[f"refusals.{rejection.fault.value}"]
    if not rejection.choices:
        return sentence
    hint = language.choose("hints", rejection.fault.value, "possible")
    return f"{sentence} {language.fill(hint, choices=language.join_or(rejection.choices))}"


def word_reading_error(error: LegationError, language: Language = ENGLISH) -> str:
    """Why a line cannot be read, and what may be meant."""
    match error:
        case UnknownNameError():
            key = "unreadable.unknown.nearest" if error.candidates else "unreadable.unknown.alone"
            choices = language.join_or(error.candidates)
            return language.fill(key, what=error.what, text=error.text, choices=choices)
        case AmbiguousNameError():
            return language.fill("unreadable.ambiguous", text=error.text, choices=language.join_or(error.candidates))
        case MalformedOrderError():
            key = "unreadable.malformed_question" if error.problem.endswith("?") else "unreadable.malformed"
            sentence = language.fill(key, problem=error.problem.rstrip("?"))
            return language.fill("unreadable.hint", sentence=sentence, hint=error.hint) if error.hint else sentence
        case _:
            return language.fill("unreadable.malformed", problem=str(error))
