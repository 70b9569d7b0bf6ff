"""The character that plays each power: by lot, and the same for the whole of a game."""

from dataclasses import dataclass

from legation.board import PowerId
from legation.bots.talking import Character, deal_characters
from legation.server.bots.service import make_seed
from legation.server.game.loaded_game import LoadedGame


@dataclass(frozen=True, slots=True)
class CharacterFacts:
    """The character of a power's bot, if bots talk."""

    name: str
    manner: str
    """One word: ``cautious``."""


def get_character(game: LoadedGame, power: PowerId) -> Character:
    """The character of a power's bot; powers of people have one too, for a bot that may take over."""
    seats = list(game.variant.seats)
    return deal_characters(seats, make_seed(game.id, 0, PowerId("")))[power]


def describe_character(game: LoadedGame, power: PowerId) -> CharacterFacts:
    """The character of a power's bot, for pages."""
    found = get_character(game, power)
    return CharacterFacts(found.name, found.manner)
