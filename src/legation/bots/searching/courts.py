"""Judges joint moves by the thousand: each of a power's sets of orders against each of the others' sets."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from legation import batch
from legation.batch import Codes
from legation.board import Position, PowerId, UnitKey
from legation.bots.aftermaths import Aftermaths, enter_boards
from legation.bots.survey import Survey
from legation.judge import Rulebook
from legation.judge import judge_moves as judge_one
from legation.orders import MovementOrder, make_order_book, write_submissions
from legation.variants import Variant

Book = Mapping[UnitKey, MovementOrder]
"""Orders of one or several powers, by the keys of their units."""


class Court(Protocol):
    """Judges every candidate against every reply."""

    powers: tuple[PowerId, ...]
    slice: int
    """The number of joint moves to judge at once: small enough to check the clock in between."""

    def judge(self, candidates: Sequence[Book], replies: Sequence[Book]) -> Aftermaths:
        """The resulting boards: the first candidate against all replies, then the second, and so on."""


class ArrayCourt:
    """Judges with the batch engine."""

    slice = 2048

    def __init__(self, board: batch.BatchBoard, position: Position) -> None:
        self.board = board
        self.powers = board.powers
        self.games = batch.encode_positions(board, [position])
        self._laden = [army.space for army in position.armies_aboard]

    def judge(self, candidates: Sequence[Book], replies: Sequence[Book]) -> Aftermaths:
        """The resulting boards: the first candidate against all replies, then the second, and so on."""
        mine, theirs = self.encode(candidates), self.encode(replies)
        # No order is 0, and no unit is in both: so the sum has the orders of both.
        return self.judge_codes((mine[:, None, :] + theirs[None, :, :]).reshape(-1, mine.shape[1]))

    def encode(self, books: Sequence[Book]) -> Codes:
        """A row of codes for each set of orders."""
        return batch.encode_orders(self.board, books, self._laden)

    def judge_codes(self, joint: Codes) -> Aftermaths:
        """The boards after joint moves, one per row."""
        after, _ = batch.judge_moves(self.board, batch.repeat(self.games, len(joint)), joint)
        sails = np.minimum(after.kind, batch.codes.FLEET)
        return Aftermaths(after.power, sails, after.place, after.owner, after.out_power)


class ReferenceCourt:
    """Judges with the reference judge what the batch engine does not cover: slower, but it knows every rule."""

    slice = 64

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.powers = tuple(sorted(survey.variant.powers))

    def judge(self, candidates: Sequence[Book], replies: Sequence[Book]) -> Aftermaths:
        """The resulting boards: the first candidate against all replies, then the second, and so on."""
        boards = [self._judge({**reply, **candidate}) for candidate in candidates for reply in replies]
        return enter_boards(self.survey.board, self.survey.rulebook, self.powers, boards)

    def _judge(self, orders: Book) -> Position:
        survey = self.survey
        lines: dict[PowerId, list[MovementOrder]] = {}
        for key, order in orders.items():
            lines.setdefault(survey.tables[key].unit.power, []).append(order)
        rules = survey.rulebook.order_rules
        book = make_order_book(survey.board, survey.position, write_submissions(lines), rules)
        return judge_one(survey.board, survey.position, book, survey.rulebook).position


class Courts:
    """Keeps the arrays of the last variant, so that they are made once per game."""

    def __init__(self) -> None:
        self._last: tuple[Variant, Rulebook, batch.BatchBoard | None] | None = None

    def open(self, survey: Survey) -> Court:
        """A court for a position: the batch engine's where its kernels cover all rules in play."""
        board = self._board(survey)
        position = survey.position
        if board is None or position.in_disorder or set(position.memory) - _list_known_memory(board):
            return ReferenceCourt(survey)
        return ArrayCourt(board, position)

    def _board(self, survey: Survey) -> batch.BatchBoard | None:
        last = self._last
        if last is None or last[0] is not survey.variant or last[1] is not survey.rulebook:
            is_covered = not batch.list_uncovered(survey.board, survey.rulebook)
            board = batch.make_batch_board(survey.variant, survey.rulebook) if is_covered else None
            if board is not None and board.colonial is not None and board.colonial.has_other_rules:
                board = None  # its moves would go through the reference judge anyway
            last = self._last = (survey.variant, survey.rulebook, board)
        return last[2]


def _list_known_memory(board: batch.BatchBoard) -> set[str]:
    """The rules whose memory the arrays of a movement phase keep."""
    return set() if board.colonial is None else {board.colonial.rules.name}
