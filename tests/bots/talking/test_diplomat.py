"""What a talking bot says, answers and orders, on the regular board."""

import random
from dataclasses import replace

import pytest

from legation.board import Position, PowerId, make_units
from legation.bots import make_bot
from legation.bots.survey import Survey
from legation.bots.talking import (
    CHARACTERS,
    Answer,
    Ask,
    Character,
    Declare,
    Diplomat,
    Draw,
    Intent,
    Letter,
    Meaning,
    Memory,
    Noted,
    Offer,
    Peace,
    Promise,
    Puzzled,
    Reproach,
    TalkResult,
    Tone,
    Topic,
    Warn,
    Why,
    answer_letters,
    deal_characters,
    is_hostile,
    list_helpers,
    open_talks,
    read_meaning,
    write_meaning,
)
from legation.bots.talking.memory import JudgedPromise
from legation.bots.talking.promises import Upshot
from legation.game import Phase, parse_phase, read_unit, start_state
from legation.orders import MovementOrder, SupportMove, format_order, parse_order
from legation.variants import load_variant

STANDARD = load_variant("standard")
BOARD = STANDARD.board
AUSTRIA, FRANCE, GERMANY, ITALY = (PowerId(name) for name in ("AUSTRIA", "FRANCE", "GERMANY", "ITALY"))
SPRING, FALL = parse_phase("S1901M"), parse_phase("F1901M")
KIND = Character("Kind", "kind", Tone.WARM, warmth=1.0, faithfulness=1.0, boldness=0.0)
FALSE = Character("False", "false", Tone.WARM, warmth=1.0, faithfulness=0.0, boldness=0.0)


def place(units: str, owners: str = "") -> Position:
    """A position from ``FRANCE A BUR; GERMANY A MUN`` and ``MUN GERMANY; PAR FRANCE``."""
    pieces = (text.strip().split(" ", 1) for text in units.split(";"))
    found = [read_unit(BOARD, PowerId(power), piece, STANDARD.rulebook, "units") for power, piece in pieces]
    pairs = (text.split() for text in owners.split(";") if text.strip())
    return Position(make_units(found), {BOARD.names.parse_space(space): PowerId(power) for space, power in pairs})


def order(text: str) -> MovementOrder:
    found = parse_order(text, BOARD.names)
    assert isinstance(found, MovementOrder)
    return found


def make(
    position: Position, power: PowerId, orders: str, *, character: Character = KIND, memory: Memory | None = None,
    phase: Phase = SPRING, likes_draw: bool = False, may_vote: bool = True,
) -> Diplomat:  # fmt: skip
    survey = Survey(STANDARD, STANDARD.rulebook, position)
    texts = [order(text) for text in orders.split(";")]
    return Diplomat(
        survey, phase, character, memory or Memory(power), texts, seed=1, likes_draw=likes_draw, may_vote=may_vote
    )


BORDER = place(
    "FRANCE A BUR; FRANCE A PAR; GERMANY A MUN; GERMANY A RUH; ITALY A TYR; AUSTRIA A VIE",
    "PAR FRANCE; MAR FRANCE; BRE FRANCE; MUN GERMANY; BER GERMANY; KIE GERMANY; VEN ITALY; ROM ITALY; VIE AUSTRIA",
)


def hear(diplomat: Diplomat, sender: PowerId, meaning: Meaning) -> Meaning | None:
    return diplomat.hear(Letter(diplomat.phase, sender, diplomat.power, meaning))


def test_meanings_survive_being_stored() -> None:
    support = order("A MUN S A PAR - BUR")
    for meaning in (
        Peace(), Draw(), Puzzled(), Noted(), Ask((support,)), Offer(support), Intent((order("A PAR - BUR"),)),
        Warn(BOARD.names.parse_space("MUN")), Answer(Topic.ORDER, is_yes=True, order=support),
        Answer(Topic.PEACE, is_yes=False, why=Why.DISTRUST),
    ):  # fmt: skip
        assert read_meaning(write_meaning(meaning), BOARD.names) == meaning


