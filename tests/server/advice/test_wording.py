"""The sentences of hints and motives are true of the season and of what they tell."""

from types import SimpleNamespace
from typing import cast

import pytest

from legation.board import PowerId, SpaceId
from legation.bots import Advice, Hint, Prospect
from legation.game import parse_phase
from legation.orders import parse_order
from legation.server.advice.wording import word_hint, word_motive
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.terms import Level
from legation.variants import load_variant
from tests.kit import make_position

STANDARD = load_variant("standard")
FRANCE, GERMANY = PowerId("FRANCE"), PowerId("GERMANY")
BELGIUM, PARIS = SpaceId("BEL"), SpaceId("PAR")


def make_game(phase: str) -> LoadedGame:
    """As much of a game as the sentences need."""
    position = make_position({"FRANCE": ["A BUR", "A PIC"]}, centres={"FRANCE": ["PAR"]})
    return cast(
        "LoadedGame",
        SimpleNamespace(variant=STANDARD, state=SimpleNamespace(phase=parse_phase(phase), position=position)),
    )


def advise(
    order: str, gains: tuple[Prospect, ...] = (), losses: tuple[Prospect, ...] = (), worth: float = 1.0
) -> Advice:
    return Advice((parse_order(order, STANDARD.board.names),), gains, losses, (), worth, 0.0)


def word(phase: str, advice: Advice) -> str:
    (option,) = word_hint(make_game(phase), FRANCE, Hint((advice,), {})).options
    return option.text


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("S1901M", "May enter Belgium (9 of 10), but others may be in Paris (5 of 10)."),
        ("F1901M", "May take Belgium (9 of 10), but others may take Paris (5 of 10)."),
    ],
)
def test_a_centre_is_entered_in_spring_and_taken_in_fall_and_only_what_is_certain_counts_ten(
    phase: str, said: str
) -> None:
    gains, losses = (Prospect(BELGIUM, 31 / 32),), (Prospect(PARIS, 0.5, GERMANY),)
    assert word(phase, advise("A BUR - BEL", gains, losses)) == said
    assert "(10 of 10)" in word(phase, advise("A BUR - BEL", (Prospect(BELGIUM, 1.0),)))


@pytest.mark.parametrize(
    ("phase", "chance", "said"),
    [
        ("S1901R", 1.0, "Enters Belgium."),
        ("F1901R", 1.0, "Takes Belgium."),
        ("S1901R", 0.5, "Enters Belgium, unless another power's unit retreats there as well."),
        ("F1901R", 0.5, "Takes Belgium, unless another power's unit retreats there as well."),
    ],
)
def test_a_retreat_takes_a_centre_in_fall_only_and_if_nobody_else_goes_there(
    phase: str, chance: float, said: str
) -> None:
    assert word(phase, advise("A BUR R BEL", (Prospect(BELGIUM, chance),))) == said


def test_what_failed_in_every_try_is_not_called_possible() -> None:
    holland, denmark = SpaceId("HOL"), SpaceId("DEN")
    likely, vain = Prospect(BELGIUM, 0.9), (Prospect(holland, 0.0, GERMANY), Prospect(denmark, 0.0))
    said = "May take Belgium (9 of 10). Is not expected to get into Holland or Denmark."
    assert word("F1901M", advise("A BUR - BEL", (likely, *vain))) == said
    said = "Takes nothing at once, but stands better than by holding. Is not expected to get into Holland."
    assert word("F1901M", advise("A BEL - HOL", vain[:1])) == said


@pytest.mark.parametrize(
    ("chances", "worth", "said"),
    [
        ((0.9, 0.0), 1.0, "It aimed at Belgium (9 of 10), and tried Holland without expecting to get in."),
        (
            (0.0,),
            1.0,
            "It tried Belgium without expecting to get in, and valued its orders at 1.0 centres more than holding.",
        ),
        ((0.0,), 0.0, "It tried Belgium without expecting to get in, and meant to keep what it has."),
    ],
)
def test_a_motive_tells_aims_from_vain_tries(chances: tuple[float, ...], worth: float, said: str) -> None:
    names = ("A BUR - BEL", "A PIC - HOL")[: len(chances)]
    gains = tuple(Prospect(SpaceId(name[-3:]), chance) for name, chance in zip(names, chances, strict=True))
    orders = tuple(parse_order(name, STANDARD.board.names) for name in names)
    text = word_motive(make_game("F1901M"), FRANCE, Level.STRONG, Advice(orders, gains, (), (), worth, 0.0)).text
    assert text.startswith(f"{said} It expected")


