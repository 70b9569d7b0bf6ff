"""Which character plays which power: by lot, and the same for the whole of a game."""

from dataclasses import dataclass

from legation.board import PowerId
from legation.bots.talking import Character, deal_characters
from legation.server.bots.service import make_seed
from legation.server.game.loaded_game import LoadedGame


@dataclass(frozen=True, slots=True)
class CharacterFacts:
    """Who plays a power where bots talk."""

    name: str
    manner: str
    """One word: ``cautious``."""


def find_character(game: LoadedGame, power: PowerId) -> Character:
    """The character of a power's bot; powers that people play have one too, which waits for a bot to take over."""
    seats = list(game.variant.seats)
    return deal_characters(seats, make_seed(game.id, 0, PowerId("")))[power]


def describe_character(game: LoadedGame, power: PowerId) -> CharacterFacts:
    """What pages show of the character of a power's bot."""
    found = find_character(game, power)
    return CharacterFacts(found.name, found.manner)
