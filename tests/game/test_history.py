from dataclasses import replace

import pytest

from legation import Game
from legation.board import PowerId, SpaceId, Unit, UnitKind
from legation.errors import RequestError
from legation.game import (
    Changed,
    Ending,
    History,
    Judged,
    PutUnit,
    SetOwner,
    TakeUnit,
    Undone,
    find_receipt,
    parse_phase,
    rank_places,
    read_changes,
    verify_history,
)
from legation.game.record_codec import digest
from tests.game.games import busy_game, play, played_game

FRANCE, GERMANY, RUSSIA = PowerId("FRANCE"), PowerId("GERMANY"), PowerId("RUSSIA")


def test_each_entry_is_hashed_over_the_one_before() -> None:
    history = played_game(phases=4).history
    entries = history.entries
    assert [entry.number for entry in entries] == [1, 2, 3, 4]
    assert entries[0].previous == history.genesis
    assert [entry.previous for entry in entries[1:]] == [entry.hash for entry in entries[:-1]]
    assert len({entry.hash for entry in entries}) == 4


def test_any_change_of_the_past_changes_every_later_hash() -> None:
    history = played_game(phases=4).history
    first = history.events[0]
    assert isinstance(first, Judged)
    forged = Judged(replace(first.record, texts={**first.record.texts, FRANCE: ("A PAR H",)}))
    other = History(history.setup, (forged, *history.events[1:]))
    assert all(new.hash != old.hash for new, old in zip(other.entries, history.entries, strict=True))


def test_other_terms_give_another_chain() -> None:
    assert Game.new().history.genesis != Game.new(rules="1971").history.genesis
    assert Game.new().history.genesis != Game.new(players={"FRANCE": "Ann"}).history.genesis
    assert Game.new().history.genesis == Game.new().history.genesis


def test_hashes_worked_out_before_are_kept_and_are_right() -> None:
    game = played_game(phases=3)
    signed = game.history.sign()
    play(game, 2, seed=5)
    assert game.history.hashes == signed.hashes
    assert game.history.sign().hashes == History(game.history.setup, game.history.events).sign().hashes


def test_canonical_json_is_ascii_without_blanks() -> None:
    assert digest({"a": [1, "é"]}) == digest({"a": [1, "é"]}) != digest({"a": ["1", "é"]})


def test_undo_points_at_an_older_state_and_keeps_the_records() -> None:
    game = played_game(phases=5)
    first, second = game.records[:2]
    game.back(str(second.phase), note="a letter came late")
    assert game.state == second.before == first.after
    assert len(game.history.events) == 6
    assert game.records == [first]
    assert game.orders == dict(second.texts)


def test_an_undone_phase_judged_again_with_the_same_orders_gives_the_same_record() -> None:
    game = played_game(phases=5)
    last = game.records[-1]
    game.back()
    assert game.advance() == last
    assert not game.verify()


def test_another_line_can_be_played_after_an_undo_and_undone_again() -> None:
    game = played_game(phases=6)
    phases = [str(record.phase) for record in game.records]
    game.back(phases[3])
    play(game, 2, seed=9)
    game.back(phases[1])
    play(game, 3, seed=8)
    assert [str(record.phase) for record in game.records[:2]] == phases[:2]
    assert not game.verify()
    line = [number for number, _ in game.history.line]
    assert line == [1, 11, 12, 13]


def test_what_was_never_judged_cannot_be_undone() -> None:
    with pytest.raises(RequestError, match="nothing was judged"):
        Game.new().back()
    with pytest.raises(RequestError, match="S1950M was not judged"):
        played_game(phases=2).back("S1950M")
    with pytest.raises(RequestError, match="judged no phase"):
        Game.new().history.record_of(3)


def test_facts_are_corrected_with_a_note() -> None:
    game = played_game(phases=1)
    unit = game.state.position.units_of(FRANCE)[0]
    army = Unit(FRANCE, UnitKind.ARMY, unit.location)
    game.correct([TakeUnit(unit), PutUnit(army), SetOwner(SpaceId("BEL"), FRANCE)], "the map was wrong")
    assert game.state.position.units[unit.space] == army
    assert game.state.position.owners[SpaceId("BEL")] == FRANCE
    last = game.history.events[-1]
    assert isinstance(last, Changed)
    assert last.note == "the map was wrong"
    assert not game.verify()
    game.correct([SetOwner(SpaceId("BEL"))], "nobody's after all")
    assert SpaceId("BEL") not in game.state.position.owners


