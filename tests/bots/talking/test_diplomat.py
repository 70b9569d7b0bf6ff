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
    Tone,
    Topic,
    Warn,
    Why,
    deal_characters,
    is_hostile,
    list_helpers,
    open_talks,
    read_meaning,
    write_meaning,
)
from legation.bots.talking.memory import Judged
from legation.bots.talking.promises import Upshot
from legation.game import Phase, parse_phase, read_unit, start_state
from legation.orders import MovementOrder, SupportMove, parse_order
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
    phase: Phase = SPRING, **rest: bool,
) -> Diplomat:  # fmt: skip
    survey = Survey(STANDARD, STANDARD.rulebook, position)
    texts = [order(text) for text in orders.split(";")]
    return Diplomat(survey, phase, character, memory or Memory(power), texts, seed=1, **rest)


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
        ("A RUH S A TYR - MUN", Why.FRIEND),
        ("A MUN S A VIE - BOH", Why.CLOSE),
    ],
)
def test_what_cannot_be_done_or_goes_against_itself_is_refused(asked: str, why: Why) -> None:
    germany = make(BORDER, GERMANY, "A MUN H; A RUH H")
    answer = hear(germany, FRANCE, Ask((order(asked),)))
    assert answer == Answer(Topic.ORDER, is_yes=False, why=why)
    assert [str(found) for found in germany.list_orders()] == [str(order("A MUN H")), str(order("A RUH H"))]


def test_whoever_broke_its_word_gets_neither_peace_nor_support() -> None:
    broken = Judged(Promise(FRANCE, GERMANY, SPRING), SPRING, Upshot.BROKEN)
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
