"""How the lines of an order text are understood."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from legation.board import PowerId
from legation.contract import RejectionJson, describe_rejection, get_source
from legation.errors import LegationError
from legation.game import GameState, ReviewedLine, find_writers, review_lines
from legation.judge import Rulebook
from legation.orders import Fault, Order, Rejection, Submission, format_order, read_submission, split_lines
from legation.render.words import word_caution
from legation.server.base.refusals import HttpRefusal
from legation.server.game.order_lines import OrderLine, describe_order, name_ordered
from legation.server.game.plans import MOST_LINES
from legation.variants import Variant

LONGEST = 50_000
NOBODY = PowerId("")


class Setting(NamedTuple):
    """The rules and the state by which lines are reviewed."""

    variant: Variant
    rulebook: Rulebook
    state: GameState


class OrderText(NamedTuple):
    """The lines of one or more powers, and the position of each in the text."""

    lines: tuple[Submission, ...]
    starts: tuple[int, ...]


def read_order_text(
    variant: Variant,
    state: GameState,
    text: str,
    headings: Mapping[str, PowerId],
    writer: PowerId | None = None,
) -> OrderText:
    """Divide a text and read its lines.

    A line under no heading is the writer's, or if there is none, of the power whose unit it names; else of ``NOBODY``.
    """
    if len(text) > LONGEST:
        raise HttpRefusal(413, "too_large", case="letter_characters", field="text", most=LONGEST)
    lines: list[Submission] = []
    starts: list[int] = []
    for heading, line, start in split_lines(text, variant.board.names, headings, str(state.phase)):
        if len(lines) == MOST_LINES:
            raise HttpRefusal(413, "too_large", case="letter_orders", field="text", most=MOST_LINES)
        lines.append(read_submission(PowerId(heading or writer or NOBODY), line, variant.board.names))
        starts.append(start)
    powers = find_writers(state.position, lines)
    known = (line._replace(power=power or NOBODY) for line, power in zip(lines, powers, strict=True))
    return OrderText(tuple(known), tuple(starts))


class RefusedLine(RejectionJson):
    """A line that does not count, in the words of the judge's answer."""

    unit: str
    """The unit, or the bomb, that it is for; empty if it cannot be read."""
    choices: list[str]
    """Possible names, if one cannot be read."""


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """How a line of a text is understood."""

    number: int
    text: str
    power: PowerId
    state: Literal["read", "question", "refused"]
    order: str | None
    understood: OrderLine | None
    counts: bool
    """True if the order will be followed."""
    message: str
    reason: str | None
    """Why it is not followed: the code; then the clause of the sheet, and where the rule is written, in words."""
    clause: str | None
    cite: str | None
    candidates: list[str]
    at: tuple[int, int]
    """The start and end in the text of the words in question."""
    replaces: OrderLine | None
    """The order that it replaces."""
    warning: str | None
    """Why it has no effect in the current position."""


@dataclass(frozen=True, slots=True)
class CheckedText:
    """How a text is understood, line by line."""

    lines: list[CheckedLine]
    read: int
    refused: int


def check_order_text(
    setting: Setting, order_text: OrderText, earlier: Mapping[PowerId, Sequence[Order]]
) -> CheckedText:
    """How each line of a text is understood; ``earlier`` are the orders that it would replace."""
    told: dict[int, CheckedLine] = {}
    reviews = []
    for power in dict.fromkeys(line.power for line in order_text.lines):
        own = [number for number, line in enumerate(order_text.lines) if line.power == power]
        lines = [order_text.lines[number] for number in own]
        starts = [order_text.starts[number] for number in own]
        review = review_lines(
            setting.variant.board, setting.rulebook, setting.state, power, lines,
            earlier=earlier.get(power, ()), starts=starts,
        )  # fmt: skip
        reviews.append(review)
        for number, line, found in zip(own, lines, review.lines, strict=True):
            told[number] = _describe_line(setting, number + 1, line, found)
    return CheckedText(
        lines=[told[number] for number in sorted(told)],
        read=sum(len(review.orders) for review in reviews),
        refused=sum(len(review.refused) for review in reviews),
    )


def _describe_line(setting: Setting, number: int, line: Submission, found: ReviewedLine) -> CheckedLine:
    rejection = found.rejection
    is_unread = rejection is not None and rejection.fault is Fault.UNREADABLE
    refused = describe_refused_line(rejection, setting.rulebook) if rejection else None
    error = line.order if rejection and isinstance(line.order, LegationError) else None
    return CheckedLine(
        number=number,
        text=found.text,
        power=line.power,
        state="question" if is_unread else "refused" if rejection else "read",
        order=format_order(found.order) if found.order else None,
        understood=describe_order(setting.variant.board, line.power, found.order, {}) if found.order else None,
        counts=found.counts,
        message=refused["hint"] if refused else "",
        reason=refused["reason"] if refused else None,
        clause=refused["clause"] if refused else None,
        cite=refused["cite"] if refused else None,
        candidates=refused["choices"] if refused and error else [],
        at=_locate_unread(found, error) if error else (found.start, found.start + len(found.text)),
        replaces=describe_order(setting.variant.board, line.power, found.replaces, {}) if found.replaces else None,
        warning=word_caution(found.caution) if found.caution else None,
    )


def describe_refused_line(rejection: Rejection, rulebook: Rulebook) -> RefusedLine:
    """A line that does not count, in the words of the judge's answer, its unit, and names to choose from."""
    choices = list(rejection.choices) if rejection.fault is Fault.UNREADABLE else []
    unit = name_ordered(rejection.order) if rejection.order else ""
    return {**describe_rejection(rejection, get_source(rulebook)), "unit": unit, "choices": choices}


def _locate_unread(found: ReviewedLine, error: LegationError) -> tuple[int, int]:
    """The place in the text of the words that could not be read."""
    text = getattr(error, "text", "")
    place = found.text.lower().find(text.lower()) if text else -1
    if place < 0 or len(text) >= len(found.text):
        return (found.start, found.start + len(found.text))
    return (found.start + place, found.start + place + len(text))