def test_orders_and_votes_on_the_desk_survive_a_correction() -> None:
    game = busy_game()
    before = game.orders, game.state.proposals
    game.correct([SetOwner(SpaceId("BUD"))], "lost")
    assert (game.orders, game.state.proposals) == before


def test_a_correction_needs_a_note_and_something_to_change() -> None:
    game = Game.new()
    with pytest.raises(RequestError, match="note"):
        game.correct([SetOwner(SpaceId("BEL"), FRANCE)], " ")
    with pytest.raises(RequestError, match="there is nothing to change"):
        game.correct([], "why not")


@pytest.mark.parametrize(
    ("put", "take", "centre", "words"),
    [
        ("FRANCE A PAR", None, None, "stands there"),
        ("A BUR", None, None, "names no power"),
        ("FRANCE F BUR", None, None, "cannot stand there"),
        (None, "A BUR", None, "no unit"),
        (None, "GERMANY A PAR", None, "no unit"),
        (None, "A NOWHERE", None, "unknown space"),
        (None, None, "PAR", "expected a space and its owner"),
        (None, None, "BUR=FRANCE", "not a centre"),
        (None, None, "PAR=MARS", "MARS"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(
    put: str | None, take: str | None, centre: str | None, words: str
) -> None:
    game = Game.new()
    with pytest.raises(Exception, match=words):
        game.correct(
            read_changes(
                game.variant,
                game.state,
                game.rulebook,
                put=[put] if put else [],
                take=[take] if take else [],
                centres=[centre] if centre else [],
            ),
            "test",
        )
    assert not game.history.events


def test_corrections_are_read_as_they_are_written() -> None:
    game = Game.new()
    changes = read_changes(
        game.variant, game.state, game.rulebook, put=["france a bur"], take=["PAR", "A Munich"], centres=["par=none"]
    )
    game.correct(changes, "test")
    assert game.units[FRANCE] == ["F BRE", "A BUR", "A MAR"]
    assert game.units[GERMANY] == ["A BER", "F KIE"]
    assert "PAR" not in game.centres[FRANCE]


def test_civil_disorder_and_substitutes_are_entries_of_the_chain() -> None:
    game = Game.new(players={"FRANCE": "Ann", "GERMANY": "Gerd"})
    game.set_disorder("FRANCE", True)
    assert game.state.position.in_disorder == {FRANCE}
    assert FRANCE not in game.due
    game.advance()
    assert game.state.position.in_disorder == {FRANCE}
    game.set_disorder("FRANCE", False)
    game.seat("FRANCE", "Bob")
    game.seat("GERMANY", "")
    assert game.history.players == {FRANCE: "Bob"}
    assert game.state.position.in_disorder == frozenset()
    assert len(game.history.events) == 5
    assert not game.verify()


def test_a_power_in_civil_disorder_orders_nothing() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.set_disorder("FRANCE", True)
    assert game.orders == {}
    with pytest.raises(RequestError, match="civil disorder"):
        game.set_orders("FRANCE", ["A PAR - BUR"])
    game.set_disorder("FRANCE", False)
    game.set_orders("FRANCE", ["A PAR - BUR"])


def test_a_receipt_stands_for_just_these_orders() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    receipt = game.receipt("FRANCE")
    assert receipt.startswith("FRANCE-S1901M-")
    game.set_orders("FRANCE", ["A PAR - PIC"])
    assert game.receipt("FRANCE") != receipt
    game.set_orders("FRANCE", ["A PAR - BUR"])
    assert game.receipt("FRANCE") == receipt
    game.advance()
    assert find_receipt(game.history, receipt.lower()) == (1, FRANCE)
    assert find_receipt(game.history, "FRANCE-S1901M-0000-0000") is None
    other = Game.new(rules="1971")
    other.set_orders("FRANCE", ["A PAR - BUR"])
    assert other.receipt("FRANCE") != receipt


def test_orders_can_be_partial_added_to_replaced_and_withdrawn() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "F BRE - MAO"])
    review = game.review("FRANCE")
    assert (review.texts, list(map(str, review.idle))) == (("F BRE - MAO", "A PAR - BUR"), ["A MAR"])
    game.add_orders("FRANCE", ["Army Paris - Picardy", "A MAR S A LON"])
    assert game.orders[FRANCE] == ("F BRE - MAO", "Army Paris - Picardy", "A MAR S A LON")
    assert [str(found.fault) for found in game.review("FRANCE").rejections] != []
    game.withdraw_orders("FRANCE")
    assert game.orders == {}


def test_a_refused_line_takes_no_place() -> None:
    """As on the server, and in ``legation play``."""
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR H"])
    review = game.add_orders("FRANCE", ["A PAR - LON", "A MAR - SPA; A MAR - PIE", "F BRE - MAO"])
    assert review.texts == ("F BRE - MAO", "A MAR - SPA", "A PAR - BUR")
    assert [found.text for found in review.rejections] == ["A PAR - LON", "A MAR - PIE"]
    game.advance()
    replay = game.back(orders={FRANCE: ["A PAR - LON", "A MAR - PIE"]})
    assert replay.state.phase == parse_phase("S1901M")
    assert game.review("FRANCE").texts == ("F BRE - MAO", "A MAR - PIE", "A PAR - BUR")
    game.advance()
    game.back(orders={FRANCE: ["Fall 1901:", "A PAR H", "Spring 1901: F BRE H"]})
    assert game.review("FRANCE").texts == ("F BRE H", "A MAR - PIE", "A PAR - BUR")


def test_what_is_unused_in_winter_is_counted() -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["F BRE - MAO"])
    game.advance()
    game.set_orders("FRANCE", ["F MAO - POR"])
    game.advance()
    game.set_orders("FRANCE", ["A PAR B", "A LON B"])
    assert game.due == (FRANCE,)
    review = game.review("FRANCE")
    assert (review.texts, review.unused) == ((), 1)
    assert game.set_orders("FRANCE", ["F BRE B"]).unused == 0


