import pytest

from legation.board import LocationId, PowerId
from legation.orders import Fault, Refusal, Rejection
from legation.render.words import name_place, word_outcome, word_rejection
from tests.kit import STANDARD, judge


@pytest.mark.parametrize("fault", list(Fault))
def test_a_refusal_is_one_or_two_whole_sentences(fault: Fault) -> None:
    text = word_rejection(Rejection(PowerId("FRANCE"), "A PAR - BUR", Refusal(fault, ("A", "B"))))
    assert text[0].isupper()
    assert text[-1] in ".?"


@pytest.mark.parametrize(
    ("location", "name"),
    [("PAR", "Paris"), ("STP/SC", "St. Petersburg (south coast)"), ("NTH", "the North Sea")],
)
def test_places_have_their_full_names(location: str, name: str) -> None:
    assert name_place(STANDARD, LocationId(location)) == name


@pytest.mark.parametrize(
    ("orders", "space", "sentence"),
    [
        ({"FRANCE": ["A PAR - BUR"]}, "PAR", "The army in Paris moved to Burgundy."),
        (
            {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]},
            "BUR",
            "The army in Burgundy held but was dislodged by the army from Paris.",
        ),
        (
            {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
            "PAR",
            "The army in Paris was stood off from Burgundy by the army from Munich (1 against 1).",
        ),
        (
            {"FRANCE": ["A PAR - BUR", "A BUR H"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
            "PAR",
            "The army in Paris was beaten to Burgundy by the army from Munich (its own attack did not count).",
        ),
        (
            {"FRANCE": ["A PAR S A MAR - BUR", "A MAR H"]},
            "PAR",
            "The army in Paris supported the army in Marseilles to Burgundy, but the army in Marseilles held.",
        ),
        (
            {"FRANCE": ["A PAR S A MAR - BUR", "A MAR - SPA"]},
            "PAR",
            "The army in Paris supported the army in Marseilles to Burgundy, "
            "but the army in Marseilles had the order A MAR - SPA.",
        ),
        (
            {"ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY"], "GERMANY": ["F HOL - NTH", "F HEL S F HOL - NTH"]},
            "LON",
            "The army in London stayed: its convoy to Norway was broken at the fleet in the North Sea.",
        ),
    ],
)
def test_outcomes_read_as_sentences(orders: dict[str, list[str]], space: str, sentence: str) -> None:
    assert word_outcome(STANDARD, judge(orders)[space]) == sentence
