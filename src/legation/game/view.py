"""What a power, or the public, may see of a game: everything judged and, of the rest, only the power's own part."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from legation.board import PowerId
from legation.game.game_file import SavedGame
from legation.game.history import Changed, Judged
from legation.game.placings import rank_places
from legation.game.receipts import make_receipt
from legation.game.state import GameState, PhaseRecord, Places, Proposal, Tally
from legation.game.votes import count_votes, foresee_position, is_counted_in, scheme_of
from legation.judge import Rulebook
from legation.variants import Variant, VoteScheme


@dataclass(frozen=True, slots=True)
class View:
    """A game as one power sees it, or the public."""

    viewer: PowerId | None
    """Stands for the public."""
    state: GameState
    """Open proposals carry the viewer's own vote only, unless the scheme is an open one."""
    events: tuple[Judged | Changed, ...]
    """The events that led to it, without those that were undone."""
    rulebook: Rulebook
    """By what it was judged."""
    players: Mapping[PowerId, str] = field(default_factory=dict)
    orders: tuple[str, ...] = ()
    """The viewer's own, for the phase now."""
    receipt: str = ""
    """For the viewer's orders."""
    tallies: tuple[Tally, ...] = ()
    """The current votes on open proposals, if votes are not secret."""
    places: Places = ()
    """When the game is over: the places of all powers."""

    @property
    def records(self) -> tuple[PhaseRecord, ...]:
        """The judged phases."""
        return tuple(event.record for event in self.events if isinstance(event, Judged))


def make_view(game: SavedGame, variant: Variant, rulebook: Rulebook, viewer: PowerId | None = None) -> View:
    """The view of a power, or of the public. A game master sees the saved game itself."""
    scheme = scheme_of(variant)
    history = game.history
    state = replace(history.state, proposals=game.inbox.proposals)
    orders = game.inbox.orders.get(viewer, ()) if viewer else ()
    receipt = make_receipt(history.genesis, state.phase, viewer, orders) if viewer and orders else ""
    position = foresee_position(variant.board, state)
    tallies = () if scheme.secret else tuple(count_votes(variant, position, one) for one in state.open_proposals)
    return View(
        viewer=viewer,
        state=hide_votes(state, scheme, viewer),
        events=tuple(_hide(event, scheme, viewer) for _, event in history.line),
        rulebook=rulebook,
        players=history.players,
        orders=orders,
        receipt=receipt,
        tallies=tallies,
        places=rank_places(variant, history, rulebook) if state.ending else (),
    )


def hide_votes(state: GameState, scheme: VoteScheme, viewer: PowerId | None) -> GameState:
    """The state without the votes of others, if they are secret."""
    if not scheme.secret or not state.proposals:
        return state
    return replace(state, proposals=tuple(_own_vote(proposal, viewer) for proposal in state.proposals))


def _own_vote(proposal: Proposal, viewer: PowerId | None) -> Proposal:
    return replace(proposal, votes={power: vote for power, vote in proposal.votes.items() if power == viewer})


def _hide(event: Judged | Changed, scheme: VoteScheme, viewer: PowerId | None) -> Judged | Changed:
    if isinstance(event, Changed):
        return replace(event, after=hide_votes(event.after, scheme, viewer))
    return Judged(hide_open_votes(event.record, scheme, viewer))


def hide_open_votes(record: PhaseRecord, scheme: VoteScheme, viewer: PowerId | None) -> PhaseRecord:
    """A record without the votes that were not counted in its phase."""
    before = record.before if is_counted_in(scheme, record.phase) else hide_votes(record.before, scheme, viewer)
    return replace(record, before=before, after=hide_votes(record.after, scheme, viewer))


def seal_votes(event: Judged | Changed, scheme: VoteScheme) -> Judged | Changed:
    """An event as stored in a chain that others will read: with the votes that were counted, and no others.

    Votes on open proposals are secret, even from a game master who exports the game. Judged again, the event
    gives the same.
    """
    if isinstance(event, Changed):
        return replace(event, after=hide_votes(event.after, scheme, None))
    record = event.record
    if not scheme.secret or not record.before.proposals:
        return event
    counted = {tally.proposal.id for tally in record.tallies}
    proposals = tuple(found if found.id in counted else replace(found, votes={}) for found in record.before.proposals)
    before = replace(record.before, proposals=proposals)
    return Judged(replace(record, before=before, after=hide_votes(record.after, scheme, None)))
