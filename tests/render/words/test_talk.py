"""The sentences of bots."""

from legation.orders import SupportMove, parse_order
from legation.render.words import ENGLISH, word_intention, word_supporter, word_talk
from legation.variants import load_variant

BOARD = load_variant("standard").board


def test_a_sentence_has_several_wordings_in_every_tone() -> None:
    tones: dict[str, dict[str, set[str]]] = {}
    for key in ENGLISH.texts:
        parts = key.split(".")
        if parts[0] == "tones":
            tones.setdefault(parts[1], {}).setdefault(parts[2], set()).add(ENGLISH.texts[key])
    assert set(tones) == {"warm", "courtly", "plain", "blunt"}
    assert len({frozenset(found) for found in tones.values()}) == 1
    assert all(len(wordings) >= 2 for found in tones.values() for wordings in found.values())


def test_orders_are_told_in_words() -> None:
    support = parse_order("A MUN S A PAR - BUR", BOARD.names)
    assert isinstance(support, SupportMove)
    assert word_supporter(BOARD, support) == ("the army in Munich", "the army in Paris to Burgundy")
    assert word_intention(BOARD, support) == "the army in Munich will support the army in Paris to Burgundy"
    assert word_intention(BOARD, parse_order("A PAR H", BOARD.names)) == "the army in Paris will stay"
    move = parse_order("F BRE - MAO", BOARD.names)
    assert word_intention(BOARD, move) == "the fleet in Brest will move to the Mid-Atlantic Ocean"
    helper, helped = word_supporter(BOARD, support)
    text = word_talk("offer", "plain", 0, helper=helper, helped=helped)
    assert text == "The army in Munich will support the army in Paris to Burgundy, if you order it."
    assert word_talk("noted", "plain", 0) != word_talk("noted", "plain", 1)
