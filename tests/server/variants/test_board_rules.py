"""The rules page of a board about which nobody has written one."""

from dataclasses import replace
from fractions import Fraction

from legation import load_variant
from legation.board import PowerId, SpaceId
from legation.render.words import ENGLISH, Catalogue, Language
from legation.server.variants.board_rules import write_board_rules
from legation.variants import Calendar, Credits, Holding, Variant, Victory, VoteScheme

STANDARD = load_variant("standard")


def make_odd_board() -> Variant:
    """The regular board with everything that a page can tell."""
    victory = Victory(
        18,
        {1910: 16},
        (Holding((SpaceId("PAR"), SpaceId("LON")), 1905), Holding((SpaceId("ROM"),))),
        1920,
        quiet_years=3,
    )
    turkey = PowerId("TURKEY")
    return replace(
        STANDARD,
        description="Seas & lands <b>.",
        rulebook=replace(STANDARD.rulebook, decline_builds=not STANDARD.rulebook.decline_builds),
        victory=victory,
        votes=VoteScheme(Fraction(2, 3)),
        calendar=Calendar(1901, fall_to_spring=5),
        powers={**STANDARD.powers, turkey: replace(STANDARD.powers[turkey], is_played=False)},
        credits=Credits(author="A. Maker", source="a zine", licence="free to play"),
    )


def test_the_page_of_a_board_tells_all_that_its_data_says() -> None:
    page = write_board_rules(make_odd_board(), 7)
    for told in (
        "<p>Seas &amp; lands &lt;b&gt;.</p>",
        "A power that owns 18 centres after a Fall",
        "From 1910 on, 16 centres win.",
        "From 1905 on, a power that holds Paris and London after a Fall wins.",
        "A power that holds Rome after a Fall wins.",
        "The game ends after the Fall of 1920, in a draw.",
        "The game is a draw after 3 Falls in which no centre changes hands.",
        "a proposal passes with 2/3 of the centres that are owned.",
        "It differs in decline builds: ",
        "5 years pass from one Spring to the next.",
        "No player for Turkey: ",
        "<li>By A. Maker</li><li>From a zine</li><li>Licence: free to play</li>",
        "Edition 7 of this board.",
    ):
        assert told in page, told
    assert "may agree on a draw" not in page


def test_the_page_of_a_board_is_in_the_words_of_the_catalogue() -> None:
    texts = {key: text if "{" in text else text.upper() for key, text in ENGLISH.texts.items()}
    capitals = Language(lambda: Catalogue(texts, ENGLISH.words))
    page = write_board_rules(STANDARD, 1, capitals)
    assert "<h2>HOW TO WIN</h2>" in page
    assert "ALL POWERS STILL IN THE GAME MAY AGREE ON A DRAW." in page
