"""A player's orders for one phase during entry; each line is reviewed at once."""

from dataclasses import dataclass

from legation.board import PowerId
from legation.game import GameState, PhaseKind, Review, ReviewedLine, join_lines, list_headings, review_lines
from legation.judge import Rulebook
from legation.orders import (
    LetterLines,
    Order,
    Submission,
    belongs_to,
    format_order,
    join_text,
    read_submission,
    split_lines,
    write_submissions,
)
from legation.render.words import ENGLISH, word_caution, word_rejection
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a line: what was understood, or why it was refused."""

    is_taken: bool
    text: str


class OrderEntry:
    """The accepted lines, and their review as a whole."""

    def __init__(self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId) -> None:
        self.variant = variant
        self.rulebook = rulebook
        self.state = state
        self.power = power
        self.lines: list[Submission] = []
        """The lines to submit."""
        self.review = self._review([])
        self.letter = LetterLines(variant.board.names, list_headings(variant, power), str(state.phase))
        """The lines above the next one, if a letter is pasted line by line."""
        self.last = ""
        """The line above."""
        self.before = self.lines
        """The lines to submit without those of the line above."""

    def _review(self, lines: list[Submission]) -> Review:
        return review_lines(self.variant.board, self.rulebook, self.state, self.power, lines)

    def take(self, text: str) -> list[Reply]:
        """Read one line, which may contain several orders.

        A line that is about the one above (``unless Italy moves``) takes back the orders of that one.
        """
        names, phase = self.variant.board.names, str(self.state.phase)
        if belongs_to(self.last, text, names):
            self.lines = self.before
            self.review = self._review(self.lines)
            text = join_text(self.last, text)
        self.before, self.last = self.lines, text
        own = list_headings(self.variant, self.power)
        return [
            self._take_one(read_submission(self.power, found.text, names))
            for found in split_lines(text, names, own, phase, self.letter)
        ]

    def _take_one(self, line: Submission) -> Reply:
        """Add a line if it is valid; it replaces an earlier one for the same unit."""
        lines = join_lines(self.state, self.lines, [line])
        review = self._review(lines)
        found = review.lines[-1]
        if found.rejection is not None:
            return Reply(False, word_rejection(found.rejection))
        is_replacing = len(lines) <= len(self.lines)
        self.lines, self.review = lines, review
        return Reply(True, _describe_line(found, is_replacing=is_replacing))

    def undo(self) -> str | None:
        """Undo the last line and return its text, if there was one."""
        if not self.lines:
            return None
        last = self.lines.pop()
        self.review = self._review(self.lines)
        return last.text

    def fill(self, orders: list[Order]) -> list[str]:
        """Add orders for units without one; returns those that were added."""
        added = []
        for line in write_submissions({self.power: orders}):
            is_new = len(join_lines(self.state, self.lines, [line])) > len(self.lines)
            if is_new and self._take_one(line).is_taken:
                added.append(line.text)
        return added

    def still_open(self) -> list[str]:
        """What still needs an order: units, units to retreat, or the number of builds or removals."""
        if self.state.phase.kind is not PhaseKind.ADJUSTMENTS:
            return [str(unit) for unit in self.review.idle]
        unused = self.review.unused
        key = "play.builds" if unused > 0 else "play.removals"
        return [ENGLISH.count(key, abs(unused))] if unused else []


def _describe_line(line: ReviewedLine, *, is_replacing: bool) -> str:
    assert line.order is not None
    text = format_order(line.order)
    if is_replacing:
        text = ENGLISH.fill("play.replaced", order=text)
    return f"{text}. {word_caution(line.caution)}" if line.caution else text
