"""Why an order is not followed, in a sentence, and what would be right."""

from legation.orders import Rejection
from legation.render.words.language import ENGLISH, Language


def word_rejection(rejection: Rejection, language: Language = ENGLISH) -> str:
    """What was wrong with an order, and what would be right."""
    if rejection.detail:
        key = "unreadable.question" if rejection.detail.endswith("?") else "unreadable.problem"
        return language.fill(key, problem=rejection.detail.rstrip(".?"))
    sentence = language.texts[f"refusals.{rejection.fault.value}"]
    if not rejection.choices:
        return sentence
    hint = language.choose("hints", rejection.fault.value, "possible")
    return f"{sentence} {language.fill(hint, choices=language.join_or(rejection.choices))}"
