"""Who may write to whom: what the one place that decides it says to each writer. Pure."""

from datetime import UTC, datetime, timedelta

import pytest

from legation.board import PowerId
from legation.game import PhaseKind
from legation.server.base.refusals import HttpRefusal
from legation.server.game.records import GameStatus
from legation.server.game.terms import PressTerms
from legation.server.press.rights import WritingRights
from legation.server.press.rooms import ALL, PressState, Reader

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
FRANCE, ITALY, TURKEY = PowerId("FRANCE"), PowerId("ITALY"), PowerId("TURKEY")
OPEN = PressState(GameStatus.RUNNING, PhaseKind.MOVES, NOW + timedelta(hours=2), is_paused=False, now=NOW)
OVER = PressState(GameStatus.ENDED, PhaseKind.MOVES, None, is_paused=False, now=NOW)
NO_WRITER = "Only players and the game master can write here."


def rights(
    writer: Reader | None, state: PressState = OPEN, *, solo: bool = False, silent: bool = False
) -> WritingRights:
    """What somebody may write in a game that allows all press."""
    return WritingRights(PressTerms(), state, writer, solo, silent)


@pytest.mark.parametrize(
    ("found", "key", "obstacle"),
    [
        (rights(None), ALL, NO_WRITER),
        (rights(Reader(FRANCE)), ALL, None),
        (rights(Reader(FRANCE), silent=True), ALL, "The bots do not talk: nobody would read this."),
        (rights(Reader(FRANCE)), "gm:FRANCE", None),
        (rights(Reader(FRANCE), solo=True), "gm:FRANCE", "This game has no game master."),
        (rights(Reader(FRANCE), solo=True), "FRANCE+ITALY", None),
        (rights(Reader(is_gm=True), OVER), "gm:FRANCE", None),
    ],
)
def test_a_letter_meets_an_obstacle_or_none(found: WritingRights, key: str, obstacle: str | None) -> None:
    assert found.find_obstacle(key) == obstacle
    if obstacle is None:
        found.need(key)
        return
    with pytest.raises(HttpRefusal) as refusal:
        found.need(key)
    assert (refusal.value.status, refusal.value.code) == (403, "press_closed")


def test_nobody_writes_to_themselves_and_a_game_master_writes_to_one_power() -> None:
    player, gm = rights(Reader(FRANCE)), rights(Reader(is_gm=True))
    assert player.find_obstacle_to([FRANCE]) != gm.find_obstacle_to([FRANCE, ITALY])
    assert player.find_obstacle_to([FRANCE])
    assert gm.find_obstacle_to([FRANCE, ITALY])
    assert player.find_obstacle_to([ITALY, TURKEY]) is None
    assert gm.find_obstacle_to([FRANCE]) is None
    assert rights(None).find_obstacle_to([FRANCE]) == NO_WRITER


def test_closed_press_is_told_to_players_alone() -> None:
    assert rights(Reader(FRANCE), OVER).why_closed
    assert rights(Reader(FRANCE)).why_closed is None
    assert rights(Reader(is_gm=True), OVER).why_closed is None
    assert rights(None, OVER).why_closed is None
