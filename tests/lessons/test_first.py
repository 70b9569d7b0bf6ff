"""The first game is played through the judge: its texts say what happens, on the way that is meant and off it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from legation.board import PowerId, SpaceId
from legation.game import GameState, PhaseRecord, advance
from legation.game.advance import has_orders_due, start_state
from legation.judge import Reason
from legation.lessons import Advice, Kind, Lesson, Reply, advise, is_finished, list_lessons, list_replies, load_lesson
from legation.orders import format_order, read_submissions
from legation.variants import load_variant

FIRST = load_lesson("first")
VARIANT = load_variant(FIRST.variant)
Orders = Mapping[str, Sequence[str]]


class Played(NamedTuple):
    """A lesson that was played to its end, or to where it could not go on."""

    advice: dict[str, Advice]
    replies: dict[str, Reply]
    records: dict[str, PhaseRecord]
    state: GameState

    def find(self, phase: str, order: str) -> Reason:
        """Why an order came out as it did."""
        return next(found.reason for found in self.records[phase].outcomes if format_order(found.order) == order)


def play(other: Orders | None = None, lesson: Lesson = FIRST) -> Played:
    """Do all that is asked, but in some phases other things."""
    advice: dict[str, Advice] = {}
    replies: dict[str, Reply] = {}
    records: dict[str, PhaseRecord] = {}
    state = start_state(VARIANT)
    while not is_finished(lesson, state.phase):
        phase = str(state.phase)
        advice[phase] = advise(lesson, VARIANT, state, is_due=has_orders_due(VARIANT.board, state, VARIANT.rulebook))
        if advice[phase].kind is Kind.STUCK:
            break
        asked = [task.orders[0] for task in advice[phase].tasks]
        orders = (other or {}).get(phase, asked)
        scripts = {power: lesson.find_script(state, power) or () for power in VARIANT.powers}
        texts = {**scripts, lesson.power: tuple(orders)}
        record = advance(VARIANT, state, read_submissions(VARIANT.board, texts))
        records[phase], state = record, record.after
        replies |= {str(reply.phase): reply for reply in list_replies(lesson, VARIANT, [record])}
    return Played(advice, replies, records, state)


def list_own(played: Played) -> set[str]:
    return {f"{unit.kind.value} {unit.location}" for unit in played.state.position.units_of(FIRST.power)}


def test_there_is_one_lesson() -> None:
    assert list_lessons() == ("first",)
    assert (FIRST.turns, [step.turn for step in FIRST.steps]) == (5, [1, 2, 2, 3, 4, 4, 5])


def test_on_the_way_that_is_meant_every_turn_shows_what_it_says() -> None:
    played = play()
    assert [str(phase) for phase in played.replies] == [str(step.phase) for step in FIRST.steps]
    assert all(reply.is_done for reply in played.replies.values())
    records = played.records
    assert list_own(played) == {"F BEL", "A FIN", "F NWG", "F NWY"}
    assert played.find("S1901M", "F EDI - NTH") is Reason.MOVED
    assert played.find("F1901M", "A YOR - NWY") is Reason.MOVED
    assert records["F1901M"].after.position.owners[SpaceId("NWY")] == "ENGLAND"
    assert played.find("W1901A", "F EDI B") is Reason.BUILT
    assert played.find("S1902M", "F ENG - BEL") is Reason.BOUNCED
    assert played.find("S1902M", "A BUR - BEL") is Reason.BOUNCED
    assert "BEL" not in records["S1902M"].after.position.units
    assert played.find("F1902M", "A NWY H") is Reason.DISLODGED
    assert records["F1902M"].after.position.dislodged[0].retreats == ("FIN",)
    assert "Finland" in played.advice["F1902R"].tasks[0].text
    assert records["F1902R"].after.position.owners[SpaceId("NWY")] == "RUSSIA"
    assert records["F1902R"].after.position.owners[SpaceId("BEL")] == "ENGLAND"
    assert played.find("S1903M", "A FIN S F NTH - NWY") is Reason.SUPPORT_GIVEN
    assert played.find("S1903M", "A NWY H") is Reason.DISLODGED


def test_all_that_is_asked_can_be_ordered_and_the_opponents_do_as_scripted() -> None:
    for phase, record in play().records.items():
        assert record.rejections == (), phase
    led_astray = play({"S1902M": ["F EDI - NWG"]})
    assert led_astray.find("F1902M", "A BEL H") is Reason.HELD
    assert led_astray.records["F1902M"].rejections == ()


def test_every_order_of_the_script_is_used_on_one_way_or_another() -> None:
    ways = (play(), play({"S1902M": ["F EDI - NWG"]}))
    for phase, script in FIRST.scripts.items():
        given = {text for way in ways for texts in way.records[phase].texts.values() for text in texts}
        assert {text for texts in script.values() for text in texts} <= given, phase


def test_without_a_script_opponents_think_for_themselves() -> None:
    state = play().state
    assert FIRST.find_script(state, PowerId("RUSSIA")) is None


def test_no_power_of_the_script_meets_the_learner_otherwise_than_the_texts_say() -> None:
    for phase, record in play().records.items():
        failed = {format_order(found.order) for found in record.outcomes if found.result != "succeeds"}
        assert failed <= {"F ENG - BEL", "A BUR - BEL"}, phase


def test_winter_counts_what_the_learner_has() -> None:
    early = play({"F1901M": ["A YOR - NWY", "F NTH C A YOR - NWY", "F ENG - BEL"]})
    assert "five centres and have three units, so you may build two" in early.advice["W1901A"].say
    assert "four centres and have three units, so you may build one" in play().advice["W1901A"].say


WAYS = {
    "the army takes another way": ({"S1901M": ["F EDI - NTH", "A LVP - EDI"]}, "S1901M", True, "that is fine"),
    "both fleets want one sea": ({"S1901M": ["F EDI - NTH", "F LON - NTH"]}, "S1901M", False, "stopped each other"),
    "nothing is ordered": ({"S1901M": []}, "S1901M", False, "you do not have both yet"),
    "nobody carries the army": ({"F1901M": ["A YOR - NWY"]}, "F1901M", False, "Nobody arrived in Norway"),
    "the fleet carries it elsewhere": (
        {"F1901M": ["A YOR - NWY", "F NTH C A YOR - DEN"]}, "F1901M", False, "exactly this journey"),
    "the fleet goes itself": ({"F1901M": ["F NTH - NWY"]}, "F1901M", False, "your fleet took it"),
    "nobody goes": ({"F1901M": []}, "F1901M", False, "still belongs to nobody"),
    "another unit is built": ({"W1901A": ["A LVP B"]}, "W1901A", True, "You have built"),
    "nothing is built": ({"W1901A": []}, "W1901A", False, "left your build unused"),
    "France walks in": ({"S1902M": ["F EDI - NWG"]}, "S1902M", False, "walked into Belgium"),
    "with support": ({"S1902M": ["F ENG - BEL", "F NTH S F ENG - BEL"]}, "S1902M", True, "two against one"),
    "Belgium was taken before": (
        {"F1901M": ["A YOR - NWY", "F NTH C A YOR - NWY", "F ENG - BEL"]}, "S1902M", True, "your unit kept it"),
    "Norway is supported": ({"F1902M": ["A NWY H", "F NTH S A NWY"]}, "F1902M", False, "You kept Norway"),
    "the support is cut": (
        {"S1902M": ["F NTH - SKA"], "F1902M": ["A NWY H", "F SKA - SWE"]}, "F1902M", False, "You kept Norway"),
    "Norway is left": ({"F1902M": ["A NWY - FIN"]}, "F1902M", False, "walked into Norway"),
    "the army is given up": ({"F1902R": ["A NWY D"]}, "F1902R", False, "was disbanded"),
    "the attack comes alone": ({"S1903M": ["F NTH - NWY"]}, "S1903M", False, "one against one"),
    "another unit is supported": (
        {"S1903M": ["F NTH - NWY", "A FIN S F NWG - NWY"]}, "S1903M", False, "the same unit, the same space"),
    "nobody attacks": ({"S1903M": []}, "S1903M", False, "Nobody attacked Norway"),
    "the fleets do it": ({"S1903M": ["F NWG - NWY", "F NTH S F NWG - NWY"]}, "S1903M", True, "Two against one"),
}  # fmt: skip


@pytest.mark.parametrize(("other", "phase", "is_done", "words"), WAYS.values(), ids=WAYS.keys())
def test_who_does_something_else_hears_what_happened(other: Orders, phase: str, is_done: bool, words: str) -> None:
    reply = play(other).replies[phase]
    assert (reply.is_done, words in reply.say) == (is_done, True), reply.say


FATES = {
    "nobody arrived": ({"F1901M": ["A YOR - NWY"]}, "S1902M", ("an army in Norway or a fleet in Norway",)),
    "no fleet at sea": (
        {"S1901M": []},
        "F1901M",
        ("a fleet in the North Sea", "an army in Yorkshire, Edinburgh or London"),
    ),
    "Norway was kept": ({"F1902M": ["A NWY H", "F NTH S A NWY"]}, "S1903M", ("an army of Russia in Norway",)),
}


@pytest.mark.parametrize(("other", "phase", "missing"), FATES.values(), ids=FATES.keys())
def test_a_turn_that_cannot_be_done_says_what_it_needs(other: Orders, phase: str, missing: tuple[str, ...]) -> None:
    advice = play(other).advice[phase]
    assert (advice.kind, advice.tasks) == (Kind.STUCK, ())
    assert advice.missing[: len(missing)] == missing


@pytest.mark.parametrize(
    "other",
    [
        {"W1901A": []},
        {"S1902M": ["F ENG - BEL"]},
        {"F1902R": ["A NWY D"]},
        {"F1902M": ["A NWY - FIN"]},
        {"F1901M": ["F NTH - NWY"]},
        {"S1902M": ["F ENG - BEL", "F NTH S F ENG - BEL"]},
        {"F1901M": ["A YOR - NWY", "F NTH C A YOR - NWY", "F ENG - BEL"]},
    ],
)
def test_where_the_guide_lets_go_on_the_rest_can_be_done(other: Orders) -> None:
    played = play(other)
    assert is_finished(FIRST, played.state.phase)
    assert played.replies["S1903M"].is_done


def test_who_loses_belgium_too_is_told_what_to_keep() -> None:
    played = play({"S1902M": ["F EDI - NWG"], "W1902A": ["F ENG D"]})
    assert "must give up one" in played.advice["W1902A"].say
    assert "Belgium stays French" in played.replies["F1902M"].say
    assert [task.orders for task in played.advice["F1902M"].tasks] == [("A NWY H",)]
    assert played.replies["S1903M"].is_done
