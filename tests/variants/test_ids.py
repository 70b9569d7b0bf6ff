"""Ids of boards that people bring."""

import pytest

from legation.variants import make_id


@pytest.mark.parametrize(
    ("wish", "made"),
    [
        ("Ancient Mediterranean", "ancient-mediterranean"),
        ("standard_fleet_rome", "standard-fleet-rome"),
        ("Île de Ré, 1900", "ile-de-re-1900"),
        ("...map", "map"),
        ("../../etc/passwd", "etc-passwd"),
        ("", "variant"),
        ("地中海", "variant"),
        ("\x00\x1b[31m", "31m"),
        ("a" * 59 + " b", "a" * 59),
        ("-" * 1_000_000, "variant"),
    ],
)
def test_any_text_becomes_a_plain_id(wish: str, made: str) -> None:
    assert make_id(wish) == made


def test_a_shorter_id_ends_with_a_letter() -> None:
    assert make_id("The long road", longest=4) == "the"