def test_a_state_set_by_hand_is_the_start_or_an_error() -> None:
    game = Game.new()
    game.state = replace(game.state, phase=parse_phase("F1903M"))
    game.advance()
    assert not game.verify()
    game.state = replace(game.state, phase=parse_phase("F1990M"))
    with pytest.raises(RequestError, match="set by hand"):
        game.pack()


def test_a_record_that_was_forged_is_found_by_judging_it_again() -> None:
    game = played_game(phases=4)
    history = game.history
    first = history.events[0]
    assert isinstance(first, Judged)
    record = first.record
    forgeries = [
        replace(record, outcomes=record.outcomes[::-1]),
        replace(record, texts={**record.texts, FRANCE: ()}),
        replace(record, destroyed=tuple(record.before.position.units.values())),
        replace(record, before=replace(record.before, phase=parse_phase("S1999M"))),
    ]
    for forged in forgeries:
        events = (Judged(forged), *history.events[1:])
        problems = verify_history(History(history.setup, events), game.variant, game.rulebook)
        assert problems
        assert problems[0].place == "entry 1"


def test_an_undo_of_nothing_and_a_false_correction_are_found() -> None:
    game = played_game(phases=2)
    forged = replace(game.history, events=(*game.history.events, Undone(2, parse_phase("S1950M"))), hashes=())
    assert [found.place for found in verify_history(forged, game.variant, game.rulebook)] == ["entry 3"]
    change = Changed((SetOwner(SpaceId("BEL"), FRANCE),), game.state, "")
    forged = replace(game.history, events=(*game.history.events, change), hashes=())
    assert [found.place for found in verify_history(forged, game.variant, game.rulebook)] == ["entry 3"]


def test_votes_cannot_be_slipped_into_a_judged_phase_unseen() -> None:
    game = busy_game()
    game.advance()
    assert not game.verify()
    last = game.history.events[-1]
    assert isinstance(last, Judged)
    lost = Judged(replace(last.record, before=replace(last.record.before, proposals=())))
    forged = History(game.history.setup, (*game.history.events[:-1], lost))
    assert verify_history(forged, game.variant, game.rulebook)


def test_places_at_the_end_name_everybody_once() -> None:
    game = played_game(phases=3)
    assert {power for group in game.places for power in group} == set(game.variant.powers)
    ended = replace(game.state, ending=Ending("draw", (RUSSIA, FRANCE), game.state.phase))
    history = replace(game.history, events=(*game.history.events, Changed((), ended, "agreed")))
    places = rank_places(game.variant, history, game.rulebook)
    assert places[0] == (RUSSIA, FRANCE)
    assert sorted(power for group in places for power in group) == sorted(game.variant.powers)


def test_the_fallen_come_last_the_first_to_fall_at_the_end() -> None:
    game = Game.new()
    for power in ("TURKEY", "ITALY"):
        game.correct(
            [
                *(TakeUnit(unit) for unit in game.state.position.units_of(PowerId(power))),
                *(SetOwner(space) for space in game.state.position.centres_of(PowerId(power))),
            ],
            "gone",
        )
        for _ in range(2):
            game.advance()
    places = rank_places(game.variant, game.history, game.rulebook)
    assert places[-1] == ("TURKEY",)
    assert places[-2] == ("ITALY",)
