"""Why an order succeeded or failed, as text: the chain of orders behind it, and what would have changed it."""

from collections.abc import Iterable

from legation.game import Explanation
from legation.judge import Outcome, Remedy
from legation.orders import format_order
from legation.render.words.language import ENGLISH, Language
from legation.render.words.outcomes import word_outcome
from legation.render.words.refusals import word_rejection
from legation.render.words.report import REFUSED, mark_of

MOST_FOREIGN = 5
"""The number of other powers' units whose alternatives an explanation mentions."""


def write_explanation(explanation: Explanation, language: Language = ENGLISH) -> str:
    """The chain behind one order, each step indented further, and what would have changed it."""
    lines = []
    for refused in explanation.refused:
        lines.append(f"{REFUSED} {refused.power} {refused.text}")
        sentence = language.fill("explanations.refused", sentence=word_rejection(refused, language))
        lines.append(f"  {sentence}")
    for link in explanation.chain:
        outcome, indent = link.outcome, "  " * link.depth
        sentence = word_outcome(explanation.board, outcome, language)
        lines.append(f"{indent}{mark_of(outcome)} {outcome.power} {format_order(outcome.order)}")
        lines.append(f"{indent}  {_add_numbers(sentence, outcome, language)}")
    if explanation.remedies:
        lines.append(language.texts["explanations.remedies"])
        lines += [f"  {line}" for line in word_remedies(explanation.remedies, language)]
    return "\n".join(lines)


def word_remedies(remedies: Iterable[Remedy], language: Language = ENGLISH) -> list[str]:
    """``F NTH C A LON - NWY instead of F NTH H``: a line for each of the reader's units, and for some of the others."""
    found: dict[tuple[bool, str], list[str]] = {}
    for remedy in remedies:
        # A unit without an order behaves as if it held; if the order to hold itself would have helped, it had none.
        given = format_order(remedy.given) if remedy.given != remedy.instead else language.texts["remedies.no_order"]
        found.setdefault((remedy.is_own, given), []).append(format_order(remedy.instead))
    own = [
        language.fill("remedies.own", instead=language.join_or(orders), given=given)
        for (is_own, given), orders in found.items()
        if is_own
    ]
    foreign = [
        language.fill("remedies.foreign", instead=language.join_or(orders), given=given)
        for (is_own, given), orders in found.items()
        if not is_own
    ]
    return [*own, *foreign[:MOST_FOREIGN]]


def _add_numbers(sentence: str, outcome: Outcome, language: Language) -> str:
    if outcome.strengths is None:
        return sentence
    strengths = outcome.strengths._asdict().items()
    numbers = [language.fill(f"explanations.{name}", number=number) for name, number in strengths if number]
    if not numbers:
        return sentence
    return language.fill("explanations.numbers", sentence=sentence, numbers=language.list_all(numbers))
