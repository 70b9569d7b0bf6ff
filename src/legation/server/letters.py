"""A letter of orders in any dialect, read line by line, with each line answered in place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from legation.board import PowerId
from legation.errors import LegationError
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order, format_order, read_line, split_lines
from legation.render.words import word_reading_error, word_rejection
from legation.server.plans import read_lines
from legation.server.refusals import Refusal
from legation.server.table import Table
from legation.variants import Variant

Wire = dict[str, Any]
LONGEST = 50_000
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Written:
    """One line of a letter and where it stands in it."""

    text: str
    start: int
    power: PowerId


def check_lines(
    table: Table, power: PowerId, letter: str | Sequence[str], now: Sequence[str] = (), *, heeds_headings: bool = False
) -> list[Wire]:
    """Each line of a letter: read, in question, or refused; ``now`` are the orders it would replace."""
    lines = list(_divide(table.variant, power, letter, heeds_headings=heeds_headings))
    return answer_lines(table.variant, table.rulebook, table.state, lines, now)


def has_questions(table: Table, power: PowerId, letter: str | Sequence[str]) -> bool:
    """Whether a line cannot be read: what ``check_lines`` would find, without looking at the board."""
    lines = list(_divide(table.variant, power, letter, heeds_headings=False))
    _check_number(lines)
    return any(isinstance(read_line(line.text, table.variant.board.names), LegationError) for line in lines)


def _check_number(lines: Sequence[Written]) -> None:
    if len(lines) > MOST_LINES:
        raise Refusal(413, "too_large", f"A letter has at most {MOST_LINES} orders.", "text")


def _divide(
    variant: Variant, power: PowerId, letter: str | Sequence[str], *, heeds_headings: bool
) -> Iterator[Written]:
    text = letter if isinstance(letter, str) else "\n".join(" ".join(line.split()) for line in letter)
    if len(text) > LONGEST:
        raise Refusal(413, "too_large", f"A letter has at most {LONGEST} characters.", "text")
    place = 0
    for heading, line in split_lines(text, variant.power_names if heeds_headings else {}):
        place = text.index(line, place)
        yield Written(line, place, PowerId(heading) if heading else power)
        place += len(line)


def answer_lines(
    variant: Variant, rulebook: Rulebook, state: GameState, lines: Sequence[Written], now: Sequence[str] = ()
) -> list[Wire]:
    """Answer every line in place."""
    _check_number(lines)
    orders = [read_line(line.text, variant.board.names) for line in lines]
    before = {_unit_of(text): text for text in now}
    refused = _find_refused(variant, rulebook, state, lines, orders)
    answers = []
    for number, (line, order) in enumerate(zip(lines, orders, strict=True)):
        answer: Wire = {
            "number": number + 1,
            "text": line.text,
            "power": line.power,
            "state": "read",
            "order": None,
            "message": "",
            "candidates": [],
            "at": [line.start, line.start + len(line.text)],
            "replaces": None,
        }
        if isinstance(order, LegationError):
            answers.append(answer | _question(line, order))
        elif number in refused:
            answers.append(answer | {"state": "refused", "order": format_order(order), "message": refused[number]})
        else:
            answers.append(answer | _accept(variant, rulebook, state, line, before))
    return answers


def _question(line: Written, error: LegationError) -> Wire:
    """A line that cannot be read: what is asked, and where in the line the trouble is."""
    candidates = list(getattr(error, "candidates", ()))
    return {
        "state": "question",
        "message": word_reading_error(error),
        "candidates": candidates,
        "at": _find_span(line, error),
    }


def _find_span(line: Written, error: LegationError) -> list[int]:
    text = getattr(error, "text", "")
    place = line.text.lower().find(text.lower()) if text else -1
    if place < 0 or len(text) >= len(line.text):
        return [line.start, line.start + len(line.text)]
    return [line.start + place, line.start + place + len(text)]


def _find_refused(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    lines: Sequence[Written],
    orders: Sequence[Order | LegationError],
) -> dict[int, str]:
    """The lines that are refused, by number, with the reason. All lines of a power are looked at together."""
    refused: dict[int, str] = {}
    for power in dict.fromkeys(line.power for line in lines):
        own = [n for n, line in enumerate(lines) if line.power == power and not isinstance(orders[n], LegationError)]
        reading = read_lines(variant, rulebook, state, power, [lines[number].text for number in own])
        for rejection in reading.rejections:
            number = next((n for n in own if lines[n].text == rejection.text and n not in refused), None)
            if number is not None:
                refused[number] = word_rejection(rejection)
    return refused


def _accept(variant: Variant, rulebook: Rulebook, state: GameState, line: Written, before: dict[str, str]) -> Wire:
    """A line that is followed, in standard form, and the order that it replaces."""
    read = read_lines(variant, rulebook, state, line.power, [line.text]).read
    order = read[0] if read else line.text
    old = before.get(_unit_of(order))
    return {"order": order, "replaces": old if old != order else None}


def _unit_of(text: str) -> str:
    return " ".join(text.split(" ")[:2])
