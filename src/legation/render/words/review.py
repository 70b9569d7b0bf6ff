"""How a power's lines were understood, in words."""

from collections.abc import Sequence

from legation.board import PowerId
from legation.game import Caution, CautionCode, Review
from legation.orders import Bomb, Hold, Move, Order, format_order
from legation.render.words.language import ENGLISH, Language
from legation.render.words.refusals import word_rejection
from legation.variants import Variant


def word_review(review: Review, language: Language = ENGLISH) -> str:
    """Which of a power's lines will be followed, which are refused and why, and what is still missing."""
    read, refused = len(review.orders), len(review.refused)
    lines = [language.fill("reviews.heading", power=review.power, read=read, refused=refused)]
    cautions: dict[Order, Caution] = {caution.order: caution for caution in review.cautions}
    for order in review.orders:
        text, caution = format_order(order), cautions.get(order)
        lines.append(f"  + {text:<24} {word_caution(caution, language)}" if caution else f"  + {text}")
    lines += [f"  ! {found.text:<24} {word_rejection(found, language)}" for found in review.rejections]
    if review.idle:
        units = language.list_all([str(unit) for unit in review.idle])
        lines.append(f"  {language.fill('reviews.idle', units=units)}")
    if review.unused:
        key = "reviews.builds" if review.unused > 0 else "reviews.removals"
        lines.append(f"  {language.count(key, abs(review.unused))}")
    return "\n".join(lines)


def word_caution(caution: Caution, language: Language = ENGLISH) -> str:
    """Why an order may not have its intended effect."""
    key, other = f"cautions.{caution.code.value}", caution.other
    if other is None:
        return language.texts[key]
    if caution.code in (CautionCode.HELP_DOES_NOT_FIT, CautionCode.SHIP_DOES_NOT_HOLD):
        key += ".holds" if isinstance(other, Hold) else ".ordered"
    if caution.code is CautionCode.STRIKES_OWN_UNIT:
        key += ".goes" if isinstance(other, Move) else ".stays"
    unit = "" if isinstance(other, Bomb) else str(other.unit)
    text = language.fill(key, unit=unit, order=format_order(other))
    return f"{text} ({caution.clause})" if caution.clause else text


def word_silence(variant: Variant, powers: Sequence[PowerId], language: Language = ENGLISH) -> str:
    """The powers that sent no orders; empty if all did."""
    names = language.join_and([variant.powers[power].name for power in powers])
    return language.fill("reviews.silence", powers=names) if names else ""
