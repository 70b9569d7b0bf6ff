"""The talks of one phase: bots write their letters, read people's letters, and answer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from legation.board import PowerId
from legation.bots.survey import Survey
from legation.bots.talking.characters import Character
from legation.bots.talking.diplomat import Diplomat
from legation.bots.talking.memory import Memory
from legation.bots.talking.messages import Ask, Draw, Letter, Meaning, NoUnit, Offer, Peace, Puzzled
from legation.bots.talking.parley import open_talks
from legation.bots.talking.reading import Talk, find_open_proposal, read_letter
from legation.game import GameState
from legation.judge import Rulebook
from legation.orders import Order, format_order, read_line
from legation.variants import Variant

MOST_LETTERS: Final = 8
"""The most letters that a bot writes to one power in one phase."""


class TalkingSeat(NamedTuple):
    """A bot that talks, and its private knowledge: its orders as text, and its memory."""

    power: PowerId
    character: Character
    memory: Memory
    orders: tuple[str, ...]
    seed: int
    likes_draw: bool = False
    may_vote: bool = True
    """False if bots do not vote in this game."""
    is_opening: bool = False
    """True if it has not written yet in this phase."""


class WrittenLetter(NamedTuple):
    """A letter of a person to a bot."""

    sender: PowerId
    to: PowerId
    text: str
    sketch: Mapping[PowerId, Sequence[str]]
    """Orders as text, by power; empty if there is no sketch."""
    is_shared: bool = False
    """True if others read it as well: then only requests and offers to the bot are for it."""


class TalkResult(NamedTuple):
    """The results of talks."""

    letters: tuple[Letter, ...] = ()
    """The letters of bots, in order."""
    understood: tuple[tuple[Meaning, ...], ...] = ()
    """The meaning of each letter of a person."""
    orders: Mapping[PowerId, tuple[str, ...]] = {}
    """The orders of each bot after that, as text."""


def hold_talks(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    seats: Sequence[TalkingSeat],
    *,
    incoming: Sequence[WrittenLetter] = (),
    said: Sequence[Letter] = (),
) -> TalkResult:
    """Let bots talk in a movement phase; ``incoming`` are people's letters, ``said`` the earlier ones of the phase."""
    survey = Survey(variant, rulebook, state.position)
    diplomats = {
        seat.power: Diplomat(
            survey,
            state.phase,
            seat.character,
            seat.memory,
            _read_orders(variant, seat.orders),
            seed=seat.seed,
            likes_draw=seat.likes_draw,
            may_vote=seat.may_vote,
            said=said,
        )
        for seat in seats
    }
    opening = {seat.power: diplomats[seat.power] for seat in seats if seat.is_opening}
    talks = _Talks(survey, state, diplomats, [*said])
    talks.add(open_talks(opening))
    understood = tuple(talks.answer(letter) for letter in incoming)
    orders = {
        power: tuple(format_order(order) for order in diplomat.list_orders()) for power, diplomat in diplomats.items()
    }
    return TalkResult(tuple(talks.written), understood, orders)


class _Talks:
    """The letters of a phase while bots answer."""

    def __init__(
        self, survey: Survey, state: GameState, diplomats: Mapping[PowerId, Diplomat], said: list[Letter]
    ) -> None:
        self.survey = survey
        self.state = state
        self.diplomats = diplomats
        self.said = said
        self.written: list[Letter] = []
        self._counts = Counter((letter.sender, letter.to) for letter in said)

    def add(self, letters: Sequence[Letter]) -> None:
        """Add letters of bots."""
        self.said += letters
        self.written += letters
        self._counts.update((letter.sender, letter.to) for letter in letters)

    def answer(self, letter: WrittenLetter) -> tuple[Meaning, ...]:
        """Read a letter and answer it; returns its meaning."""
        writer, reader = letter.sender, letter.to
        proposal = None if letter.is_shared else find_open_proposal(self.said, reader, writer)
        talk = Talk(self.survey, writer, reader, proposal)
        sketch = {power: _read_orders(self.survey.variant, lines) for power, lines in letter.sketch.items()}
        meanings = read_letter(talk, letter.text, sketch or None)
        if letter.is_shared:
            meanings = [meaning for meaning in meanings if _is_for_reader(meaning)]
        for meaning in meanings:
            heard = Letter(self.state.phase, writer, reader, meaning)
            self.said.append(heard)
            if self._counts[reader, writer] >= MOST_LETTERS:
                continue  # nothing is agreed to in silence
            reply = self.diplomats[reader].hear(heard)
            if reply is not None and not self._is_repeated(reader, writer, reply):
                self.add([Letter(self.state.phase, reader, writer, reply)])
        return tuple(meanings)

    def _is_repeated(self, sender: PowerId, to: PowerId, meaning: Meaning) -> bool:
        """True if this repeats that a letter makes no sense, which is said once per phase."""
        return isinstance(meaning, Puzzled | NoUnit) and any(
            (old.sender, old.to, old.meaning) == (sender, to, meaning) for old in self.said
        )


def _is_for_reader(meaning: Meaning) -> bool:
    """True if a message to several powers asks this one or offers it something."""
    match meaning:
        case Peace() | Draw() | Offer():
            return True
        case Ask(orders):
            return bool(orders)
        case _:
            return False


def _read_orders(variant: Variant, texts: Sequence[str]) -> list[Order]:
    readings = (read_line(text, variant.board.names) for text in texts)
    return [order for order in readings if isinstance(order, Order)]
