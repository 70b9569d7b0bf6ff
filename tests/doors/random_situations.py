"""Situations by lot: some phases of bot play, then lines that are legal, nearly legal, or nonsense."""

import random
from collections.abc import Mapping, Sequence

from legation import Game, list_variants
from legation.board import fold
from tests.doors.situations import Letters, Situation

PHASES = 7


def make_situation(seed: int) -> Situation:
    """The same seed gives the same situation."""
    lot = random.Random(seed)
    variant = list_variants()[seed % len(list_variants())]
    modules = ["gigaton-bomb"] if lot.random() < 0.2 else []
    game = Game.new(variant, modules=modules)
    before: list[Letters] = []
    for _ in range(lot.randrange(PHASES)):
        letters = _ask_bots(game, lot)
        _play(game, letters)
        before.append(letters)
        if game.state.ending:
            break
    power = lot.choice(list(game.due) or list(game.variant.powers))
    lines = [_spoil(text, game, lot) for text in _choose(game, str(power), lot)]
    # A bare name of another power begins its orders in a letter to the game master, and means nothing in a list.
    lines = [line for line in lines if game.variant.power_names.get(fold(line)) in (None, power)]
    others = {other: lines for other, lines in _ask_bots(game, lot).items() if other != power}
    return Situation(f"by lot {seed}: {variant}", variant, power, lines, modules=modules, before=before, others=others)


def _ask_bots(game: Game, lot: random.Random) -> Letters:
    letters: Letters = {}
    for power in game.due:
        legal = game.legal_orders(power)
        by_unit: dict[str, list[str]] = {}
        for text in legal:
            by_unit.setdefault(" ".join(text.split()[:2]), []).append(text)
        chosen = [lot.choice(texts) for texts in by_unit.values()]
        chosen = _board_ships(chosen, legal, lot)
        if chosen and lot.random() < 0.95:
            letters[str(power)] = chosen
    return letters


def _board_ships(chosen: list[str], legal: Sequence[str], lot: random.Random) -> list[str]:
    """The orders with some armies that go aboard ships, which seldom happens by lot alone."""
    for text in legal:
        ship, embarks, army = text.partition(" E ")
        if embarks and lot.random() < 0.3:
            boarding = f"{army} - {ship.split()[1].split('/')[0]}"
            others = [order for order in chosen if not order.startswith((f"{ship} ", f"{army} "))]
            chosen = [*others, text, boarding]
    return chosen


def _play(game: Game, letters: Letters) -> None:
    for power, lines in letters.items():
        game.set_orders(power, lines)
    game.advance()


def _choose(game: Game, power: str, lot: random.Random) -> list[str]:
    legal = list(game.legal_orders(power)) or ["WAIVE"]
    other = lot.choice(list(game.variant.powers))
    foreign = list(game.legal_orders(other)) or ["A PAR H"]
    return [lot.choice(legal if lot.random() < 0.8 else foreign) for _ in range(lot.randrange(1, 7))]


VERBS = {"H": "holds", "S": "supports", "C": "convoys", "E": "embarks", "-": "to", "R": "retreats to", "D": "disbands",
         "B": "built", "A": "army", "F": "fleet", "TF": "transport fleet"}  # fmt: skip


def _write_out(text: str, game: Game) -> str:
    """The order in plain words: ``fleet English Channel holds``."""
    titles: Mapping[str, str] = {code: space.name for code, space in game.variant.board.spaces.items()}
    return " ".join(titles.get(word) or VERBS.get(word, word) for word in text.split())


def _spoil(text: str, game: Game, lot: random.Random) -> str:
    """Mostly as it is; sometimes misspelt, lower case, with words around it, or with another place."""
    kind = lot.random()
    words = text.split()
    if kind < 0.35:
        return text
    if kind < 0.5:
        return _write_out(text, game)
    if kind < 0.6:
        return text.lower()
    if kind < 0.7:
        place = lot.randrange(len(words))
        spaces = list(game.variant.board.spaces)
        return " ".join([*words[:place], lot.choice(spaces), *words[place + 1 :]])
    if kind < 0.8:
        place = lot.randrange(len(text))
        return text[:place] + lot.choice("abcxyz -/") + text[place + 1 :]
    if kind < 0.9:
        return f"{text}; {text}"
    return f"{lot.choice(['please', 'cancel', 'army', 'the', 'never'])} {text}"