def test_a_peace_that_costs_little_is_made_and_kept_to() -> None:
    germany = make(BORDER, GERMANY, "A MUN - BUR; A RUH S A MUN - BUR")
    assert hear(germany, FRANCE, Peace()) == Answer(Topic.PEACE, is_yes=True)
    assert not any(is_hostile(BOARD, BORDER, found, FRANCE) for found in germany.list_orders())
    assert len(germany.list_orders()) == 2


def test_a_support_that_costs_little_is_promised_and_ordered() -> None:
    germany = make(BORDER, GERMANY, "A MUN H; A RUH H")
    asked = order("A RUH S A BUR - BEL")
    assert hear(germany, FRANCE, Ask((asked,))) == Answer(Topic.ORDER, is_yes=True, order=asked)
    assert asked in germany.list_orders()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("A MUN S A PAR - BRE", Why.UNABLE),
        ("A VIE S A TYR - TRI", Why.UNABLE),
        ("A RUH S A TYR - MUN", Why.OWN),
        ("A MUN S A VIE - BOH", Why.CLOSE),
    ],
)
def test_what_cannot_be_done_or_goes_against_itself_is_refused(asked: str, why: Why) -> None:
    germany = make(BORDER, GERMANY, "A MUN H; A RUH H")
    answer = hear(germany, FRANCE, Ask((order(asked),)))
    assert answer == Answer(Topic.ORDER, is_yes=False, why=why)
    assert [str(found) for found in germany.list_orders()] == [str(order("A MUN H")), str(order("A RUH H"))]


def test_whoever_broke_its_word_gets_neither_peace_nor_support() -> None:
    broken = JudgedPromise(Promise(FRANCE, GERMANY, SPRING), SPRING, Upshot.BROKEN)
    germany = make(BORDER, GERMANY, "A MUN H; A RUH H", memory=Memory(GERMANY, (), (broken,)), phase=FALL)
    assert hear(germany, FRANCE, Peace()) == Answer(Topic.PEACE, is_yes=False, why=Why.DISTRUST)
    asked = Ask((order("A RUH S A BUR - BEL"),))
    assert hear(germany, FRANCE, asked) == Answer(Topic.ORDER, is_yes=False, why=Why.DISTRUST)
    assert hear(germany, AUSTRIA, Peace()) == Answer(Topic.PEACE, is_yes=True)


def test_the_faithful_keep_a_peace_that_costs_much_and_the_false_do_not() -> None:
    position = place(
        "GERMANY A RUH; GERMANY A MUN; FRANCE A BUR",
        "BEL FRANCE; PAR FRANCE; MUN GERMANY; KIE GERMANY; HOL GERMANY; BER GERMANY",
    )
    memory = Memory(GERMANY, (Promise(GERMANY, FRANCE, SPRING), Promise(FRANCE, GERMANY, SPRING)))
    kept, broken = (
        make(position, GERMANY, "A RUH - BEL; A MUN H", character=character, memory=memory, phase=FALL)
        for character in (KIND, FALSE)
    )
    assert order("A RUH - BEL") not in kept.list_orders()
    assert order("A RUH - BEL") in broken.list_orders()
    assert broken.betrayed == {FRANCE}


def test_what_is_told_is_noted_or_helped_or_protested_against() -> None:
    germany = make(BORDER, GERMANY, "A MUN H; A RUH H")
    assert hear(germany, FRANCE, Intent((order("A BUR - MUN"),))) == Warn(BOARD.names.parse_space("MUN"))
    assert hear(germany, FRANCE, Intent((order("A PAR - BRE"),))) == Noted()


