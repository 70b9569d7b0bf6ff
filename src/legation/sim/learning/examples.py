"""Examples to learn from: the features of a board for a power, and its centres some years later."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.board import PowerId
from legation.bots.learned import (
    FEATURES,
    Aftermaths,
    describe,
    enter_boards,
    make_board_features,
    mark_routed,
    repeat_board,
)
from legation.game import PhaseKind, PhaseRecord, Season, list_survivors
from legation.judge import Rulebook, count_centres
from legation.variants import Variant


class Examples(NamedTuple):
    """A row for each power on each board after moves."""

    features: NDArray[np.float32]
    target: NDArray[np.float32]
    """Its centres some years later."""
    is_fall: NDArray[np.bool_]
    game: NDArray[np.int64]
    """The seed of the game: whole games are held out for testing, never single boards of a game."""


def join(parts: Iterable[Examples]) -> Examples:
    """Join all examples."""
    found = [_none(), *parts]
    return Examples(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _none() -> Examples:
    return Examples(
        np.zeros((0, FEATURES), np.float32), np.zeros(0, np.float32), np.zeros(0, np.bool_), np.zeros(0, np.int64)
    )


def save_examples(examples: Examples, file: Path) -> None:
    """Write examples into a file; features as half floats, since most are small whole numbers."""
    part = file.with_suffix(".part")
    with part.open("wb") as target:
        np.savez_compressed(target, **examples._replace(features=examples.features.astype(np.float16))._asdict())
    part.rename(file)


def load_examples(file: Path) -> Examples:
    """Read a file written by ``save_examples``."""
    with np.load(file, allow_pickle=False) as arrays:
        found = Examples(*(arrays[name] for name in Examples._fields))
    return found._replace(features=found.features.astype(np.float32))


def gather_examples(
    variant: Variant, rulebook: Rulebook, records: Sequence[PhaseRecord], *, horizon: int, seed: int
) -> Examples:
    """The examples of one game: every surviving power, after every movement phase.

    Boards of the last ``horizon`` years teach nothing unless the game was won: the continuation is not known.
    """
    powers = tuple(sorted(variant.powers))
    terrain = make_board_features(variant.board, powers)
    centres = _count_by_year(variant, rulebook, records, powers)
    step = variant.calendar.round_years
    last = max(centres)
    is_won = bool(records) and records[-1].after.ending is not None and records[-1].after.ending.kind == "victory"
    found: list[Examples] = []
    for record in records:
        then = record.phase.year + horizon * step
        if record.phase.kind is not PhaseKind.MOVES or (then > last and not is_won):
            continue
        later = centres[min(then, last)]
        left = list_survivors(variant.board, record.before.position)
        alive = [number for number, power in enumerate(powers) if power in left]
        rows = repeat_board(_enter(variant, rulebook, record, powers), len(alive))
        features = describe(terrain, rows, np.array(alive, np.int8))
        is_fall = record.phase.season is Season.FALL
        count = len(alive)
        found.append(
            Examples(
                features,
                np.array([later[number] for number in alive], np.float32),
                np.full(count, is_fall),
                np.full(count, seed, np.int64),
            )
        )
    return join(found)


def _enter(variant: Variant, rulebook: Rulebook, record: PhaseRecord, powers: Sequence[PowerId]) -> Aftermaths:
    """The board straight after the moves, as a search values it: owners as before, dislodged units marked."""
    position = record.after.position
    board = enter_boards(variant.board, rulebook, powers, [position])
    mark_routed(board, 0, variant.board, powers, record.destroyed)
    before = enter_boards(variant.board, rulebook, powers, [record.before.position])
    return board._replace(owner=before.owner)


def _count_by_year(
    variant: Variant, rulebook: Rulebook, records: Sequence[PhaseRecord], powers: Sequence[PowerId]
) -> dict[int, list[int]]:
    """The centres of all powers at the end of each year."""
    found: dict[int, list[int]] = {}
    for record in records:
        position = record.after.position
        found[record.phase.year] = [count_centres(variant.board, position, power, rulebook) for power in powers]
    return found