def test_many_gains_are_counted_after_the_likeliest() -> None:
    gains = tuple(Prospect(SpaceId(name), 1.0) for name in ("BEL", "HOL", "DEN", "NWY", "SWE"))
    said = "May enter Belgium (10 of 10), Holland (10 of 10), Denmark (10 of 10) and 2 more."
    assert word("S1901M", advise("A BUR - BEL", gains)) == said
    assert "Denmark (10 of 10) and Norway (10 of 10)." in word("S1901M", advise("A BUR - BEL", gains[:4]))


def test_nothing_gained_is_no_loss() -> None:
    (option,) = word_hint(make_game("F1901M"), FRANCE, Hint((advise("A PIC H", worth=-0.01),), {})).options
    assert str(option.better) == "0.0"


def test_what_a_unit_does_for_the_plan_is_said_as_it_is() -> None:
    best, worse = advise("A PIC H", worth=1.0), advise("A PIC - BRE", worth=0.4)
    page = word_hint(make_game("S1901M"), FRANCE, Hint((best,), {SpaceId("PIC"): (best, worse)}))
    assert [option.text for option in page.units[0].options] == [
        "Takes nothing itself, but serves the plan for all units.",
        "Takes nothing itself, and the best plan with it is worth 0.6 centres less.",
    ]


def test_a_motive_has_two_sentences_and_tells_of_no_move_where_none_was_ordered() -> None:
    text = word_motive(make_game("S1901M"), FRANCE, Level.STRONG, advise("A PIC H")).text
    assert text == (
        "It went for no centre at once and preferred a better position, "
        "which it valued at 1.0 centres more than holding. It expected no attack that would cost it anything."
    )


def test_a_centre_that_a_unit_is_ordered_to_leave_is_no_aim_of_a_motive() -> None:
    """The army in Burgundy goes to Belgium and may fail; if it does, it takes Burgundy, but that was not its aim."""
    gains = (Prospect(SpaceId("BUR"), 0.8, GERMANY), Prospect(BELGIUM, 0.2))
    text = word_motive(make_game("F1901M"), FRANCE, Level.STRONG, advise("A BUR - BEL", gains)).text
    assert text.startswith("It aimed at Belgium (2 of 10). ")
    held = word_motive(make_game("F1901M"), FRANCE, Level.STRONG, advise("A BUR H", gains)).text
    assert held.startswith("It aimed at Burgundy (8 of 10). ")
    stopped = Advice(
        tuple(parse_order(text, STANDARD.board.names) for text in ("A BUR - PIC", "A PAR - PIC")),
        gains,
        (),
        (),
        1.0,
        0.0,
    )
    both = word_motive(make_game("F1901M"), FRANCE, Level.STRONG, stopped).text
    assert both.startswith("It aimed at Burgundy (8 of 10). "), "its own units stand each other off"


def test_a_power_whose_name_wants_an_article_has_one() -> None:
    variant = load_variant("colonial-variant")
    game = cast(
        "LoadedGame",
        SimpleNamespace(variant=variant, state=SimpleNamespace(phase=parse_phase("F1M"), position=None)),
    )
    hold = parse_order("A NA7 H", variant.board.names)
    feared = {
        power: word_motive(
            game,
            PowerId("OCEANIA"),
            Level.STRONG,
            Advice((hold,), (), (Prospect(SpaceId("NA7"), 0.5, power),), (), 0, 0),
        ).text
        for power in variant.powers
    }
    assert "It feared the Elunian Empire most" in feared[PowerId("ELUNIA")]
    assert "It feared the Union most" in feared[PowerId("UNION")]
    assert "It feared Khoufax most" in feared[PowerId("KHOUFAX")]