def test_a_draw_is_answered_as_the_vote_will_be() -> None:
    assert hear(make(BORDER, GERMANY, "A MUN H", likes_draw=True), FRANCE, Draw()) == Answer(Topic.DRAW, is_yes=True)
    answer = hear(make(BORDER, GERMANY, "A MUN H"), FRANCE, Draw())
    assert answer == Answer(Topic.DRAW, is_yes=False, why=Why.PLAY_ON)
    silent = make(BORDER, GERMANY, "A MUN H", likes_draw=True, may_vote=False)
    assert hear(silent, FRANCE, Draw()) == Answer(Topic.DRAW, is_yes=False, why=Why.NO_VOTE)


def test_a_bot_says_few_things_and_each_is_true_of_its_plan() -> None:
    survey = Survey(STANDARD, STANDARD.rulebook, BORDER)
    state = replace(start_state(STANDARD), position=BORDER)
    plans = {
        power: make_bot("planner").choose(STANDARD, STANDARD.rulebook, state, power, random.Random(3))
        for power in (AUSTRIA, FRANCE, GERMANY, ITALY)
    }
    talkers = {power: Diplomat(survey, SPRING, KIND, Memory(power), plans[power], seed=5) for power in plans}
    letters = open_talks(talkers)
    assert letters
    assert len(letters) <= 2 * 3 * len(talkers)
    for letter in letters:
        orders = talkers[letter.sender].list_orders()
        match letter.meaning:
            case Ask(asked):
                assert letter.to != letter.sender
                assert all(isinstance(wish, SupportMove) and wish.unit.space in BORDER.units for wish in asked)
            case Offer(promised) | Answer(order=promised) if promised is not None:
                assert promised in orders
            case Peace() | Answer(Topic.PEACE, True):
                assert not any(is_hostile(BOARD, BORDER, found, letter.to) for found in orders)
    again = {power: Diplomat(survey, SPRING, KIND, Memory(power), plans[power], seed=5) for power in plans}
    assert open_talks(again) == letters


def test_a_bot_knows_nothing_of_the_orders_of_others() -> None:
    one = make(BORDER, GERMANY, "A MUN - BUR; A RUH S A MUN - BUR")
    other = make(BORDER, GERMANY, "A MUN - BUR; A RUH S A MUN - BUR; A PAR - BRE; A TYR - VEN")
    assert one.open() == other.open()
    assert one.list_orders() == other.list_orders()


def find_offer(diplomat: Diplomat) -> tuple[PowerId, MovementOrder] | None:
    found = [(letter.to, letter.meaning.order) for letter in diplomat.open() if isinstance(letter.meaning, Offer)]
    assert len(found) <= 1
    for _, promised in found:
        assert promised in diplomat.list_orders()
    return found[0] if found else None  # type: ignore[return-value]


def test_a_unit_that_can_be_spared_is_offered_for_an_attack_on_a_third_power() -> None:
    position = place(
        "GERMANY A MUN; GERMANY A SIL; FRANCE A RUH; RUSSIA A PRU; RUSSIA A WAR; RUSSIA A LVN",
        "MUN GERMANY; BER RUSSIA; KIE RUSSIA; WAR RUSSIA; PAR FRANCE",
    )
    friend = Promise(GERMANY, FRANCE, SPRING)
    memory = Memory(GERMANY, (friend, Promise(FRANCE, GERMANY, SPRING)))
    # Munich supports Silesia in something that does not hang on it: it can be spared for Ruhr to Kiel.
    offered = find_offer(make(position, GERMANY, "A MUN H; A SIL H", memory=memory, phase=FALL))
    assert offered == (FRANCE, order("A MUN S A RUH - KIE"))


def test_a_friend_in_danger_is_offered_support_where_it_stands_and_a_stranger_is_not() -> None:
    position = place(
        "GERMANY A RUH; FRANCE A BEL; ENGLAND F NTH; ENGLAND F ENG; FRANCE A GAS",
        "BEL FRANCE; PAR FRANCE; KIE GERMANY; HOL GERMANY; LON ENGLAND; EDI ENGLAND",
    )
    memory = Memory(GERMANY, (Promise(GERMANY, FRANCE, SPRING), Promise(FRANCE, GERMANY, SPRING)))
    assert find_offer(make(position, GERMANY, "A RUH H", memory=memory, phase=FALL)) == (
        FRANCE,
        order("A RUH S A BEL"),
    )
    assert find_offer(make(position, GERMANY, "A RUH H", phase=FALL)) is None


