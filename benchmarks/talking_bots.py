"""What talking does to bots: whether promises are kept, and whether talking costs strength.

``python benchmarks/talking_bots.py --variant standard --pairs 10 --years 7``. In each pair of games by one seed the
same bots play all powers. In the first game every other power talks, in the second the rest does.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence

from legation.board import PowerId
from legation.bots import Patience, make_bot
from legation.bots.talking import (
    CHARACTERS,
    Answer,
    JudgedPromise,
    Meaning,
    Talks,
    Upshot,
    deal_characters,
    name_kind,
    play_talking_match,
)
from legation.judge import count_centres
from legation.library import Game
from legation.sim.intervals import estimate_mean

KINDS = ("peace", "order")


def play(variant: str, level: str, talkers: Sequence[PowerId], seed: int, years: int) -> tuple[Game, Talks]:
    """One game in which some powers talk."""
    game = Game.new(variant)
    characters = deal_characters(list(game.variant.seats), seed)
    bots = {power: make_bot(level, timed=False) for power in game.variant.seats}
    chosen = {power: characters[power] for power in talkers}
    return game, play_talking_match(game, bots, chosen, seed=seed, patience=Patience(years=years))


def share_of(game: Game, powers: Sequence[PowerId]) -> float:
    """The mean share of all owned centres that one of these powers has."""
    counts = {
        power: count_centres(game.variant.board, game.state.position, power, game.rulebook)
        for power in game.variant.seats
    }
    return sum(counts[power] for power in powers) / len(powers) / sum(counts.values())


def main() -> None:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--level", default="planner")
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--years", type=int, default=8)
    wish = parser.parse_args()
    gains: list[float] = []
    judged: Counter[tuple[str, str, str]] = Counter()
    said: Counter[str] = Counter()
    phases = 0
    for seed in range(wish.pairs):
        seats = list(Game.new(wish.variant).variant.seats)
        random.Random(seed).shuffle(seats)
        halves = (seats[::2], seats[1::2])
        gain = 0.0
        for talkers, silent in (halves, halves[::-1]):
            game, talks = play(wish.variant, wish.level, talkers, seed, wish.years)
            gain += (share_of(game, talkers) - share_of(game, silent)) / 2
            characters = deal_characters(list(game.variant.seats), seed)
            judged.update(_name(found, characters[found.promise.by].name) for found in talks.list_judged(game))
            said.update(_tell(letter.meaning) for letter in talks.letters)
            phases += len(talks.records)
        gains.append(gain)
        print(f"pair {seed}: {100 * gain:+.1f} points", flush=True)
    mean = estimate_mean(gains)
    bounds = f"{100 * mean.low:+.2f} to {100 * mean.high:+.2f}"
    print(f"talking minus silent, points of share per power: {100 * mean.middle:+.2f} ({bounds})")
    print(f"letters: {sum(said.values())} in {phases} phases: {dict(said.most_common())}")
    for kind in KINDS:
        _report(kind, judged, [kind], [character.name for character in CHARACTERS])
    for character in CHARACTERS:
        _report(character.name, judged, KINDS, [character.name])


def _report(title: str, judged: Counter[tuple[str, str, str]], kinds: Sequence[str], names: Sequence[str]) -> None:
    kept, broken = (
        sum(judged[kind, upshot.value, name] for kind in kinds for name in names)
        for upshot in (Upshot.KEPT, Upshot.BROKEN)
    )
    print(f"{title}: {kept} kept, {broken} broken, {100 * kept / max(1, kept + broken):.1f} % kept")


def _name(found: JudgedPromise, by: str) -> tuple[str, str, str]:
    return ("peace" if found.promise.is_peace else "order", found.upshot.value, by)


def _tell(meaning: Meaning) -> str:
    if isinstance(meaning, Answer):
        return f"{'yes' if meaning.is_yes else 'no'} to {meaning.topic}"
    return name_kind(meaning)


if __name__ == "__main__":
    main()
