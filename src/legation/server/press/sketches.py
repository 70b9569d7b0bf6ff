"""Sketches: orders that accompany a letter for discussion. They never count as orders."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import GameState, parse_phase, review_lines
from legation.orders import format_order, read_submission, read_submissions
from legation.render.words import ENGLISH, word_phase, word_rejection
from legation.server.base.lru_cache import LruCache
from legation.server.base.refusals import HttpRefusal
from legation.server.game.loaded_game import GameRules, LoadedGame, load_record
from legation.server.game.order_lines import OrderLine, describe_lines
from legation.server.game.plans import check_amount
from legation.server.game.storage import list_heads

MOST_ORDERS = 150
"""Orders of one sketch: all units of a large board."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Orders in standard notation, by power, for one phase."""

    phase: str
    orders: Mapping[PowerId, Sequence[str]]


@dataclass(frozen=True, slots=True)
class ShownSketch:
    """A sketch as pages list and draw it."""

    phase: str
    phase_title: str
    orders: list[OrderLine]


_SHOWN: LruCache[tuple[str, str], ShownSketch] = LruCache(400)


def review_sketch(
    connection: Connection, game: LoadedGame, phase: str, orders: Mapping[str, Sequence[str]]
) -> Sketch | None:
    """Read a sketch by the rules of the game; refuses a line that could not be ordered. None if it is empty.

    It is for the current phase or for a judged one, since a letter may be late or look back.
    """
    if sum(map(len, orders.values())) > MOST_ORDERS:
        raise HttpRefusal(422, "sketch", case="too_many", field="sketch", most=MOST_ORDERS)
    check_amount([line for lines in orders.values() for line in lines], "sketch")
    state = _load_state(connection, game, phase)
    board = game.variant.board
    taken: dict[PowerId, list[str]] = {}
    for name, texts in orders.items():
        power = game.variant.parse_power(name)
        lines = [read_submission(power, text, board.names) for text in texts]
        for line in review_lines(board, game.rulebook, state, power, lines).lines:
            if line.rejection is not None or line.order is None:
                why = word_rejection(line.rejection) if line.rejection else ""
                raise HttpRefusal(
                    422, "sketch", case="refused", field="sketch", text=line.text, why=why.removesuffix(".")
                )
            taken.setdefault(power, []).append(format_order(line.order))
    return Sketch(str(state.phase), taken) if taken else None


def _load_state(connection: Connection, game: LoadedGame, phase: str) -> GameState:
    """The state in which a phase was, or is, played."""
    wanted = str(parse_phase(phase))
    judged = [head for head in list_heads(connection, game.id) if head.is_judged and head.phase == wanted]
    if wanted == game.row.phase and (game.row.is_in_play or not judged):
        return game.state
    if not judged:
        raise HttpRefusal(422, "sketch", case="no_such_phase", field="sketch", phase=wanted)
    return load_record(connection, game.id, judged[-1].number, judged[-1].hash).before


def write_sketch(sketch: Sketch | None) -> str | None:
    """A sketch in its stored form."""
    return None if sketch is None else json.dumps(asdict(sketch), separators=(",", ":"))


def read_sketch(text: str | None) -> Sketch | None:
    """A sketch from its stored form."""
    if text is None:
        return None
    found = json.loads(text)
    return Sketch(found["phase"], {PowerId(power): tuple(lines) for power, lines in found["orders"].items()})


def show_sketch(rules: GameRules, text: str | None) -> ShownSketch | None:
    """A stored sketch as pages draw it; it never changes, so it is cached."""
    sketch = read_sketch(text)
    if sketch is None or text is None:
        return None
    key = (rules.genesis, text)
    known = _SHOWN.get(key)
    if known is not None:
        return known
    board = rules.variant.board
    lines = describe_lines(board, read_submissions(board, sketch.orders))
    title = word_phase(parse_phase(sketch.phase))
    return _SHOWN.put(key, ShownSketch(sketch.phase, title, [line for own in lines.values() for line in own]))


def word_sketch(sketch: Sketch | None) -> list[str]:
    """A sketch as lines of text, for printed letters; none if there is no sketch."""
    if sketch is None:
        return []
    head = ENGLISH.fill("press.sketch", phase=word_phase(parse_phase(sketch.phase)))
    return [head, *(f"{power}: {order}" for power, orders in sketch.orders.items() for order in orders)]


def list_searched(text: str, stored: str | None) -> str:
    """The text that a search examines: the letter and the orders of its sketch."""
    sketch = read_sketch(stored)
    orders = [order for lines in sketch.orders.values() for order in lines] if sketch else []
    return "\n".join([text, *orders]).strip()


def word_letter(text: str, stored: str | None) -> str:
    """A letter as text, with its sketch below."""
    parts = [text, "\n".join(word_sketch(read_sketch(stored)))]
    return "\n\n".join(part for part in parts if part)
