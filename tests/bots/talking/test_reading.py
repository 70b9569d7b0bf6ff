"""What bots understand of letters."""

import pytest

from legation.bots.survey import Survey
from legation.bots.talking import (
    Answer,
    Ask,
    Draw,
    Intent,
    Letter,
    Meaning,
    Noted,
    NoUnit,
    Offer,
    Peace,
    Puzzled,
    Talk,
    Thanks,
    Topic,
    find_open_proposal,
    read_letter,
)
from tests.bots.talking.test_diplomat import BORDER, FRANCE, GERMANY, ITALY, SPRING, STANDARD, order

SURVEY = Survey(STANDARD, STANDARD.rulebook, BORDER)
TALK = Talk(SURVEY, FRANCE, GERMANY)
ASKED = Ask((order("A RUH S A BUR - BEL"),))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Peace?", [Peace()]),
        ("Hello! How about a truce until Winter?", [Peace()]),
        ("Shall we draw?", [Draw()]),
        ("There will be no peace.", [Noted()]),
        ("I will never make peace with you", [Noted()]),
        ("I don\u2019t want peace", [Noted()]),
        ("I break our truce!", [Noted()]),
        ("I don't want a draw", [Noted()]),
        ("Draw your armies back", [Puzzled()]),
        ("I draw the line at Burgundy", [Puzzled()]),
        ("You draw first", [Puzzled()]),
        ("Peace is for cowards.", [Puzzled()]),
        ("Rest in peace, fool!", [Puzzled()]),
        ("I spit on your peace", [Puzzled()]),
        ("Draw now or I destroy you", [Puzzled()]),
        ("Sorry, could you support A Bur - Bel?", [ASKED]),
        ("Sorry! Peace?", [Thanks(), Peace()]),
        ("Peace, but only if you leave Munich", [Puzzled()]),
        ("Why did you make peace with me?", [Puzzled()]),
        ("Russia and I have an alliance", [Puzzled()]),
        ("support A BUR-BEL", [ASKED]),
        ("Please support my A Bur - Bel.", [ASKED]),
        ("Could you support Burgundy to Belgium, please?", [ASKED]),
        ("Please order A RUH S A BUR-BEL", [ASKED]),
        ("A Ruh S A Bur - Bel", [ASKED]),
        ("A Par - Bre", [Intent((order("A PAR - BRE"),))]),
        ("I move A Par-Pic. Peace?", [Intent((order("A PAR - PIC"),)), Peace()]),
        ("I will support your A Ruh - Bel", [Offer(order("A BUR S A RUH - BEL"))]),
        ("A Bur S A Mun", [Offer(order("A BUR S A MUN"))]),
        ("Yes", [Thanks()]),
        ("Hello there", []),
        ("thank you", []),
        ("Your mother was a hamster", [Puzzled()]),
        ("support A TYR - TRI", [NoUnit()]),
        ("Support my army Lvp - Yor", [NoUnit()]),
        ("I will support your A Mos - War", [NoUnit()]),
        ("A Mos - War", [NoUnit()]),
        ("A Mos - War. Peace?", [Peace()]),
        ("", []),
        ("A" * 50_000, [Puzzled()]),
    ],
)
def test_plain_words_are_read_by_a_small_grammar(text: str, meant: list[Meaning]) -> None:
    assert read_letter(TALK, text) == meant


def test_yes_and_no_answer_what_the_bot_last_proposed() -> None:
    wish = Ask((order("A BUR S A RUH - BEL"),))
    for proposal, yes in (
        (Peace(), Answer(Topic.PEACE, is_yes=True)),
        (Draw(), Answer(Topic.DRAW, is_yes=True)),
        (wish, Answer(Topic.ORDER, is_yes=True, order=wish.orders[0])),
    ):
        talk = Talk(SURVEY, FRANCE, GERMANY, proposal)
        assert read_letter(talk, "Agreed!") == [yes]
        assert read_letter(talk, "no, thanks") == [Answer(yes.topic, is_yes=False)]
        assert read_letter(talk, "No problem!") == read_letter(talk, "No objections, deal") == [yes]
        assert read_letter(talk, "Sorry, I can't.") == read_letter(talk, "Sorry") == [Answer(yes.topic, is_yes=False)]
        for scorn in (
            "Yes, but only if you leave Munich", "Yes, I am going to crush you", "Fine, then it is war", "Deal with it",
            "OK, not now", "No problem, I will kill you", "Sure, you will stab me",
        ):  # fmt: skip
            assert read_letter(talk, scorn) == [Puzzled()], scorn
    offered = Talk(SURVEY, FRANCE, GERMANY, Peace())
    assert read_letter(offered, "Peace it is") == [Answer(Topic.PEACE, is_yes=True)]
    assert read_letter(offered, "There will be no peace") == [Answer(Topic.PEACE, is_yes=False)]
    assert read_letter(offered, "Agree? No way!") == [Puzzled()]
    assert read_letter(Talk(SURVEY, FRANCE, GERMANY, Draw()), "I want no draw") == [Answer(Topic.DRAW, is_yes=False)]


def test_a_proposal_is_open_until_it_is_answered() -> None:
    offer = Letter(SPRING, GERMANY, FRANCE, Peace())
    elsewhere = Letter(SPRING, GERMANY, ITALY, Draw())
    answer = Letter(SPRING, FRANCE, GERMANY, Answer(Topic.PEACE, is_yes=True))
    assert find_open_proposal([offer, elsewhere], GERMANY, FRANCE) == Peace()
    assert find_open_proposal([offer, answer], GERMANY, FRANCE) is None
    assert find_open_proposal([], GERMANY, FRANCE) is None


def test_sketches_are_understood_exactly() -> None:
    move, support = order("A BUR - BEL"), order("A RUH S A BUR - BEL")
    assert read_letter(TALK, "", {FRANCE: [move], GERMANY: [support]}) == [Ask((support,))]
    assert read_letter(TALK, "", {FRANCE: [move]}) == [Intent((move,))]
    assert read_letter(TALK, "I need your support here", {FRANCE: [move]}) == [Ask((support,))]
    help_of_france = order("A BUR S A RUH - BEL")
    assert read_letter(TALK, "what do you think", {FRANCE: [help_of_france]}) == [Offer(help_of_france)]
    assert read_letter(TALK, "", {ITALY: [order("A TYR - VEN")]}) == []
