"""How much room each power has at the start, and how near the others are: counted on the board, without any game.

python -m benchmarks.elbow_room colonia-vii
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping

from legation.board import PowerId, SpaceId
from legation.bots.atlas import atlas_of
from legation.library import Game

NEAR = 2
"""Moves within which a foreign unit is near."""


def measure_ways(game: Game, space: SpaceId) -> Mapping[PowerId, list[int]]:
    """By power: the moves that each of its units needs to a space, of those that can come there."""
    atlas = atlas_of(game.variant.board)
    found: dict[PowerId, list[int]] = defaultdict(list)
    for unit in game.state.position.units.values():
        steps = atlas.steps(space, sails=game.rulebook.traits[unit.kind].sails).get(unit.location)
        if steps is not None:
            found[unit.power].append(steps)
    return found


def count_nearest(game: Game) -> dict[PowerId, float]:
    """How many free centres lie nearest to a unit of each power; ties are shared."""
    counts: dict[PowerId, float] = dict.fromkeys(game.variant.powers, 0.0)
    for space in game.variant.board.spaces.values():
        if not space.centre.is_counted or space.id in game.state.position.owners:
            continue
        ways = {power: min(steps) for power, steps in measure_ways(game, space.id).items()}
        first = [power for power, steps in ways.items() if steps == min(ways.values())]
        for power in first:
            counts[power] += 1 / len(first)
    return counts


def count_neighbours(game: Game) -> dict[PowerId, int]:
    """How many foreign units are within two moves of the centres of each power, summed over its centres."""
    counts = dict.fromkeys(game.variant.powers, 0)
    for space, owner in game.state.position.owners.items():
        ways = measure_ways(game, space)
        counts[owner] += sum(steps <= NEAR for power, found in ways.items() if power != owner for steps in found)
    return counts


def main() -> None:
    """Print both counts for the variants named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="+", help="variants, or folders of boards")
    for name in parser.parse_args().variants:
        game = Game.new(name)
        room, neighbours = count_nearest(game), count_neighbours(game)
        print(f"{game.variant.name}: nearest free centres, foreign units within two moves of own centres")
        for power, described in game.variant.powers.items():
            print(f"  {described.name}: {room[power]:.1f}, {neighbours[power]}")


if __name__ == "__main__":
    main()
