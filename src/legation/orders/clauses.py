"""The clauses of a rule sheet as values, with their topics. ``variants`` reads them from tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NewType

from legation.board import SpaceId

ClauseId = NewType("ClauseId", str)
"""The id of a clause, such as ``C7-4b``; the variant's page has each of them."""

NO_CLAUSE: Final = ClauseId("")
"""Used where no clause of a sheet decided, but the rulebook did."""


class Topic(StrEnum):
    """The topic for which a clause can be cited."""

    RULEBOOK = "rulebook"
    CROSSING = "crossing"
    """A border that units of both kinds pass."""
    PASSAGE = "passage"
    """A border, or a space, that lets ships through."""
    GAP = "gap"
    """Two spaces that look like neighbours but are not."""
    BOX = "box"
    """A space beside the board that is entered and left only as the clause says."""
    NO_ARMIES = "no_armies"
    NO_FLEETS = "no_fleets"
    """A space that ships pass but never enter."""
    NO_CONVOYS = "no_convoys"
    """A sea through which no convoy goes."""
    COLONY_BUILDS = "colony_builds"
    SPECIAL_BUILDS = "special_builds"
    SPECIAL_NEEDS_OWNER = "special_needs_owner"
    SPECIAL_FOR_OTHERS = "special_for_others"
    BUILD_ONLY = "build_only"
    FERRY = "ferry"
    FERRY_OVER_ONE_SEA = "ferry_over_one_sea"
    FERRY_OF_OWN_POWER = "ferry_of_own_power"
    FERRY_FROM_ISLANDS = "ferry_from_islands"
    FERRY_TAKES_ONE = "ferry_takes_one"
    FERRY_HAS_CONVOYED = "ferry_has_convoyed"
    COLONY_COUNTS = "colony_counts"
    STAND_OFF_DISRUPTS = "stand_off_disrupts"
    ENTRY_DISRUPTS = "entry_disrupts"
    EMBARKING = "embarking"
    CARRYING = "carrying"
    EMBARKING_FAILS = "embarking_fails"
    LANDING = "landing"
    CHANGING_SHIPS = "changing_ships"
    LANDING_FAILS = "landing_fails"
    TRANSPORTS_ALLOWED = "transports_allowed"
    TRANSPORT_ENTERS = "transport_enters"
    TRANSPORT_SINKS = "transport_sinks"
    TRANSPORT_YIELDS = "transport_yields"
    TRANSPORT_SUPPORTS = "transport_supports"
    TRANSPORT_IS_SUPPORTED = "transport_is_supported"
    TRANSPORT_CUTS_NOTHING = "transport_cuts_nothing"
    BOMB_FLIES = "bomb_flies"
    BOMB_DESTROYS = "bomb_destroys"
    BOMB_RUINS = "bomb_ruins"
    BOMB_CARRIED = "bomb_carried"
    BOMB_OF_DISLODGED = "bomb_of_dislodged"
    BOMB_SPARES = "bomb_spares"
    VICTORY = "victory"
    LARGER_WINS = "larger_wins"
    """Several powers have enough centres, and the largest of them wins."""
    SHARED_VICTORY = "shared_victory"
    """Several powers meet their conditions at the same time."""
    CONCESSION = "concession"
    FULL_BOARD_VOTE = "full_board_vote"
    """The number of votes that a sheet prints for a board with every centre owned."""
    AGREED_DRAW = "agreed_draw"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sheet, in a sentence."""

    id: ClauseId
    text: str


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a sheet, and the one that decides each topic; some apply only to certain places or powers."""

    listed: Mapping[ClauseId, Clause] = field(default_factory=dict)
    decides: Mapping[tuple[Topic, str], ClauseId] = field(default_factory=dict)
    ways: frozenset[str] = field(init=False, compare=False, repr=False)
    """The spaces at which some clause opens a border: most moves need no look-up."""

    def __post_init__(self) -> None:
        scopes = [scope for topic, scope in self.decides if topic in (Topic.CROSSING, Topic.PASSAGE)]
        object.__setattr__(self, "ways", frozenset(end for scope in scopes for end in scope.split("-")))

    def cite(self, topic: Topic, *scopes: str) -> ClauseId:
        """The clause on a topic: the one for the first matching scope, or the general one, or none."""
        decides = self.decides
        if decides:
            for scope in (*scopes, ""):
                found = decides.get((topic, scope))
                if found:
                    return found
        return NO_CLAUSE

    def cite_exactly(self, topic: Topic, *scopes: str) -> ClauseId:
        """The clause on a topic for exactly these places, if one names any of them."""
        found = (self.decides.get((topic, scope)) for scope in scopes)
        return next((clause for clause in found if clause), NO_CLAUSE)

    def cite_way(self, start: SpaceId, end: SpaceId, *, sails: bool) -> ClauseId:
        """The clause that opens the border that a unit crossed."""
        if start not in self.ways and end not in self.ways:
            return NO_CLAUSE
        border = name_border(start, end)
        crossing = self.cite_exactly(Topic.CROSSING, border)
        return crossing or (self.cite_exactly(Topic.PASSAGE, border, start, end) if sails else NO_CLAUSE)

    def join(self, others: "Clauses") -> "Clauses":
        """The clauses of both sheets."""
        return Clauses({**self.listed, **others.listed}, {**self.decides, **others.decides})


NO_CLAUSES: Final = Clauses()
"""For a board without a rule sheet."""


def name_border(one: SpaceId, other: SpaceId) -> str:
    """``CLY-IRE``: a border as the table names it, in either direction."""
    return "-".join(sorted((one, other)))
