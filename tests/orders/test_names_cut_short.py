"""Names that a writer cut short: read where only one space can be meant, and never for another."""

import pytest

from legation.board import fold
from legation.errors import AmbiguousNameError, LegationError
from legation.orders import format_order, read_line
from legation.variants import list_variants, load_variant
from tests.kit import STANDARD

NAMES = STANDARD.names


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("A MAR - Burg", "A MAR - BUR"),
        ("F Bres - Mid-Atl", "F BRE - MAO"),
        ("F BRE - Mid Atl.", "F BRE - MAO"),
        ("F BRE - Eng. Ch.", "F BRE - ENG"),
        ("F BRE - Eng Channel", "F BRE - ENG"),
        ("F LVP - N. Atl.", "F LVP - NAO"),
        ("F LVP - North Atl", "F LVP - NAO"),
        ("F KIE - Balt. Sea", "F KIE - BAL"),
        ("F STP/SC - Gulf Bot", "F STP/SC - BOT"),
        ("F STP/SC - Gulf of Both.", "F STP/SC - BOT"),
        ("F NAP - Tyrr. Sea", "F NAP - TYS"),
        ("F SPA/SC - Wes Med", "F SPA/SC - WES"),
        ("F TUN - N. Afr.", "F TUN - NAF"),
        ("F HEL - Helg. Bight", "F HEL - HEL"),
        ("A LON - Norw. via Nor Sea", None),
        ("F LON - Norw", None),
        ("F LON - Nor. Sea", None),
        ("F LON - Live", "F LON - LVP"),
        ("F LON - Liv", None),
        ("A BUR moves west", None),
        ("A BUR - Both", None),
        ("A MAR - SPA north", None),
        ("F BOT - St P", None),
        ("A PAR - Bur, Gund", None),
    ],
)
def test_on_the_regular_board(text: str, order: str | None) -> None:
    found = read_line(text, NAMES)
    assert (None if isinstance(found, LegationError) else format_order(found)) == order


def test_the_reply_asks_if_several_are_meant() -> None:
    error = read_line("F LON - Nor. Sea", NAMES)
    assert isinstance(error, AmbiguousNameError)
    assert set(error.candidates) == {"NTH", "NWG"}


@pytest.mark.parametrize("variant", list_variants())
def test_no_name_is_taken_for_another(variant: str) -> None:
    names = load_variant(variant).board.names
    for space, title in names.titles.items():
        words = title.replace("-", " ").split()
        for letters in (2, 3, 4, 5):
            for end in ("", "."):
                short = " ".join(word[:letters] + end for word in words)
                found = read_line(f"{short} H", names)
                if isinstance(found, LegationError):
                    continue
                meant = found.unit.space  # type: ignore[union-attr]
                is_name = meant in names.list_meanings(fold(short)) or meant in names.phrases.get(short.lower(), ())
                assert meant == space or is_name, (title, short, meant)
