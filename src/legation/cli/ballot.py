"""Proposals and votes in ``legation play``: the player's commands, and the bots' votes."""

from legation.board import PowerId
from legation.bots import Quiet, vote_on_all
from legation.errors import LegationError
from legation.game import Proposal, VoteRefusal, format_places
from legation.library import Game
from legation.render.words import ENGLISH, word_vote_refusal

ANSWERS = {"yes": True, "no": False, "none": None}
QUIET_YEARS = 3
"""Bots agree to a draw when no centre has changed hands for this many years."""


class Ballot:
    """The player's side of the votes."""

    def __init__(self, game: Game, power: PowerId) -> None:
        self.game = game
        self.power = power
        self._quiet = Quiet(game)

    def propose(self, rest: str) -> str:
        """``propose draw``, ``propose FRANCE + SPAIN``."""
        try:
            done = self.game.propose(self.power, rest or "draw")
        except LegationError as error:
            return f"  ! {error}"
        if isinstance(done, VoteRefusal):
            return f"  ! {word_vote_refusal(done)}"
        self.game.vote(self.power, True, done.id)
        return f"  + {ENGLISH.fill('play.vote.proposed', proposal=_name(done))}"

    def vote(self, rest: str) -> str:
        """``vote yes``, ``vote no S1751M.1``."""
        word, _, proposal = rest.partition(" ")
        if word.lower() not in ANSWERS:
            return f"  ! {ENGLISH.texts['play.vote.unclear']}"
        if not proposal and not self.game.state.open_proposals:
            return f"  ! {ENGLISH.texts['play.vote.nothing_proposed']}"
        vote = ANSWERS[word.lower()]
        done = self.game.vote(self.power, vote, proposal.strip() or None)
        if isinstance(done, VoteRefusal):
            return f"  ! {word_vote_refusal(done)}"
        return f"  + {ENGLISH.fill(f'play.vote.{word.lower()}', proposal=_name(done))}"

    def withdraw(self, rest: str) -> str:
        """``withdraw``, ``withdraw S1751M.1``: a proposal of the player's own."""
        done = self.game.withdraw_proposal(self.power, rest or None)
        if isinstance(done, VoteRefusal):
            return f"  ! {word_vote_refusal(done)}"
        return f"  + {ENGLISH.fill('play.vote.withdrawn', proposal=_name(done))}"

    def let_bots_vote(self) -> None:
        """Let every other power vote on the open proposals."""
        is_quiet = self._quiet.years_now(self.game) >= QUIET_YEARS
        vote_on_all(self.game, [other for other in self.game.variant.powers if other != self.power], is_quiet=is_quiet)

    def list_open(self) -> str:
        """The open proposals."""
        proposals = self.game.state.open_proposals
        return "\n".join(ENGLISH.fill("play.vote.open", power=found.by, proposal=_name(found)) for found in proposals)


def _name(proposal: Proposal) -> str:
    return f"{proposal.id} {format_places(proposal.places)}"
