"""A game at one moment, and the record of how one moment led to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board import Board, Position, PowerId, Unit
from legation.game.phase import Phase
from legation.judge import Outcome
from legation.orders import NO_CLAUSE, ClauseId, Piece, Rejection

Places = tuple[tuple[PowerId, ...], ...]
"""Groups of powers from the first place down: one power alone in the first wins, several share a draw."""


def list_armed(position: Position) -> frozenset[PowerId]:
    """The powers that have a unit: on the board, aboard a ship, or waiting to retreat."""
    waiting = [unit for found in position.dislodged for unit in found.units]
    return frozenset(unit.power for unit in (*position.units.values(), *waiting))


def list_owners(board: Board, position: Position) -> frozenset[PowerId]:
    """The powers that own a supply centre; one that only builds and does not count is none."""
    return frozenset(owner for space, owner in position.owners.items() if board.spaces[space].centre.is_counted)


def list_survivors(board: Board, position: Position) -> frozenset[PowerId]:
    """The powers that still have a unit or own a supply centre."""
    return list_armed(position) | list_owners(board, position)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: who won, or who shares the draw."""

    kind: str
    """``victory`` or ``draw``."""
    powers: tuple[PowerId, ...]
    phase: Phase
    by_vote: bool = False
    """Agreed on, not fought out."""
    places: Places = ()
    """The places that were voted, the first of them ``powers``; ``rank_powers`` finds those of all other powers."""
    clause: ClauseId = NO_CLAUSE
    """The clause of the sheet that ended it; without one it was the rulebook's rule."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed ending, and the votes on it so far. A later vote replaces an earlier one."""

    made: Phase
    number: int
    """Counts the proposals of that phase."""
    by: PowerId
    places: Places = ()
    """Empty: a draw among all who share by the rulebook."""
    votes: Mapping[PowerId, bool] = field(default_factory=dict)
    withdrawn: bool = False
    """Withdrawn by its proposer. It stays in the state of its phase, so that its id is not used again."""

    @property
    def id(self) -> str:
        """``S1751M.1``: the first proposal made in that phase."""
        return f"{self.made}.{self.number}"


@dataclass(frozen=True, slots=True)
class Tally:
    """One proposal counted: in centres, or in powers where every vote weighs the same."""

    proposal: Proposal
    yes: int
    no: int
    silent: int
    """No vote came; it counts as no."""
    needed: int
    lapsed: bool = False
    """The first place names a power that is out of the game or in civil disorder."""
    agreement: bool = False
    """Counted as the rulebook's draw beside a scheme: each power has one vote, and all must agree."""

    @property
    def whole(self) -> int:
        """All that could have been cast."""
        return self.yes + self.no + self.silent

    @property
    def short(self) -> int:
        """How much was missing."""
        return max(0, self.needed - self.yes)

    @property
    def is_carried(self) -> bool:
        """True if the proposal ends the game. Without any voters it is not carried."""
        return self.whole > 0 and not self.short and not self.lapsed


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that is true of a game now."""

    phase: Phase
    position: Position
    ending: Ending | None = None
    proposals: tuple[Proposal, ...] = ()
    """Those not yet counted, and those withdrawn in this phase."""

    @property
    def open_proposals(self) -> tuple[Proposal, ...]:
        """The proposals on which powers may vote."""
        return tuple(proposal for proposal in self.proposals if not proposal.withdrawn)

    @property
    def shown_phase(self) -> Phase:
        """The current phase for the players: after the end, the phase that ended the game."""
        return self.ending.phase if self.ending else self.phase


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """One judged phase: what was ordered, what happened to it, and the states before and after."""

    before: GameState
    after: GameState
    texts: Mapping[PowerId, tuple[str, ...]]
    """The orders as the powers wrote them."""
    outcomes: tuple[Outcome, ...]
    rejections: tuple[Rejection, ...] = ()
    destroyed: tuple[Unit, ...] = ()
    tallies: tuple[Tally, ...] = ()
    """Proposals that were counted in this phase."""
    idle: tuple[Piece, ...] = ()
    """Units that held because none of their orders could be followed; such a ship lands no army."""

    @property
    def phase(self) -> Phase:
        """The phase that was judged."""
        return self.before.phase