def test_help_is_found_for_a_move_whoever_could_give_it() -> None:
    survey = Survey(STANDARD, STANDARD.rulebook, BORDER)
    assert list_helpers(survey, GERMANY, order("A BUR - BEL")) == (order("A RUH S A BUR - BEL"),)
    assert order("A RUH S A MUN") in list_helpers(survey, GERMANY, order("A MUN H"))
    assert list_helpers(survey, AUSTRIA, order("A BUR - BEL")) == ()


def test_characters_are_dealt_by_lot_and_no_two_are_alike() -> None:
    powers = [PowerId(f"P{number}") for number in range(9)]
    dealt = deal_characters(powers, 7)
    assert dealt == deal_characters(powers, 7) != deal_characters(powers, 8)
    assert len({character.name for character in dealt.values()}) == 9
    assert len({character.manner for character in CHARACTERS}) == len(CHARACTERS) >= 6


def talk_once(
    position: Position, orders: str, heard: list[Letter], said: list[Letter], *, memory: Memory | None = None,
    character: Character = KIND, phase: Phase = SPRING,
) -> tuple[TalkResult, list[str]]:  # fmt: skip
    """Germany hears some letters after others were exchanged in the phase; the result, and its orders."""
    survey = Survey(STANDARD, STANDARD.rulebook, position)
    texts = [order(text) for text in orders.split(";")]
    germany = Diplomat(survey, phase, character, memory or Memory(GERMANY), texts, seed=1, said=said)
    answers = answer_letters({GERMANY: germany}, heard)
    return TalkResult(letters=tuple(answers)), [format_order(found) for found in germany.list_orders()]


def test_what_was_said_earlier_in_the_phase_stays_true_of_the_plan() -> None:
    wished = Letter(SPRING, GERMANY, ITALY, Ask((order("A TYR S A MUN - BOH"),)))
    threat = Letter(SPRING, GERMANY, FRANCE, Declare())
    peace = [Letter(SPRING, AUSTRIA, GERMANY, Peace()), Letter(SPRING, FRANCE, GERMANY, Peace())]
    bound = "A MUN - BOH; A RUH - BUR"
    position = place(
        "FRANCE A BUR; GERMANY A MUN; GERMANY A RUH; ITALY A TYR; AUSTRIA A BOH",
        "PAR FRANCE; MUN GERMANY; BER GERMANY; VEN ITALY; VIE AUSTRIA",
    )
    result, orders = talk_once(position, bound, peace, [wished, threat])
    assert orders == ["A MUN - BOH", "A RUH - BUR"]
    assert [letter.meaning for letter in result.letters] == [Answer(Topic.PEACE, is_yes=False, why=Why.PLANS)] * 2


def test_nothing_is_agreed_to_against_a_power_that_was_offered_peace_until_it_refuses() -> None:
    offer = Letter(SPRING, GERMANY, FRANCE, Peace())
    wish = Letter(SPRING, AUSTRIA, GERMANY, Ask((order("A RUH S A MUN - BUR"),)))
    refused = Letter(SPRING, FRANCE, GERMANY, Answer(Topic.PEACE, is_yes=False))
    (answer,) = talk_once(BORDER, "A MUN H; A RUH H", [wish], [offer])[0].letters
    assert answer.meaning == Answer(Topic.ORDER, is_yes=False, why=Why.FRIEND)
    (answer,) = talk_once(BORDER, "A MUN H; A RUH H", [wish], [offer, refused])[0].letters
    assert isinstance(answer.meaning, Answer)
    assert answer.meaning.why is not Why.FRIEND


