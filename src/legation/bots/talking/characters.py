"""The characters of bots: how readily they agree, how well they keep their word, how bold they are."""

import random
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from legation.board import PowerId


class Tone(StrEnum):
    """How a character speaks."""

    WARM = "warm"
    COURTLY = "courtly"
    PLAIN = "plain"
    BLUNT = "blunt"


class Character(NamedTuple):
    """The character that plays a power. All numbers are from 0 to 1."""

    name: str
    manner: str
    """One word for display: ``cautious``."""
    tone: Tone
    warmth: float
    """How readily it makes peace and offers help."""
    faithfulness: float
    """The chance that it keeps its word even if breaking it would gain much; it never breaks it for little."""
    boldness: float
    """How many enemies it accepts, and how openly it speaks of them."""


CHARACTERS: Final = (
    Character("Rosamund", "cautious", Tone.COURTLY, warmth=0.6, faithfulness=0.98, boldness=0.1),
    Character("Bertram", "good-natured", Tone.WARM, warmth=0.9, faithfulness=0.95, boldness=0.3),
    Character("Cornelia", "proud", Tone.COURTLY, warmth=0.3, faithfulness=0.95, boldness=0.8),
    Character("Osric", "gruff", Tone.BLUNT, warmth=0.35, faithfulness=1.0, boldness=0.6),
    Character("Lucan", "sly", Tone.WARM, warmth=0.75, faithfulness=0.6, boldness=0.5),
    Character("Henrike", "businesslike", Tone.PLAIN, warmth=0.5, faithfulness=0.9, boldness=0.4),
    Character("Magnus", "bold", Tone.BLUNT, warmth=0.2, faithfulness=0.85, boldness=1.0),
    Character("Philippa", "loyal", Tone.WARM, warmth=0.7, faithfulness=1.0, boldness=0.4),
    Character("Anselm", "patient", Tone.PLAIN, warmth=0.65, faithfulness=0.95, boldness=0.2),
    Character("Valerian", "ambitious", Tone.COURTLY, warmth=0.45, faithfulness=0.7, boldness=0.9),
)


def deal_characters(powers: Sequence[PowerId], seed: int) -> dict[PowerId, Character]:
    """A random character for each power; no two alike while there are enough of them."""
    chance = random.Random(seed)
    dealt: list[Character] = []
    while len(dealt) < len(powers):
        dealt += chance.sample(CHARACTERS, len(CHARACTERS))
    return dict(zip(powers, dealt, strict=False))
