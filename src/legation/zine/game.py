"""Turns a printed game (a position and past turns) into a game with its chain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board import PowerId
from legation.errors import RequestError
from legation.game import SavedGame, make_setup, start_state
from legation.judge import Rulebook
from legation.variants import Variant
from legation.zine.position import read_position
from legation.zine.reading import ReadPosition
from legation.zine.turns import ReadTurn, ReadTurns, TurnText, read_turns


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A printed game as understood."""

    position: ReadPosition | None
    """None if the game begins as its variant does."""
    past: ReadTurns | None
    """None if the position cannot be used."""

    @property
    def saved(self) -> SavedGame | None:
        """The game, if there is no problem."""
        return None if self.past is None or self.past.is_open else self.past.saved

    @property
    def turns(self) -> tuple[ReadTurn, ...]:
        """The past turns that were judged."""
        return self.past.turns if self.past else ()


def read_game(
    variant: Variant,
    rulebook: Rulebook,
    position: str,
    turns: Sequence[TurnText] = (),
    *,
    phase: str = "",
    rules: str = "",
    source: str = "",
    players: Mapping[PowerId, str] | None = None,
) -> ReadGame:
    """Read a printed position and past turns; without a position, the game begins at the variant's start."""
    if position.strip():
        found = read_position(variant, rulebook, position, phase)
        if found.state is None:
            return ReadGame(found, None)
        start = found.state
    else:
        if phase:
            raise RequestError("phase", "a game that begins at another phase needs its position")
        found, start = None, start_state(variant)
    setup = make_setup(variant, rulebook, start, rules=rules, source=source)
    setup = replace(setup, players=dict(players or {}))
    return ReadGame(found, read_turns(variant, rulebook, setup, turns))


def need_game(read: ReadGame) -> SavedGame:
    """The game; raises with the first problem."""
    if read.saved is not None:
        return read.saved
    if read.past is None:
        assert read.position is not None
        found = read.position.errors[0]
        place = f"position, line {found.line}" if found.line else "position"
        raise RequestError(place, found.text, found.candidates)
    number, turn = len(read.turns), read.turns[-1]
    problem = next((found.text for found in turn.errors), "")
    if not problem:
        problem = f"{turn.differences[0].word()} Decide whether the printed position counts."
    raise RequestError(f"turns[{number - 1}]", problem)
