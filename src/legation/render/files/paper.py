"""Sizes of paper for tiles and turn sheets."""

from enum import StrEnum


class Paper(StrEnum):
    """A size of paper, as commands name it."""

    A4 = "a4"
    LETTER = "letter"
