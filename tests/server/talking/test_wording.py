"""Every letter of a bot has its sentence, in every tone."""

import pytest

from legation.board import PowerId, SpaceId
from legation.bots.talking import (
    CHARACTERS,
    Answer,
    Ask,
    Character,
    Declare,
    Draw,
    Letter,
    Meaning,
    Noted,
    NoUnit,
    Offer,
    Peace,
    Puzzled,
    Reproach,
    Thanks,
    Topic,
    Warn,
    Why,
)
from legation.game import parse_phase
from legation.orders import parse_order
from legation.server.talking.wording import sketch_letter, word_letter
from legation.variants import load_variant

STANDARD = load_variant("standard")
FRANCE, GERMANY = PowerId("FRANCE"), PowerId("GERMANY")
SUPPORT, HOLD = (parse_order(text, STANDARD.board.names) for text in ("A MUN S A PAR - BUR", "A MUN S A BUR"))
SAID: list[Meaning] = [
    Peace(), Ask((SUPPORT,)), Ask((HOLD,)), Offer(SUPPORT), Warn(SpaceId("MUN")), Declare(), Draw(), Thanks(),
    Reproach(), Noted(), Puzzled(), NoUnit(), Answer(Topic.PEACE, is_yes=True), Answer(Topic.DRAW, is_yes=True),
    Answer(Topic.ORDER, is_yes=True, order=SUPPORT), *(Answer(Topic.ORDER, is_yes=False, why=why) for why in Why),
]  # fmt: skip


def write(meaning: Meaning) -> Letter:
    return Letter(parse_phase("S1901M"), FRANCE, GERMANY, meaning)


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.name)
def test_everything_can_be_said_by_every_character(character: Character) -> None:
    for meaning in SAID:
        for lot in range(2):
            text = word_letter(STANDARD, character, write(meaning), lot)
            assert text[0].isupper()
            assert text[-1] in ".?"
            assert "{" not in text
            assert len(text) < 160


def test_sentences_about_orders_come_with_a_sketch_of_them() -> None:
    asked = sketch_letter(write(Ask((SUPPORT,))))
    assert asked is not None
    assert asked.orders == {GERMANY: ("A MUN S A PAR - BUR",), FRANCE: ("A PAR - BUR",)}
    promised = sketch_letter(write(Answer(Topic.ORDER, is_yes=True, order=SUPPORT)))
    assert promised is not None
    assert promised.orders == {FRANCE: ("A MUN S A PAR - BUR",)}
    assert sketch_letter(write(Peace())) is None
