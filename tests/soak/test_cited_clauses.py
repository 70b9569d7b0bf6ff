"""No clause is cited where it has nothing to say: what each topic speaks of is looked up in bot games."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from legation.board import Board, CentreKind, LocationId, Position, SpaceId, UnitKind, space_of
from legation.bots import GreedyBot, Patience, WhimBot, play_match
from legation.game import PhaseRecord
from legation.judge import BombMark, Outcome, Reason
from legation.orders import (
    Bomb,
    Build,
    ClauseId,
    Clauses,
    Embark,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
    Topic,
    Waive,
    name_border,
)
from legation.variants.rules.gigaton_bomb import GigatonBomb
from tests.soak.bot_games import list_matches, new_game

YEARS = 6
Check = Callable[[Board, Position, Outcome], bool]


def is_build_in(*kinds: CentreKind) -> Check:
    def check(board: Board, before: Position, outcome: Outcome) -> bool:
        order = outcome.order
        return isinstance(order, Build) and board.spaces[order.unit.space].centre in kinds

    return check


def is_ferried(board: Board, before: Position, outcome: Outcome) -> bool:
    order = outcome.order
    return isinstance(order, Retreat) and order.target not in board.army_moves[order.unit.location]


def enters_a_colony(board: Board, before: Position, outcome: Outcome) -> bool:
    order = outcome.order
    return isinstance(order, Move) and board.spaces[space_of(order.target)].centre is CentreKind.COLONIAL


def is_boarding(board: Board, before: Position, outcome: Outcome) -> bool:
    return isinstance(outcome.order, Embark) or outcome.reason in (Reason.EMBARKED, Reason.NOT_TAKEN_ABOARD)


def is_of_an_army_aboard(board: Board, before: Position, outcome: Outcome) -> bool:
    order = outcome.order
    if isinstance(order, Bomb | Waive | Build):
        return False
    aboard = [army.space for army in before.armies_aboard]
    return order.unit.space in aboard or (isinstance(order, Embark) and order.army.space in aboard)


def has_transport_near(board: Board, before: Position, outcome: Outcome) -> bool:
    """A transport fleet stood in, or next to, a space that the order is about."""
    order = outcome.order
    if isinstance(order, Bomb | Waive | Build):
        return False
    spaces = {order.unit.space}
    spaces |= {space_of(order.target)} if isinstance(order, Move | SupportMove) else set()
    spaces |= {order.supported.space} if isinstance(order, SupportHold | SupportMove) else set()
    near = 0
    for space in spaces:
        number = board.index[LocationId(space)]
        near |= board.plain_links[number] | 1 << number
    fleets = [unit for unit in before.units.values() if unit.kind is UnitKind.TRANSPORT]
    return any(near >> board.index[LocationId(fleet.space)] & 1 for fleet in fleets)


def is_of_a_transport(board: Board, before: Position, outcome: Outcome) -> bool:
    order = outcome.order
    return not isinstance(order, Bomb | Waive) and order.unit.kind is UnitKind.TRANSPORT


def is_bomb_order(board: Board, before: Position, outcome: Outcome) -> bool:
    return isinstance(outcome.order, Bomb)


def carries_a_bomb(board: Board, before: Position, outcome: Outcome) -> bool:
    return isinstance(outcome.order, Move) and outcome.order.carry > 0


def was_driven_from_bombs(board: Board, before: Position, outcome: Outcome) -> bool:
    """The unit was dislodged or destroyed where bombs lay."""
    bombs = {mark.space for mark in GigatonBomb().describe_marks(board, before) if isinstance(mark, BombMark)}
    return (
        outcome.harm is not None and not isinstance(outcome.order, Bomb | Waive) and outcome.order.unit.space in bombs
    )


def was_destroyed(board: Board, before: Position, outcome: Outcome) -> bool:
    return isinstance(outcome.order, Bomb) or outcome.harm is not None


CHECKS: Final[Mapping[Topic, Check]] = {
    Topic.COLONY_BUILDS: is_build_in(CentreKind.COLONIAL),
    Topic.SPECIAL_BUILDS: is_build_in(CentreKind.SPECIAL),
    Topic.BUILD_ONLY: is_build_in(CentreKind.BUILD_ONLY),
    Topic.FERRY: is_ferried,
    Topic.STAND_OFF_DISRUPTS: enters_a_colony,
    Topic.ENTRY_DISRUPTS: enters_a_colony,
    Topic.EMBARKING: is_boarding,
    Topic.EMBARKING_FAILS: lambda board, before, outcome: isinstance(outcome.order, Move | Embark),
    Topic.CARRYING: is_of_an_army_aboard,
    Topic.LANDING: is_of_an_army_aboard,
    Topic.LANDING_FAILS: is_of_an_army_aboard,
    Topic.CHANGING_SHIPS: is_of_an_army_aboard,
    Topic.TRANSPORT_SINKS: has_transport_near,
    Topic.TRANSPORT_YIELDS: has_transport_near,
    Topic.TRANSPORT_SUPPORTS: has_transport_near,
    Topic.TRANSPORT_IS_SUPPORTED: has_transport_near,
    Topic.TRANSPORT_CUTS_NOTHING: has_transport_near,
    Topic.TRANSPORTS_ALLOWED: is_of_a_transport,
    Topic.BOMB_FLIES: is_bomb_order,
    Topic.BOMB_RUINS: is_bomb_order,
    Topic.BOMB_DESTROYS: was_destroyed,
    Topic.BOMB_CARRIED: carries_a_bomb,
    Topic.BOMB_OF_DISLODGED: was_driven_from_bombs,
}


def holds(clauses: Clauses, clause: ClauseId, board: Board, before: Position, outcome: Outcome) -> bool:
    """Whether one of the topics that a clause decides is what the outcome is about."""
    decided = [(topic, scope) for (topic, scope), found in clauses.decides.items() if found == clause]
    return any(_is_about(topic, scope, board, before, outcome) for topic, scope in decided)


def _is_about(topic: Topic, scope: str, board: Board, before: Position, outcome: Outcome) -> bool:
    if topic in (Topic.CROSSING, Topic.PASSAGE):
        order = outcome.order
        if not isinstance(order, Move | Retreat):
            return False
        ends: tuple[SpaceId, SpaceId] = (order.unit.space, space_of(order.target))
        return scope in (name_border(*ends), *ends)
    return topic in CHECKS and CHECKS[topic](board, before, outcome)


@pytest.mark.parametrize("match", list_matches())
def test_every_clause_that_is_cited_has_something_to_say(match: str) -> None:
    game = new_game(match)
    wrong: list[str] = []
    cited = 0

    def watch(record: PhaseRecord) -> None:
        nonlocal cited
        before = record.before.position
        for outcome in record.outcomes:
            cited += len(outcome.clauses)
            wrong.extend(
                f"{record.phase} {outcome.order}: {clause}"
                for clause in outcome.clauses
                if not holds(game.rulebook.clauses, clause, game.variant.board, before, outcome)
            )

    play_match(game, WhimBot(GreedyBot(), 0.2), seed=7, patience=Patience(years=YEARS), watch=watch)
    assert wrong == []
    assert cited > 0 or match == "standard"