def test_a_promised_order_stays_though_peace_is_kept_as_well() -> None:
    """Munich promised to support Ruhr, which peace keeps from moving to Burgundy."""
    promised = Promise(GERMANY, AUSTRIA, SPRING, order("A MUN S A RUH - BUR"))
    peace = (Promise(GERMANY, FRANCE, SPRING), Promise(FRANCE, GERMANY, SPRING))
    memory = Memory(GERMANY, (*peace, promised))
    diplomat = make(BORDER, GERMANY, "A MUN S A RUH - BUR; A RUH - BUR", memory=memory)
    assert "A MUN S A RUH - BUR" in [format_order(found) for found in diplomat.list_orders()]


def test_whoever_means_to_break_a_peace_does_not_promise_it_again() -> None:
    position = place(
        "GERMANY A RUH; GERMANY A MUN; FRANCE A BUR",
        "BEL FRANCE; PAR FRANCE; MUN GERMANY; KIE GERMANY; HOL GERMANY; BER GERMANY",
    )
    memory = Memory(GERMANY, (Promise(GERMANY, FRANCE, SPRING), Promise(FRANCE, GERMANY, SPRING)))
    germany = make(position, GERMANY, "A RUH - BEL; A MUN H", character=FALSE, memory=memory, phase=FALL)
    assert hear(germany, FRANCE, Peace()) == Answer(Topic.PEACE, is_yes=False, why=Why.PLANS)
    assert order("A RUH - BEL") in germany.list_orders()


def test_a_broken_word_is_held_against_a_power_once() -> None:
    broken = JudgedPromise(Promise(FRANCE, GERMANY, SPRING), SPRING, Upshot.BROKEN)
    for last, expected in ((SPRING, [Reproach()]), (FALL, [])):
        memory = Memory(GERMANY, (), (broken,), last)
        germany = make(BORDER, GERMANY, "A MUN H; A RUH H", memory=memory, phase=parse_phase("S1902M"))
        assert [found.meaning for found in germany.open() if isinstance(found.meaning, Reproach)] == expected


def test_only_what_could_happen_is_protested_against() -> None:
    germany = make(BORDER, GERMANY, "A MUN H; A RUH H")
    assert hear(germany, FRANCE, Intent((order("A PAR - MUN"),))) == Noted()


def test_a_fleet_carries_the_army_of_another_power() -> None:
    position = place(
        "GERMANY F NTH; GERMANY A MUN; ENGLAND A YOR; RUSSIA A STP",
        "MUN GERMANY; BER GERMANY; KIE GERMANY; LON ENGLAND; NWY RUSSIA",
    )
    convoy = order("F NTH C A YOR - NWY")
    germany = make(position, GERMANY, "F NTH H; A MUN H")
    answer = hear(germany, PowerId("ENGLAND"), Ask((convoy,)))
    assert answer == Answer(Topic.ORDER, is_yes=True, order=convoy)
    assert convoy in germany.list_orders()
    alone = make(position, PowerId("ENGLAND"), "A YOR H")
    assert hear(alone, GERMANY, Ask((order("A YOR - NWY VIA"),))) == Answer(Topic.ORDER, is_yes=False, why=Why.NEEDED)


def test_nobody_is_warned_off_a_centre_where_a_unit_of_theirs_stands() -> None:
    """Units in the Ruhr and the North Sea can reach Belgium; once Germany is in, it is too late to speak of reach."""
    threat = "FRANCE A PAR; GERMANY A RUH; GERMANY F NTH"
    owners = "PAR FRANCE; BEL FRANCE; MUN GERMANY"
    outside, inside = (place(f"{threat}; GERMANY A {space}", owners) for space in ("HOL", "BEL"))
    assert make(outside, FRANCE, "A PAR H")._find_fear(GERMANY) == BOARD.names.parse_space("BEL")
    assert make(inside, FRANCE, "A PAR H")._find_fear(GERMANY) is None
