"""States with votes, for the tests of proposals, counts and endings."""

from legation.board import PowerId, SpaceId
from legation.game import (
    GameState,
    Tally,
    VoteFault,
    VoteRefusal,
    cast_vote,
    count_votes,
    parse_phase,
    parse_places,
    propose,
)
from legation.variants import Variant, load_variant
from tests.kit import make_position

STANDARD = load_variant("standard")
COLONIA_III = load_variant("colonia-iii")
COLONIA_VII = load_variant("colonia-vii")
FRANCE, GERMANY, ITALY, SPAIN, RUSSIA = map(PowerId, ("FRANCE", "GERMANY", "ITALY", "SPAIN", "RUSSIA"))
WINTER = parse_phase("W1760A")


def share_out(variant: Variant, counts: dict[str, int], *, phase: str = "W1760A", disorder: str = "") -> GameState:
    """A state in which powers own so many centres, each with a unit in it, and the rest is neutral."""
    centres = [space.id for space in variant.board.spaces.values() if space.centre.is_counted]
    owners: dict[SpaceId, PowerId] = {}
    for power, count in counts.items():
        for _ in range(count):
            owners[centres[len(owners)]] = PowerId(power)
    ill = frozenset({PowerId(disorder)} if disorder else ())
    return GameState(parse_phase(phase), variant.start._replace(owners=owners, in_disorder=ill))


def vote_all(variant: Variant, state: GameState, text: str, votes: dict[str, bool]) -> GameState:
    made = propose(variant, state, next(iter(map(PowerId, votes))), parse_places(variant, text), variant.rulebook)
    assert isinstance(made, GameState)
    for power, vote in votes.items():
        voted = cast_vote(variant, made, PowerId(power), made.proposals[-1].id, vote=vote)
        assert isinstance(voted, GameState)
        made = voted
    return made


def tally(variant: Variant, state: GameState) -> Tally:
    return count_votes(variant, state.position, state.proposals[-1])


def fault_of(result: GameState | VoteRefusal) -> VoteFault:
    assert isinstance(result, VoteRefusal)
    return result.fault


def regular(phase: str = "S1905M") -> GameState:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    return GameState(parse_phase(phase), make_position(units, centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]}))
