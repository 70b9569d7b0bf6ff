"""The classes of speed and press by which people choose among games."""

import pytest

from legation.server.game.speeds import USUAL_CLOCKS, PressKind, Speed, press_of, speed_of
from legation.server.game.terms import ClockKind, ClockTerms, PressTerms, Weekday


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (ClockTerms(hours=1), Speed.LIVE),
        (ClockTerms(hours=2), Speed.LIVE),
        (ClockTerms(hours=3), Speed.DAY),
        (ClockTerms(hours=36), Speed.DAY),
        (ClockTerms(hours=37), Speed.DAYS),
        (ClockTerms(hours=96), Speed.DAYS),
        (ClockTerms(hours=97), Speed.WEEK),
        (ClockTerms(kind=ClockKind.NONE, hours=1), Speed.NONE),
        (ClockTerms(kind=ClockKind.WEEKDAYS, weekdays=(Weekday.SUN,), hours=1), Speed.WEEK),
        (ClockTerms(kind=ClockKind.WEEKDAYS, weekdays=(Weekday.THU, Weekday.SUN)), Speed.DAYS),
        (ClockTerms(kind=ClockKind.WEEKDAYS, weekdays=tuple(Weekday)), Speed.DAY),
    ],
)
def test_the_clock_says_how_fast_a_game_is(clock: ClockTerms, speed: Speed) -> None:
    assert speed_of(clock) is speed


def test_the_usual_clock_of_a_speed_has_that_speed() -> None:
    assert {speed: speed_of(clock) for speed, clock in USUAL_CLOCKS.items()} == {speed: speed for speed in Speed}


@pytest.mark.parametrize(
    ("press", "kind"),
    [
        (PressTerms(), PressKind.FULL),
        (PressTerms(private=False), PressKind.FULL),
        (PressTerms(private=False, rooms=False), PressKind.PUBLIC),
        (PressTerms(private=False, rooms=False, public=False), PressKind.NONE),
    ],
)
def test_the_terms_say_which_press_a_game_has(press: PressTerms, kind: PressKind) -> None:
    assert press_of(press) is kind
