"""Rooms: keys, names, closing times."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from legation.board import PowerId
from legation.game import PhaseKind
from legation.server.game.records import GameStatus
from legation.server.game.terms import PressTerms
from legation.server.press.rooms import (
    ALL,
    PressState,
    Reader,
    find_closing,
    list_members,
    make_key,
    may_read,
    name_room,
    why_closed,
    why_not_write,
)
from legation.variants import load_variant

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
POWERS = st.sampled_from([PowerId(name) for name in load_variant("standard").powers])
OPEN = PressState(GameStatus.RUNNING, PhaseKind.MOVES, NOW + timedelta(hours=2), is_paused=False, now=NOW)


@given(POWERS, st.lists(POWERS, min_size=1, max_size=5))
def test_a_room_is_open_to_its_members_and_nobody_else(writer: PowerId, to: list[PowerId]) -> None:
    key = make_key(Reader(writer), to)
    if key is None:
        assert set(to) == {writer}
        return
    assert set(list_members(key)) == {writer, *to}
    for power in load_variant("standard").powers:
        assert may_read(key, Reader(power)) == (power in {writer, *to})
    assert not may_read(key, Reader(is_gm=True))
    assert not may_read(key, Reader())


def test_a_game_master_reads_letters_to_it_and_a_player_only_its_own() -> None:
    key = make_key(Reader(PowerId("FRANCE")), "gm")
    assert key == "gm:FRANCE"
    assert may_read(key, Reader(is_gm=True))
    assert may_read(key, Reader(PowerId("FRANCE")))
    assert not may_read(key, Reader(PowerId("ITALY")))


def test_a_game_master_answers_in_the_same_room() -> None:
    assert make_key(Reader(is_gm=True), [PowerId("FRANCE")]) == "gm:FRANCE"
    assert make_key(Reader(is_gm=True), [PowerId("FRANCE"), PowerId("ITALY")]) is None
    assert make_key(Reader(is_gm=True), "gm") is None


def test_rooms_are_named_for_who_looks() -> None:
    variant = load_variant("standard")
    assert name_room(variant, "all", Reader()) == "Everybody"
    assert name_room(variant, "AUSTRIA+FRANCE", Reader(PowerId("FRANCE"))) == "Austria and you"
    assert name_room(variant, "AUSTRIA+FRANCE+ITALY", Reader(PowerId("ITALY"))) == "Austria, France and you"
    assert name_room(variant, "AUSTRIA+FRANCE", Reader()) == "Austria and France"


def test_press_closes_its_minutes_before_the_deadline_to_the_second() -> None:
    terms = PressTerms(closes_minutes=60)
    assert find_closing(terms, OPEN) == NOW + timedelta(hours=1)
    assert (
        why_closed(
            terms, PressState(GameStatus.RUNNING, PhaseKind.MOVES, OPEN.deadline, False, NOW + timedelta(minutes=59))
        )
        is None
    )
    assert why_closed(
        terms, PressState(GameStatus.RUNNING, PhaseKind.MOVES, OPEN.deadline, False, NOW + timedelta(hours=1))
    )
    assert (
        why_closed(terms, PressState(GameStatus.PAUSED, PhaseKind.MOVES, OPEN.deadline, True, NOW + timedelta(hours=1)))
        is None
    )
    assert why_closed(PressTerms(), PressState(GameStatus.RUNNING, PhaseKind.MOVES, NOW, False, NOW)) is None


def test_before_the_beginning_and_after_the_end_powers_write_nothing_privately() -> None:
    assert (
        why_closed(PressTerms(), PressState(GameStatus.OPEN, PhaseKind.MOVES, None, False, NOW))
        == "Press opens when the game begins."
    )
    assert "over" in (why_closed(PressTerms(), PressState(GameStatus.ENDED, PhaseKind.MOVES, None, False, NOW)) or "")


def test_eliminated_powers_write_where_the_terms_let_them_and_to_the_game_master_always() -> None:
    out, france = replace(OPEN, is_out=True), Reader(PowerId("FRANCE"))
    silent = PressTerms(eliminated=False)
    for key in (ALL, "ENGLAND+FRANCE"):
        assert why_not_write(PressTerms(), key, france, out, is_grey=False) is None
        assert "can only write to the game master" in (why_not_write(silent, key, france, out, is_grey=False) or "")
        assert why_not_write(silent, key, france, OPEN, is_grey=False) is None
    assert why_not_write(silent, "gm:FRANCE", france, out, is_grey=False) is None
    over = replace(out, status=GameStatus.ENDED)
    assert why_not_write(silent, ALL, france, over, is_grey=False) is None
